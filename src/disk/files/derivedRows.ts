import { isDeeperThan, isList, jsonOf } from '../base/core.ts';
import { formats } from './historyFormat.ts';
import { checksum } from './checksum.ts';
import { newline } from './lines.ts';

/*
 * A file of derived values is a line that names its form, then a row per value: checksum, a tab, `[key, fingerprint,
 * masking, time]` as JSON, a tab, the value. The last row of a key counts.
 */

const tab = 0x09;
const sumLength = 8;

/** A value as stored. */
export interface StoredRow {
  readonly key: string;
  /** Of the file that the value was derived from. */
  readonly fingerprint: string;
  /** State of the masking of secrets. */
  readonly masked: string;
  /** Time of storage, milliseconds. */
  readonly keptAt: number;
  /** Checked and parsed on demand. */
  readonly line: Buffer;
  /** Of the line. Bytes. */
  readonly length: number;
}

/** How values are written, without line feeds, and read; undefined for anything that is no such value. */
export interface ValueCodec<T> {
  readonly write: (value: T) => string;
  readonly read: (text: Buffer) => T | undefined;
}

/** Maximum nesting of a value: deeper ones would overflow the stack when they are masked. */
const maxDepth = 1_000;

/** Writes values as JSON. `parse` returns undefined for JSON that is no such value. */
export const jsonValues = <T>(parse: (value: unknown) => T | undefined): ValueCodec<T> => ({
  write: (value) => JSON.stringify(value),
  read: (text) => {
    const value = jsonOf(text.toString());
    // Each level takes two characters, so only a long text can be too deep.
    const isDeep = text.length > 2 * maxDepth && isDeeperThan(value, maxDepth);
    return value === undefined || isDeep ? undefined : parse(value);
  },
});

const headerStart = `derived ${formats.rows} `;

/** The first line of a file. */
export const headerOf = (name: string, version: number): string => `${headerStart}${name} ${version}\n`;

/** Formats a row, with its line feed. */
export function formatRow(
  { key, fingerprint, masked, keptAt }: Omit<StoredRow, 'line' | 'length'>,
  value: string,
): Buffer {
  const text = Buffer.from(`${JSON.stringify([key, fingerprint, masked, keptAt])}\t${value}`);
  return Buffer.concat([Buffer.from(`${sumOf(text)}\t`), text, Buffer.of(newline)]);
}

/** Visits the complete rows in bytes and returns the length of all complete lines. The bytes must not change afterwards. */
export function eachRow(bytes: Buffer, visit: (row: StoredRow | undefined, line: Buffer) => void): number {
  let start = 0;
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
    const line = bytes.subarray(start, end);
    if (end > start) visit(rowIn(line), line);
    start = end + 1;
  }
  return start;
}

function rowIn(line: Buffer): StoredRow | undefined {
  const end = line.indexOf(tab, sumLength + 1);
  if (line[sumLength] !== tab || end === -1) return undefined;
  const head = jsonOf(line.toString('utf8', sumLength + 1, end));
  if (!isList(head)) return undefined;
  const [key, fingerprint, masked, keptAt] = head;
  if (typeof key !== 'string' || typeof fingerprint !== 'string') return undefined;
  if (typeof masked !== 'string' || typeof keptAt !== 'number') return undefined;
  return { key, fingerprint, masked, keptAt, line, length: line.length };
}

/** Reads the value of a row; undefined if any byte of it changed, or if it is no such value. */
export function valueOf<T>({ line }: Pick<StoredRow, 'line'>, { read }: ValueCodec<T>): T | undefined {
  if (!isSound({ line })) return undefined;
  const text = line.subarray(sumLength + 1);
  return read(text.subarray(text.indexOf(tab) + 1));
}

/** Says why bytes are no file of derived values; undefined if they are one, even with single torn rows or of another version. */
export function problemIn(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(newline);
  const header = bytes.toString('latin1', 0, end);
  if (!/^derived \d+ /.test(header)) return 'its first line is missing';
  if (!header.startsWith(headerStart)) return undefined; // of another version
  const rows: (StoredRow | undefined)[] = [];
  eachRow(bytes.subarray(end + 1), (row) => rows.push(row));
  return rows.length > 0 && !rows.some((row) => row && isSound(row)) ? 'no row is whole' : undefined;
}

const isSound = ({ line }: Pick<StoredRow, 'line'>): boolean =>
  line.toString('latin1', 0, sumLength) === sumOf(line.subarray(sumLength + 1));

const sumOf = (text: Uint8Array): string => checksum(text).toString(16).padStart(sumLength, '0');
