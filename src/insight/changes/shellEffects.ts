import { shellCommands, type ShellCommand, type ShellWord } from '../../history/facts/shell.ts';

/** The effect of a script on a file. Paths are as in the script. */
export type FileEffect =
  /** The file contains this text, or has it appended. */
  | { readonly kind: 'write' | 'append'; readonly path: string; readonly text: string }
  /** Deleted; uncommitted changes discarded; overwritten with unknown text. */
  | { readonly kind: 'delete' | 'discard' | 'replace'; readonly path: string }
  /** Possibly changed by a program. With `pieces`, only lines that contain one of these texts in order. */
  | { readonly kind: 'script'; readonly path: string; readonly pieces?: readonly (readonly string[])[] }
  | { readonly kind: 'move'; readonly path: string; readonly to: string };

/** The effect on the whole working tree: uncommitted work stashed or discarded, or commits reverted. */
export interface TreeEffect {
  readonly kind: 'discardAll' | 'revertLast' | 'revertAll';
}

/** Paths staged for a commit, `.` for all; and a commit of them, or of `all` changes. */
export type CommitEffect =
  | { readonly kind: 'stage'; readonly path: string }
  | { readonly kind: 'commit'; readonly all: boolean };

export type ShellEffect = FileEffect | TreeEffect | CommitEffect;

/** An effect and its folder, relative to the start of the script. */
export interface EffectInFolder {
  readonly effect: ShellEffect;
  /** Empty for the starting folder, a path in it, or an absolute path; undefined where unknown. */
  readonly folder: string | undefined;
}

/** Lists the effects of a successful script on the files it names. Uncertain ones are a `script`. */
export function effectsOf(script: string): readonly EffectInFolder[] {
  let folder: string | undefined = '';
  const found: EffectInFolder[] = [];
  for (const command of shellCommands(script)) {
    const [first, to] = command.words;
    if (first?.text === 'cd' || first?.text === 'pushd') {
      const known: boolean =
        to?.literal === true && !command.maybe && to.text !== '-' && folder !== undefined;
      folder = known && to ? (isAbsolutePath(to.text) ? to.text : joined(folder, to.text)) : undefined;
    } else for (const effect of ofCommand(command)) found.push({ effect, folder });
  }
  return found;
}

const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
const joined = (folder: string | undefined, path: string): string =>
  folder === undefined || folder === '' ? path : `${folder}/${path}`;

function ofCommand(command: ShellCommand): ShellEffect[] {
  const output = command.outputs.at(-1);
  const isDevice = output === undefined || /^\/dev\/|^&/.test(output.to.text);
  const written = isDevice ? teed(command) : writtenTo(command, output.to, output.append);
  return [...written, ...ofProgram(command)];
}

function writtenTo(command: ShellCommand, to: ShellWord, append: boolean): ShellEffect[] {
  const text = printed(command);
  const certain = text !== undefined && to.literal && !command.maybe && !command.piped;
  if (certain) return [{ kind: append ? 'append' : 'write', path: to.text, text }];
  if (append || command.maybe || !to.literal) return [{ kind: 'script', path: to.text }];
  return [{ kind: 'replace', path: to.text }];
}

/** Handles `tee file <<EOF`. */
function teed({ words: [program, ...rest], input, piped, maybe }: ShellCommand): ShellEffect[] {
  if (program?.text !== 'tee') return [];
  const append = rest.some(({ text }) => text === '-a' || text === '--append');
  return rest
    .filter(({ text }) => !text.startsWith('-'))
    .map(({ text: path, literal }) => {
      if (input?.literal === true && literal && !piped && !maybe)
        return { kind: append ? 'append' : 'write', path, text: input.text };
      return { kind: append || maybe ? 'script' : 'replace', path };
    });
}

/** The output of a command, where the script contains all of it. */
function printed({ words: [program, ...rest], input }: ShellCommand): string | undefined {
  const texts = rest.map(({ text }) => text);
  if (program?.text === 'cat')
    return (texts.length === 0 || texts.join(' ') === '-') && input?.literal === true
      ? input.text
      : undefined;
  if (!rest.every(({ literal }) => literal)) return undefined;
  if (program?.text === 'echo') {
    const plain = texts[0] === '-n' ? texts.slice(1) : texts;
    if (plain[0]?.startsWith('-') === true || plain.some((text) => text.includes('\\'))) return undefined;
    return plain.join(' ') + (plain === texts ? '\n' : '');
  }
  if (program?.text !== 'printf') return undefined;
  if (texts[0] === '%s\\n')
    return texts
      .slice(1)
      .map((text) => `${text}\n`)
      .join('');
  const [format, ...more] = texts;
  const isPlain = format !== undefined && more.length === 0 && !/%|\\(?!n)/.test(format);
  return isPlain ? format.replaceAll('\\n', '\n') : undefined;
}

