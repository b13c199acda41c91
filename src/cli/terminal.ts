import type { Log, Language } from '../store/base/core.ts';
import { languageFromEnvironment, languageVariable } from '../store/base/context.ts';
import { toTerminal } from '../store/text/containText.ts';

/** A text in English and Chinese. */
export type Text = readonly [english: string, chinese: string];

/** What a command has to say: for programs, and for people. */
export interface CommandResult {
  /** For `--json`: stable, one object. */
  readonly json: object;
  /** Lines for people, without a line break at the end. */
  readonly text: string;
  /** Some of it failed, which `text` tells: the exit code is 1. */
  readonly failed?: boolean;
  /** Something is under way that nobody waits for any more, such as a disk that does not answer. */
  readonly endsNow?: boolean;
  /** What is done once all is told. */
  readonly afterwards?: () => Promise<void>;
}

/** Where the command line runs. */
export interface Terminal {
  readonly log: Log;
  readonly language: Language;
  readonly say: (text: Text) => string;
  /** Adds weight or colour to a text where standard output is a terminal that shows it. */
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly write: (text: string) => Promise<void>;
}

/** The terminal, or whatever else reads this process. */
export function openTerminal(): Terminal {
  const language = languageOf();
  const styled = process.stdout.isTTY && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb';
  const style = (code: number) => (text: string) => (styled ? `\u001B[${code}m${text}\u001B[0m` : text);
  const say = ([english, chinese]: Text): string => (language === 'zh' ? chinese : english);
  const tell = (message: string): void => void process.stderr.write(`${toTerminal(message)}\n`);
  process.stdout.on('error', () => process.exit(0)); // whoever read is gone, e.g. `head`
  return {
    ...{ language, say, bold: style(1), dim: style(2), write: writeOut },
    log: { info: () => undefined, warn: tell, error: tell },
  };
}

/** English where nothing, or something else, is said. */
function languageOf(): Language {
  try {
    return languageFromEnvironment(process.env, 'en');
  } catch {
    return languageFromEnvironment({ ...process.env, [languageVariable]: '' }, 'en');
  }
}

/** Waits for a reader that is slower. What others wrote cannot steer a terminal, also where it is shown later. */
const writeOut = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(toTerminal(text), () => resolve());
  });

/** Standard input as a whole. */
export async function readInput(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) text += String(piece);
  return text.replace(/^\uFEFF/, '');
}

/** `1 memory`, `2 memories`. */
export const many = (count: number, thing: string): string =>
  `${count} ${count === 1 ? thing : `${thing}s`.replace(/ys$/, 'ies')}`;

/** Tags at the end of a line, e.g. `, #ui #bug`; nothing without any. */
export const tagText = (tags: readonly string[] = []): string =>
  tags.length === 0 ? '' : `, ${tags.map((tag) => `#${tag}`).join(' ')}`;
