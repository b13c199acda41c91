import { createInterface } from 'node:readline/promises';
import type { Log, Language } from '../disk/base/core.ts';
import { languageFromEnvironment, languageVariable } from '../disk/base/context.ts';
import { sayIn, type Say, type Text } from '../disk/base/texts.ts';
import { toTerminal } from '../disk/text/containText.ts';

/** Output of a command, for programs and for people. */
export interface CommandResult {
  /** For `--json`: stable, one object. */
  readonly json: object;
  /** Lines for people, without a final line break. */
  readonly text: string;
  /** Some of it failed, as described in `text`; the exit code is 1. */
  readonly failed?: boolean;
  /** Ends the process despite pending work, such as a disk that does not answer. */
  readonly endsNow?: boolean;
  /** Runs after all output. */
  readonly afterwards?: () => Promise<void>;
}

/** The environment of the command line. */
export interface Terminal {
  readonly log: Log;
  readonly language: Language;
  /** Returns a text in the language of the terminal. */
  readonly say: Say;
  /** Adds weight or colour if standard output is a terminal that supports it. */
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly write: (text: string) => Promise<void>;
  /** Shows on one line what goes on, where standard error is a terminal; an empty text takes it away. */
  readonly progress: (text: string) => void;
  /** Asks the person whether to continue, by default yes; undefined without a person at a terminal. */
  readonly confirm?: (question: Text, byDefault?: 'no') => Promise<boolean>;
}

/** Opens the terminal, or whichever stream reads this process. */
export function openTerminal(): Terminal {
  const language = languageOf();
  const styled = process.stdout.isTTY && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb';
  const style = (code: number) => (text: string) => (styled ? `\u001B[${code}m${text}\u001B[0m` : text);
  const say = sayIn(language);
  const tell = (message: string): void => void process.stderr.write(`${toTerminal(message)}\n`);
  process.stdout.on('error', () => process.exit(0)); // the reader is gone, e.g. `head`
  const confirm = async (question: Text, byDefault?: 'no'): Promise<boolean> => {
    await writeOut(`${say(question)}${byDefault ? '[y/N]' : '[Y/n]'} `);
    const answer = (await readLine()) ?? 'no';
    return /^\s*(y|yes|是)\s*$/i.test(answer) || (byDefault === undefined && answer.trim() === '');
  };
  return {
    language,
    say,
    bold: style(1),
    dim: style(2),
    write: writeOut,
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${toTerminal(text)}`);
    },
    ...(process.stdin.isTTY && process.stdout.isTTY && { confirm }),
    log: { info: () => undefined, warn: tell, error: tell },
  };
}

/** Returns English by default. */
function languageOf(): Language {
  try {
    return languageFromEnvironment(process.env, 'en');
  } catch {
    return languageFromEnvironment({ ...process.env, [languageVariable]: '' }, 'en');
  }
}

/** Waits for a slow reader. Removes control sequences, so that others' text cannot control a terminal, even later. */
const writeOut = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(toTerminal(text), () => resolve());
  });

/** Reads a line of standard input; undefined at its end. */
async function readLine(): Promise<string | undefined> {
  // Not as a terminal, so that Ctrl+C ends the process as usual.
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    for await (const line of lines) return line;
    return undefined;
  } finally {
    lines.close(); // else the process goes on reading
  }
}

/** Reads all of standard input. */
export async function readInput(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) text += String(piece);
  return text.replace(/^\uFEFF/, '');
}

/** One of what is counted, and several. */
const things = {
  message: ['1 message', '{0} messages'],
  'new message': ['1 new message', '{0} new messages'],
  dialog: ['1 dialog', '{0} dialogs'],
  archive: ['1 archive', '{0} archives'],
  'new archive': ['1 new archive', '{0} new archives'],
  memory: ['1 memory', '{0} memories'],
  session: ['1 session', '{0} sessions'],
  'agent session': ['1 session of agents', '{0} sessions of agents'],
  request: ['1 request', '{0} requests'],
  file: ['1 file', '{0} files'],
  secret: ['1 secret', '{0} secrets'],
  problem: ['1 problem', '{0} problems'],
  note: ['1 note', '{0} notes'],
  line: ['1 line', '{0} lines'],
  commit: ['1 commit', '{0} commits'],
} as const satisfies Readonly<Record<string, readonly [one: Text, several: Text]>>;

/** Formats a count, e.g. `1 memory`, `2 memories`. */
export function many(say: Say, count: number, thing: keyof typeof things): string {
  const [one, several] = things[thing];
  return count === 1 ? say(one) : say(several, count);
}

/** Formats tags for the end of a line, e.g. `, #ui #bug`; empty without any. */
export const tagText = (tags: readonly string[] = []): string =>
  tags.length === 0 ? '' : `, ${tags.map((tag) => `#${tag}`).join(' ')}`;

/** Adds `masked` to a command's reply if secrets were masked: how many different ones. */
export const noteOfMasked = (masked: number, say: Say) =>
  masked === 0
    ? { json: {}, text: '' }
    : {
        json: { masked },
        text: `\n${say('{0} masked.', many(say, masked, 'secret'))}`,
      };

/** Prints matches in a line in bold; `ranges` are UTF-16 units, ascending. */
export function marked(
  line: string,
  ranges: readonly (readonly [number, number])[],
  bold: (text: string) => string,
): string {
  let end = 0;
  const pieces = ranges.map(([from, to]) => {
    const piece = line.slice(end, from) + bold(line.slice(from, to));
    end = to;
    return piece;
  });
  return pieces.join('') + line.slice(end);
}