/** Programs that run a script from text or a file. */
const interpreters =
  /^(?:python[\d.]*|node|deno|bun|ruby|perl|php|bash|sh|zsh|tsx|ts-node|osascript|pwsh|powershell)$/;
/** Programs that change the files in their arguments. */
const editors = /^(?:ed|ex|vim?|patch|truncate|sponge|dd)$/;
/** Paths of files in a program's text, and words that show that it writes. */
const pathsIn = /(?<=["'`])[\w@./\\~-]*\.\w{1,10}(?=["'`])/g;
const writes = /write|open\s*\(|rename|unlink|remove|replace|truncate|>|\bfs\b|Path\s*\(|File\b|shutil|sed\s/;

function ofProgram({ words, input, maybe }: ShellCommand): ShellEffect[] {
  const [program = '', ...rest] = withoutLeaders(words);
  const named = rest.filter((text) => !text.startsWith('-'));
  const name = program.replace(/^.*[\\/]/, '');
  const each = (kind: 'delete' | 'replace' | 'script', paths: readonly string[]): ShellEffect[] =>
    paths.map((path) => ({ kind, path }));
  if (name === 'git') return ofGit(rest, maybe);
  if (name === 'rm' || name === 'unlink' || name === 'del') return maybe ? [] : each('delete', named);
  if (name === 'mv') return moved(named, maybe);
  if (name === 'cp' || name === 'install' || name === 'ln') return each('replace', named.slice(-1));
  const start = rest.findIndex((text) => /^(?:sed|perl)$/.test(text));
  if (/^(?:xargs|find)$/.test(name) && start !== -1) return inPlace(rest.slice(start + 1), true);
  if (name === 'sed' || (name === 'perl' && rest.some((text) => /^-\w*i/.test(text))))
    return inPlace(
      rest,
      words.some(({ literal, quoted }) => !literal && !quoted),
    );
  if (editors.test(name)) return each('script', named);
  return interpreters.test(name) ? each('script', touchedBy(rest, named, input?.text)) : [];
}

/** Files that a program given as text, or as a file with arguments, may change. */
function touchedBy(rest: readonly string[], named: readonly string[], typed = ''): readonly string[] {
  const given = rest.findIndex((text) => /^-\w*[ce]$|^--eval$|^-Command$/i.test(text));
  const text = given === -1 ? typed : rest.slice(given + 1).join('\n');
  if (text !== '') return writes.test(text) ? [...new Set(text.match(pathsIn) ?? [])] : [];
  // A Python module or a test only reads its arguments.
  const isRun = !rest.some((flag) => /^(?:-m|--test)$/.test(flag)) && /\.\w+$/.test(named[0] ?? '');
  return isRun ? named.slice(1).filter((path) => /\.\w+$/.test(path)) : [];
}

const withoutLeaders = (words: readonly ShellWord[]): string[] => {
  const texts = words.map(({ text }) => text);
  const start = texts.findIndex((text) => !/^(?:sudo|env|command|time|nohup|\w+=.*)$/.test(text));
  return start === -1 ? [] : texts.slice(start);
};

function moved(named: readonly string[], maybe: boolean): ShellEffect[] {
  const [path, to, more] = named;
  if (path === undefined || to === undefined || maybe) return [];
  if (more === undefined && !/\/$|^\.{1,2}$/.test(to)) return [{ kind: 'move', path, to }];
  return named.slice(0, -1).map((from) => ({ kind: 'delete', path: from }));
}

/** An in-place replacement only produces lines that contain its text. `anywhere` where the files are unknown. */
function inPlace(rest: readonly string[], anywhere: boolean): ShellEffect[] {
  if (!rest.some((text) => /^-[a-zA-Z]*i|^--in-place/.test(text))) return [];
  const named = rest.filter((text) => !text.startsWith('-') && text !== '');
  const given = rest.flatMap((text, n) => (/^(?:-\w*e|--expression)$/.test(text) ? [rest[n + 1] ?? ''] : []));
  const scripts = given.length > 0 ? given : named.slice(0, 1);
  const found = scripts.map(sedPieces);
  const pieces = found.every((each) => each !== undefined) ? found.flat() : undefined;
  const paths = anywhere ? [''] : named.filter((text) => !scripts.includes(text));
  // Arbitrary text in arbitrary files gives no information about a line.
  const informative = pieces?.filter((each) => each.join('').trim() !== '');
  if (anywhere)
    return informative === undefined || informative.length === 0
      ? []
      : [{ kind: 'script', path: '', pieces: informative }];
  return paths.map((path) => ({ kind: 'script', path, ...(pieces && { pieces }) }));
}

/** The replacement text of each `s` in a script, split at references; undefined for commands other than `s` and `d`. */
function sedPieces(script: string): (readonly string[])[] | undefined {
  const found: (readonly string[])[] = [];
  let rest = script.trim();
  while (rest !== '') {
    const [whole, written] =
      /^[\d,$]*s([^\w\s\\])(?:\\.|(?!\1)[^\\\n])*\1((?:\\.|(?!\1)[^\\\n])*)\1[gIip\d]*\s*(?:[;\n]\s*|$)/
        .exec(rest)
        ?.filter((_, n) => n !== 1) ?? [];
    const [deleted] = /^(?:[\d,$]+|\/(?:\\.|[^/\\])*\/)d\s*(?:[;\n]\s*|$)/.exec(rest) ?? [];
    if (whole === undefined && deleted === undefined) return undefined;
    if (written !== undefined)
      found.push(written.split(/\\\d|&|\\n/).map((text) => text.replace(/\\(.)/g, '$1')));
    rest = rest.slice((whole ?? deleted ?? rest).length);
  }
  return found;
}

function ofGit(given: readonly string[], maybe: boolean): ShellEffect[] {
  const start = given.findIndex((text, n) => !text.startsWith('-') && !/^-[cC]$/.test(given[n - 1] ?? ''));
  const [sub = '', ...rest] = given.slice(start);
  const named = rest.filter((text) => !text.startsWith('-'));
  const has = (...flags: readonly string[]): boolean => rest.some((text) => flags.includes(text));
  const discard = (paths: readonly string[]): ShellEffect[] =>
    paths.map((path) => (/^(?:\.|:\/|\*)$/.test(path) ? { kind: 'discardAll' } : { kind: 'discard', path }));
  switch (sub) {
    case 'mv':
      return moved(named, maybe);
    case 'rm':
      return has('--cached') || maybe ? [] : named.map((path) => ({ kind: 'delete', path }));
    case 'checkout':
      return checkedOut(rest, discard);
    case 'restore':
      return has('--staged', '-S') && !has('--worktree', '-W') ? [] : discard(named);
    case 'reset':
      return has('--hard', '--merge', '--keep') ? [{ kind: 'discardAll' }] : [];
    case 'clean':
      return [{ kind: 'discardAll' }];
    case 'stash':
      return /^(?:pop|apply|list|show|drop|clear|branch)$/.test(named[0] ?? '')
        ? []
        : [{ kind: 'discardAll' }];
    case 'revert':
      return [{ kind: /^(?:HEAD|@)$/.test(named.join(' ')) ? 'revertLast' : 'revertAll' }];
    case 'add':
    case 'stage':
      return maybe ? [] : (has('-A', '--all', '-u') ? ['.'] : named).map((path) => ({ kind: 'stage', path }));
    case 'commit':
      return maybe ? [] : [{ kind: 'commit', all: rest.some((text) => /^-[a-z]*a|^--all$/.test(text)) }];
    default:
      return [];
  }
}

/** `git checkout` takes a branch or files: files follow `--`, or look like a path with an extension. */
function checkedOut(
  rest: readonly string[],
  discard: (paths: readonly string[]) => ShellEffect[],
): ShellEffect[] {
  const mark = rest.indexOf('--');
  if (mark !== -1) return discard(rest.slice(mark + 1));
  if (rest.some((text) => /^-(?:b|B|-orphan|-track|t)$/.test(text))) return [];
  const named = rest.filter((text) => !text.startsWith('-'));
  if (rest.some((text) => /^(?:-f|--force)$/.test(text))) return [{ kind: 'discardAll' }];
  return discard(named.filter((text, n) => text === '.' || n > 0 || /\.\w{1,10}$/.test(text)));
}
