// Programs that the entries and hooks of agents start: one parser for all forms that agents and people write.
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { isObject } from '../disk/base/core.ts';

type Platform = NodeJS.Platform;

/** The programs, and the scripts that runtimes run, that a configured value starts on a platform. */
export function startedPrograms(value: unknown, platform: Platform): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((inner) => startedPrograms(inner, platform));
  if (!isObject(value)) return [];
  if (Array.isArray(value.hooks)) return startedPrograms(value.hooks, platform);
  const { command, args } = value;
  if (Array.isArray(command)) return programsOf(textsIn(command), platform);
  if (typeof command === 'string' && Array.isArray(args))
    return programsOf([command, ...textsIn(args)], platform);
  const line = lineIn(value, platform);
  return line === undefined ? [] : programsOf(wordsOfLine(line, platform), platform);
}

const textsIn = (list: readonly unknown[]): readonly string[] =>
  list.filter((item) => typeof item === 'string');

/** The command line that a hook runs on a platform: some agents have a field for each. */
function lineIn(hook: object, platform: Platform): string | undefined {
  const names = platform === 'win32' ? ['commandWindows', 'powershell', 'command'] : ['bash', 'command'];
  const fields = new Map<string, unknown>(Object.entries(hook));
  return textsIn(names.map((name) => fields.get(name)))[0];
}

/** Words of a command; an existing path with blanks is one word. */
const wordsOfLine = (line: string, platform: Platform): readonly string[] =>
  existsSync(line) ? [line] : wordsIn(line, platform);

/** A piece of a word: in double quotes, in single quotes, unquoted, or an unclosed quote. */
const pieces = {
  sh: /"((?:[^"\\]|\\[^])*)"|'([^']*)'|((?:\\[^]|[^\s"'\\])+|["'\\])/g,
  windows: /"([^"]*)"|'((?:[^']|'')*)'|([^\s"']+|["'])/g,
} as const;

/** Words of a line of `sh`, or of `cmd` or PowerShell, without their quotes. */
function wordsIn(line: string, platform: Platform): readonly string[] {
  const isWindows = platform === 'win32';
  const words: string[] = [];
  let end = -1;
  for (const { index, 0: piece, 1: double, 2: single, 3: bare = '' } of line.matchAll(
    pieces[isWindows ? 'windows' : 'sh'],
  )) {
    const text = isWindows
      ? (double ?? single?.replaceAll(/(['\u2018-\u201B])\1/g, '$1') ?? bare.replaceAll(/\^(.)/g, '$1'))
      : (double?.replaceAll(/\\(["$`\\])/g, '$1') ?? single ?? bare.replaceAll(/\\(.)/g, '$1'));
    words.push(index === end ? `${words.pop() ?? ''}${text}` : text);
    end = index + piece.length;
  }
  return words;
}

/** The program that words start, through any number of wrappers, and the script that it runs. */
function programsOf(words: readonly string[], platform: Platform): readonly string[] {
  const [first = '', ...rest] = words;
  if (first === '') return [];
  if (first === '&' || first === 'call') return programsOf(rest, platform);
  const name = nameOf(first, platform);
  if (name === 'env') return programsOf(withoutAssignments(rest), platform);
  const inner = commandWithin(name, rest);
  if (inner !== undefined) return programsOf(inner(platform), platform);
  const script = runtimes.has(name) ? rest.find((word) => !word.startsWith('-')) : undefined;
  return script === undefined ? [first] : [first, script];
}

/** The command passed to a shell; undefined for other programs. */
function commandWithin(
  name: string,
  args: readonly string[],
): ((platform: Platform) => readonly string[]) | undefined {
  const flag = shells.get(name);
  const at = flag === undefined ? -1 : args.findIndex((arg) => flag.test(arg));
  const given = args.slice(at + 1);
  if (at === -1 || given.length === 0) return undefined;
  if (name === 'cmd')
    return () => given.map((word) => (/\s/.test(word) ? word : word.replace(/\^(.)/g, '$1')));
  return (platform) => wordsIn(given.join(' '), platform);
}

/** Shells, each with the option that a command follows. */
const shells: ReadonlyMap<string, RegExp> = new Map([
  ['cmd', /^\/[ck]$/i],
  ...['sh', 'bash', 'zsh'].map((name): [string, RegExp] => [name, /^-l?c$/]),
  ...['powershell', 'pwsh'].map((name): [string, RegExp] => [name, /^-c(?:ommand)?$/i]),
]);

/** Programs whose first argument is the script to run. */
const runtimes: ReadonlySet<string> = new Set(['node', 'bun', 'electron']);

/** Words after the options and variables of `env`. */
function withoutAssignments(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !/^(?:-|\w+=)/.test(word));
  return at === -1 ? [] : words.slice(at);
}

/** The name of a program without its folder and without `.exe`. */
const nameOf = (program: string, platform: Platform): string =>
  (platform === 'win32' ? win32 : posix)
    .basename(program)
    .replace(/\.exe$/i, '')
    .toLowerCase();
