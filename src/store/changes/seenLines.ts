import type { JsonValue } from '../base/core.ts';
import { fieldsOf, isList } from '../transcripts/shared/fields.ts';
import { parseJson } from '../transcripts/shared/lines.ts';
import { hashOf, isTrivial } from './lineKeys.ts';

/** Lines longer than this are no code that is copied. Characters. */
const longest = 2_000;
/** Before a line that a tool shows: its number, a sign of a diff, the place where it was found. */
const before = /^\s*(?:Output:|L?\d+(?:→|\t|[|:-] ?| {2,})|[+-]|[\w@./\\-]+[:-]\d+[:-])/;

/** Also those of a text in a text. */
const ends = /\\n|\r\n|\n|\r/;
/** What nearly no other line begins with. */
const mayStandBefore = /^\s*(?:Output:|L?\d|[+-])|^[^\s:]{1,300}:\d|^[\w@./\\]+-\d/;

/**
 * What a session was shown by its tools: what it writes of that elsewhere was copied or moved, and in the same file may
 * have stood there before. Indentation does not count.
 */
export class SeenLines {
  /** Lines as they were shown, and without what stood before them. */
  readonly #whole = new Set<number>();
  readonly #bare = new Set<number>();

  add(result: JsonValue | undefined): void {
    const wrapped = typeof result === 'string' && result.startsWith('{') ? parseJson(result) : undefined;
    if (wrapped !== undefined) this.add(wrapped);
    else if (typeof result === 'string')
      for (const line of result.split(result.includes('\\n') || result.includes('\r') ? ends : '\n'))
        this.#addLine(line);
    else if (isList(result)) for (const part of result) this.add(part);
    else for (const part of Object.values(fieldsOf(result))) this.add(part);
  }

  has(line: string): boolean {
    const hash = hashOf(line.trim());
    return this.#whole.has(hash) || this.#bare.has(hash);
  }

  #addLine(line: string): void {
    const hash = line.length > longest ? undefined : hashOf(line.trim());
    // Most of what programs print they print again and again.
    if (hash === undefined || this.#whole.has(hash) || isTrivial(line)) return;
    this.#whole.add(hash);
    if (!mayStandBefore.test(line)) return;
    const shown = line.replace(before, '');
    if (shown !== line) this.#bare.add(hashOf(shown.trim()));
  }
}
