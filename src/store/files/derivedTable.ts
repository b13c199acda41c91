import fs, { type Stats } from 'node:fs';
import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { indexFolder, readDerived, writeDerived } from './derived.ts';
import { WrongContent } from './json.ts';
import { folderAt } from './way.ts';

/** How values that are made of files are kept. */
export interface TableForm<T> {
  /** Of the file in `.index/`. */
  readonly name: string;
  /** Raised when values are made differently, so that nothing older is taken over. */
  readonly version: number;
  /** Undefined for what no such value was written as. */
  readonly parse: (value: unknown) => T | undefined;
}

type TableContext = Pick<StoreContext, 'folder' | 'isReadOnly' | 'log' | 'secrets'>;

/** Of so many new files it is written down in the middle of a look what was made of them, then of twice as many. */
const firstKept = 10;

interface Row<T> {
  readonly mark: string;
  readonly value: T;
  /** Whether this process met the file itself. */
  met?: true;
}

/** Differs whenever a file does, also where somebody gave it back its size and time: then the system still notes a change. */
export const markOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string =>
  `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

/** The mark of what is at a path, and when it was made, milliseconds; undefined when nothing is there. */
export function markAt(path: string): { readonly mark: string; readonly born: number } | undefined {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat && { mark: markOf(stat), born: stat.birthtimeMs };
}

/**
 * What was made of files, in one file of `.index/` that processes share, so that none reads what another has read. A
 * value holds as long as the mark of its file stays and the same secrets are masked. Lost or damaged it only costs time.
 */
export class DerivedTable<T> {
  readonly #form: TableForm<T>;
  readonly #context: TableContext | undefined;
  #rows: Map<string, Row<T>> | undefined;
  #masked = '';
  #changed = false;

  /** Without a context it is this process's own. */
  constructor(form: TableForm<T>, context?: TableContext) {
    this.#form = form;
    this.#context = context;
  }

  /** Begins to look at files. */
  async look(): Promise<TableLook<T>> {
    this.#rows ??= await this.#load();
    const masked = this.#context?.secrets.state ?? '';
    if (masked !== this.#masked) this.#rows = new Map();
    this.#masked = masked;
    return new TableLook(this.#rows, (rows, changed) => this.#end(rows, changed));
  }

  async #load(): Promise<Map<string, Row<T>>> {
    if (!this.#context) return new Map();
    const read = await readDerived(
      this.#file(this.#context),
      (value) => this.#parse(value),
      this.#context.log,
    );
    this.#masked = read?.masked ?? '';
    return read?.rows ?? new Map<string, Row<T>>();
  }

  #parse(value: unknown): { readonly masked: string; readonly rows: Map<string, Row<T>> } {
    const { version, parse } = this.#form;
    if (!isObject(value) || value.v !== version || typeof value.masked !== 'string' || !isList(value.rows))
      throw new WrongContent('of another version');
    const rows = new Map<string, Row<T>>();
    for (const row of value.rows) {
      const [key, mark, kept]: readonly unknown[] = isList(row) ? row : [];
      const made = parse(kept);
      if (typeof key === 'string' && typeof mark === 'string' && made !== undefined)
        rows.set(key, { mark, value: made });
    }
    return { masked: value.masked, rows };
  }

  /** Looking makes no history. */
  async #end(rows: Map<string, Row<T>>, changed: boolean): Promise<void> {
    this.#rows = rows;
    this.#changed ||= changed;
    const context = this.#context;
    if (!this.#changed || !context || context.isReadOnly() || !folderAt(context.folder)) return;
    const file = this.#file(context);
    const list = [...rows].map(([key, { mark, value }]) => [key, mark, value]);
    this.#changed = false;
    await writeDerived(
      file,
      JSON.stringify({ v: this.#form.version, masked: this.#masked, rows: list }),
    ).catch((error: unknown) =>
      context.log.warn(`cannot write ${file}, which only saves time: ${String(error)}`),
    );
  }

  #file({ folder }: TableContext): string {
    return join(indexFolder(folder), this.#form.name);
  }
}

/** One look at files. Of those it meets, what was not known before is added, for others as well. */
export class TableLook<T> {
  readonly #rows: Map<string, Row<T>>;
  readonly #end: (rows: Map<string, Row<T>>, changed: boolean) => Promise<void>;
  readonly #met = new Map<string, Row<T>>();
  #made = 0;
  #keptAt = firstKept;

  constructor(
    rows: Map<string, Row<T>>,
    end: (rows: Map<string, Row<T>>, changed: boolean) => Promise<void>,
  ) {
    this.#rows = rows;
    this.#end = end;
  }

  /** What was made of a file; undefined where that has another mark now, or is not known. */
  get(key: string, mark: string): T | undefined {
    const row = this.#rows.get(key);
    if (row?.mark !== mark) return undefined;
    row.met = true;
    this.#met.set(key, row);
    return row.value;
  }

  /** What was made of a file when this process met it last, however it is now. */
  recall(key: string): T | undefined {
    const row = this.#rows.get(key);
    return row?.met && row.value;
  }

  /** Remembers, and gives, what was made of a file with this mark. */
  set(key: string, mark: string, value: T): T {
    const row: Row<T> = { mark, value, met: true };
    this.#rows.set(key, row);
    this.#met.set(key, row);
    this.#made++;
    return value;
  }

  /** Writes what is known so far where that is much more than before: the process may end in the middle of a look. */
  async keep(): Promise<void> {
    if (this.#made < this.#keptAt) return;
    this.#keptAt = this.#made * 2;
    await this.#end(this.#rows, true);
  }

  /** All files were looked at: others are gone, and forgotten. What is new is written for the next process. */
  async end(): Promise<void> {
    await this.#end(this.#met, this.#made > 0 || this.#met.size < this.#rows.size);
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
