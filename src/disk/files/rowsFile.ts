import { eachRow, type StoredRow } from './derivedRows.ts';
import { appendNow, bytesNow, bytesOf, openToRead } from './open.ts';
import { fileAt } from './way.ts';

/** The rows of a file with this header; none if it is missing or has another form. */
function rowsIn(bytes: Buffer | undefined, header: string): StoredRow[] {
  const rows: StoredRow[] = [];
  if (bytes && beginsWith(bytes, header))
    eachRow(bytes.subarray(header.length), (row) => void (row && rows.push(row)));
  return rows;
}

/** Synchronous `rowsIn` for a file of one key. */
export const rowsNow = (file: string, header: string): StoredRow[] => rowsIn(bytesNow(file), header);

const beginsWith = (bytes: Buffer, header: string): boolean =>
  bytes.toString('latin1', 0, header.length) === header;

/** A file with a row per key, to which every process appends. */
export class RowsFile {
  readonly path: string;
  readonly #header: string;
  readonly #write: (file: string, content: Uint8Array) => Promise<void>;
  /** The file and the size read so far. */
  #read = { ino: -1, size: 0 };
  /** Whether the file has another form and must be replaced. */
  #isOther = false;

  /** `write` replaces a file, and creates its folder. */
  constructor(path: string, header: string, write: (file: string, content: Uint8Array) => Promise<void>) {
    this.path = path;
    this.#header = header;
    this.#write = write;
  }

  /** Reads the rows that were added since the last call; all of them, and `anew`, if the file was replaced. */
  async news(): Promise<{ readonly anew: boolean; readonly rows: readonly StoredRow[] }> {
    const { ino, size } = fileAt(this.path) ?? { ino: -1, size: 0 };
    if (ino === this.#read.ino && size === this.#read.size) return { anew: false, rows: [] };
    const anew = ino !== this.#read.ino || size < this.#read.size;
    if (anew) [this.#read, this.#isOther] = [{ ino, size: 0 }, false];
    return { anew, rows: ino === -1 ? [] : await this.#readFrom(this.#read.size) };
  }

  async #readFrom(from: number): Promise<StoredRow[]> {
    const handle = await openToRead(this.path);
    if (!handle) return [];
    try {
      const { ino, size } = await handle.stat();
      const bytes = Buffer.allocUnsafeSlow(Math.max(0, size - from));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      if (from === 0) this.#isOther = !beginsWith(bytes, this.#header);
      const skipped = from === 0 ? this.#header.length : 0;
      const rows: StoredRow[] = [];
      if (this.#isOther) return rows;
      const read = eachRow(bytes.subarray(skipped, bytesRead), (row) => void (row && rows.push(row)));
      this.#read = { ino, size: from + skipped + read };
      return rows;
    } finally {
      await handle.close();
    }
  }

  /** Adds formatted rows in one write; returns the size of the file. */
  async append(rows: readonly Buffer[]): Promise<number> {
    if (this.#isOther || fileAt(this.path) === undefined) return this.rewrite(() => false, rows);
    // The leading line feed ends a row that another process left torn.
    const text = `\n${Buffer.concat(rows).toString()}`;
    const before = appendNow(this.path, (size) => (size === 0 ? this.#header : '') + text);
    const size = before + Buffer.byteLength(text) + (before === 0 ? this.#header.length : 0);
    const { ino = -1 } = before === 0 ? (fileAt(this.path) ?? {}) : this.#read;
    if (before === this.#read.size) this.#read = { ino, size };
    return size;
  }

  /** Replaces the file by the last row of each key that `isKept` accepts, and added ones; returns its size. */
  async rewrite(isKept: (row: StoredRow) => boolean, added: readonly Buffer[]): Promise<number> {
    const there = await bytesOf(this.path).catch(() => undefined); // unreadable, and replaced
    const last = new Map(rowsIn(there, this.#header).map((row) => [row.key, row]));
    const lines = [...last.values()].filter(isKept).flatMap(({ line }) => [line, lineFeed]);
    await this.#write(this.path, Buffer.concat([Buffer.from(this.#header), ...lines, ...added]));
    const { ino, size } = fileAt(this.path) ?? { ino: -1, size: 0 };
    [this.#read, this.#isOther] = [{ ino, size }, false];
    return size;
  }
}

const lineFeed = Buffer.from('\n');
