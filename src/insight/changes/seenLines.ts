import type { JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList } from '../../agents/reading/fields.ts';
import { parseJson } from '../../agents/reading/lines.ts';
import { hashOf, isTrivial } from './lineKeys.ts';

/** Longer lines are not code that is copied. Characters. */
const maxLineLength = 2_000;
/** Prefixes of lines in tool output: a line number, a diff sign, a location. */
const before = /^\s*(?:Output:|L?\d+(?:→|\t|[|:-] ?| {2,})|[+-]|[\w@./\\-]+[:-]\d+[:-])/;

/** Line ends, including escaped ones. */
const ends = /\\n|\r\n|\n|\r/;
/** Quick check for lines that may have a prefix. */
const mayHavePrefix = /^\s*(?:Output:|L?\d|[+-])|^[^\s:]{1,300}:\d|^[\w@./\\]+-\d/;

/** Hashes of lines as shown, and without their prefix. */
export interface SeenHashes {
  readonly whole: readonly number[];
  readonly bare: readonly number[];
}

/** The lines of a file as a tool showed them, ignoring indentation. */
export class SeenLines {
  /** Lines as shown, and without their prefix. */
  readonly #whole: Set<number>;
  readonly #bare: Set<number>;

  constructor(result: JsonValue | undefined, { whole, bare }: SeenHashes = { whole: [], bare: [] }) {
    this.#whole = new Set(whole);
    this.#bare = new Set(bare);
    this.#add(result);
  }

  get hashes(): SeenHashes {
    return { whole: [...this.#whole], bare: [...this.#bare] };
  }

  #add(result: JsonValue | undefined): void {
    const wrapped = typeof result === 'string' && result.startsWith('{') ? parseJson(result) : undefined;
    if (wrapped !== undefined) this.#add(wrapped);
    else if (typeof result === 'string')
      for (const line of result.split(result.includes('\\n') || result.includes('\r') ? ends : '\n'))
        this.#addLine(line);
    else if (isList(result)) for (const part of result) this.#add(part);
    else for (const part of Object.values(fieldsOf(result))) this.#add(part);
  }

  has(line: string): boolean {
    const hash = hashOf(line.trim());
    return this.#whole.has(hash) || this.#bare.has(hash);
  }

  #addLine(line: string): void {
    const hash = line.length > maxLineLength ? undefined : hashOf(line.trim());
    // Programs mostly print the same lines repeatedly.
    if (hash === undefined || this.#whole.has(hash) || isTrivial(line)) return;
    this.#whole.add(hash);
    if (!mayHavePrefix.test(line)) return;
    const shown = line.replace(before, '');
    if (shown !== line) this.#bare.add(hashOf(shown.trim()));
  }
}
