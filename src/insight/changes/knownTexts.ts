import type { Piece } from './filePatches.ts';

/** Maximum number of files whose text is kept; the earliest known go first. */
const maxFiles = 50;

/** A whole text and the request during which it was known. */
export interface KnownText {
  readonly asked: number;
  readonly lines: readonly string[];
}

/** The whole texts of files that a session read or wrote and has not lost track of. */
export class KnownTexts {
  readonly #texts = new Map<string, KnownText>();

  get(path: string): KnownText | undefined {
    return this.#texts.get(path);
  }

  set(path: string, text: KnownText): void {
    this.#texts.delete(path);
    this.#texts.set(path, text);
    const [first] = this.#texts.keys();
    if (this.#texts.size > maxFiles && first !== undefined) this.#texts.delete(first);
  }

  forget(path: string): void {
    this.#texts.delete(path);
  }
}

/** Applies replacements, in order from top to bottom; undefined where a text to replace is not there, or a single one several times. */
export function applied(lines: readonly string[], pieces: readonly Piece[]): readonly string[] | undefined {
  let text = lines.join('\n');
  let from = 0;
  for (const { before, after } of pieces) {
    const [old, changed] = [before.join('\n'), after.join('\n')];
    const at = text.indexOf(old, from);
    const isAmbiguous = pieces.length === 1 && text.includes(old, at + 1);
    if (old === '' || at === -1 || isAmbiguous) return undefined;
    text = text.slice(0, at) + changed + text.slice(at + old.length);
    from = at + changed.length;
  }
  return text === '' ? [] : text.split('\n');
}

/** Parses the text of a file that a tool showed with the number of each line from 1; undefined for other results. */
export function numberedLines(result: unknown): readonly string[] | undefined {
  if (typeof result !== 'string') return undefined;
  const [shown = ''] = result.split(/\n\s*<system-reminder>/);
  const lines: string[] = [];
  for (const line of shown.replace(/\n+$/, '').split('\n')) {
    const [, number, text] = /^ *(\d+)(?:→|\t)(.*)$/.exec(line) ?? [];
    if (text === undefined || Number(number) !== lines.length + 1) return undefined;
    lines.push(text);
  }
  if (lines.at(-1) === '') lines.pop(); // some versions show what follows the last line feed
  return lines;
}
