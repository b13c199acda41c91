import { isObject, jsonOf } from '../base/core.ts';
import { isPadding, scanObject, type ObjectScan } from './scanObject.ts';

/** What a line holds that is not one JSON value. */
export interface GluedRecords<T> {
  /** The whole records, in order. */
  readonly records: readonly T[];
  /** Number of parts that are not records; what is between two records is one. */
  readonly torn: number;
  /** Length of the line to the end of its last whole record. */
  readonly whole: number;
}

/** How records are told from other objects. */
export interface RecordForm<T> {
  /** Parses a whole object; undefined if it is not a record. */
  readonly parse: (text: string) => T | undefined;
  /**
   * Reports whether an object behind a torn part is a record rather than a piece of that part; undefined if other
   * records are not known.
   */
  readonly resembles?: (record: T) => boolean | undefined;
}

/** Characters of other objects that may be scanned again per character of a line, in search of a record. */
const scansPerCharacter = 16;

/**
 * Takes the records out of a line on which several were written without a line end between, or one behind a torn one.
 *
 * White space, NUL and carriage returns may lie between. For lines that are not valid JSON as a whole only.
 */
export function gluedRecords<T>(text: string, form: RecordForm<T>): GluedRecords<T> {
  return new GluedLine(text, form).read();
}

/**
 * Returns a line of JSON as lines of one record each, which it is unless several were written without a line end
 * between. A part that is torn becomes `{`.
 */
export function separated(line: string): readonly string[] {
  if (!line.includes('{') || jsonOf(line) !== undefined) return [line];
  const parse = (text: string) => (isObject(jsonOf(text)) ? text : undefined);
  const { records, torn } = gluedRecords(line, { parse, resembles: () => true });
  return records.length === 0 ? [line] : [...records, ...Array.from({ length: torn }, () => '{')];
}

class GluedLine<T> {
  readonly #text: string;
  readonly #form: RecordForm<T>;
  /** Characters that may still be scanned in search of a record. */
  #left: number;

  constructor(text: string, form: RecordForm<T>) {
    this.#text = text;
    this.#form = form;
    this.#left = text.length * scansPerCharacter;
  }

  read(): GluedRecords<T> {
    const records: T[] = [];
    const { length } = this.#text;
    let torn = 0;
    let whole = 0;
    let isTorn = false;
    let at = this.#begin(0);
    // The beginning of a document, whose objects are not records.
    if (this.#text[at] === '[') return { records, torn: 1, whole };
    while (at < length) {
      const scan = scanObject(this.#text, at);
      const record = this.#recordAt(at, scan);
      if (record === undefined && !isTorn) torn++;
      isTorn = record === undefined;
      if (record !== undefined) {
        records.push(record);
        whole = scan.end;
      }
      const isPassed = record !== undefined || (scan.isWhole && !this.#isInside(scan.end));
      at = isPassed ? this.#begin(scan.end) : this.#after(at, scan);
    }
    return { records, torn, whole };
  }

  #recordAt(at: number, { isWhole, end }: ObjectScan): T | undefined {
    return isWhole && !this.#isInside(end) ? this.#form.parse(this.#text.slice(at, end)) : undefined;
  }

  /** Skips what may lie between records. */
  #begin(from: number): number {
    let at = from;
    while (at < this.#text.length && isPadding(this.#text.charCodeAt(at))) at++;
    return at;
  }

  /** Reports whether what begins here is part of a larger value. */
  #isPreceded(start: number): boolean {
    let at = start - 1;
    while (at >= 0 && isPadding(this.#text.charCodeAt(at))) at--;
    return ',:['.includes(this.#text[at] ?? ' ');
  }

  /** Reports whether what ends here is part of a larger value. */
  #isInside(end: number): boolean {
    return ',:]}'.includes(this.#text[this.#begin(end)] ?? ' ');
  }

  /** Returns where the next record may begin after a torn part that begins at `start`. */
  #after(start: number, { end, last }: ObjectScan): number {
    const next = this.#begin(end);
    const isNext = this.#text[next] === '{' && next > start;
    // The part was torn where a value was to follow, so that the next record seems to be that value.
    if (last !== undefined && (isNext || next === this.#text.length)) {
      const record = this.#form.parse(this.#text.slice(last, end));
      if (record !== undefined && (this.#form.resembles?.(record) ?? isNext)) return last;
    }
    if (isNext) return next;
    // It was torn within a text, which then seems to end at the first quote of the next record.
    const opened = /\{[ \t]*"$/.exec(this.#text.slice(Math.max(start + 1, end - 16), end));
    return opened ? end - opened[0].length : this.#searched(Math.max(end, start + 1));
  }

  /** Searches for a whole record behind something else. */
  #searched(from: number): number {
    const text = this.#text;
    for (let at = text.indexOf('{', from); at !== -1 && this.#left > 0; at = text.indexOf('{', at + 1)) {
      if (this.#isPreceded(at)) continue;
      const scan = scanObject(text, at);
      this.#left -= scan.end - at;
      const record = this.#recordAt(at, scan);
      if (record !== undefined && (this.#form.resembles?.(record) ?? true)) return at;
    }
    return text.length;
  }
}
