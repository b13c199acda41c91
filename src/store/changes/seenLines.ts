import type { JsonValue } from '../base/core.ts';
import { fieldsOf, isList } from '../transcripts/shared/fields.ts';
import { parseJson } from '../transcripts/shared/lines.ts';
import { isTrivial, keyOf } from './lineKeys.ts';

/** Lines longer than this are no code that is copied. Characters. */
const longest = 2_000;
/** Before a line that a tool shows: its number, a sign of a diff, the place where it was found. */
const before = /^\s*(?:Output:|L?\d+(?:→|\t|[|:-] ?| {2,})|[+-]|[\w@./\\-]+[:-]\d+[:-])/;

/** What nearly no other line begins with. */
const mayStandBefore = /^\s*(?:Output:|L?\d|[+-])|^[^\s:]{1,300}:\d|^[\w@./\\]+-\d/;

/**
 * What a session was shown by its tools: what it writes of that elsewhere was copied or moved, and in the same file may
 * have stood there before. Indentation does not count.
 */
export class SeenLines {
  readonly #keys = new Set<string>();

  add(result: JsonValue | undefined): void {
    const wrapped = typeof result === 'string' && result.startsWith('{') ? parseJson(result) : undefined;
    if (wrapped !== undefined) this.add(wrapped);
    else if (typeof result === 'string')
      for (const line of result.split(/\\n|\r\n|\n|\r/)) this.#addLine(line);
    else if (isList(result)) for (const part of result) this.add(part);
    else for (const part of Object.values(fieldsOf(result))) this.add(part);
  }

  has(line: string): boolean {
    return this.#keys.has(keyOf(line.trim()));
  }

  #addLine(line: string): void {
    if (line.length > longest || isTrivial(line)) return;
    this.#keys.add(keyOf(line.trim()));
    if (!mayStandBefore.test(line)) return;
    const shown = line.replace(before, '');
    if (shown !== line) this.#keys.add(keyOf(shown.trim()));
  }
}
