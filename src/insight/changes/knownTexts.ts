import type { Secrets } from '../../disk/base/context.ts';
import { isHarmless } from '../../history/sessions/checkpoints.ts';
import type { Piece } from './filePatches.ts';

/** Maximum number of files whose text is kept; the earliest known go first. */
const maxFiles = 50;
/** Total length of the texts that are stored, the latest first. Characters. */
const maxStoredChars = 512 * 1024;

/** A whole text and the request during which it was known. */
export interface KnownText {
  readonly asked: number;
  readonly lines: readonly string[];
}

/** Texts in a form that can be stored, by path; null for one that must not be. */
export type KnownTextsState = readonly (readonly [path: string, text: KnownText | null])[];

/** The whole texts of files that a session read or wrote and has not lost track of. */
export class KnownTexts {
  /** Null for a text that was not stored. */
  readonly #texts: Map<string, KnownText | null>;
  /** Texts without secrets. */
  readonly #harmless: WeakSet<KnownText>;
  /** Whether a text was needed that was not stored. */
  isLacking = false;

  constructor(state: KnownTextsState = []) {
    this.#texts = new Map(state);
    this.#harmless = new WeakSet(state.flatMap(([, text]) => text ?? []));
  }

  get(path: string): KnownText | undefined {
    const text = this.#texts.get(path);
    if (text === null) this.isLacking = true;
    return text ?? undefined;
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

  /** Returns the texts without those that contain secrets, and without the earliest of many. */
  state(secrets: Pick<Secrets, 'value'>): KnownTextsState {
    let left = maxStoredChars;
    const stored = [...this.#texts].reverse().map(([path, text]) => {
      left -= text?.lines.reduce((sum, line) => sum + line.length, 0) ?? 0;
      return [path, text && left >= 0 && this.#isHarmless(text, secrets) ? text : null] as const;
    });
    return stored.reverse();
  }

  #isHarmless(text: KnownText, secrets: Pick<Secrets, 'value'>): boolean {
    if (!this.#harmless.has(text) && !isHarmless(text.lines.join('\n'), secrets)) return false;
    this.#harmless.add(text);
    return true;
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
