import { errorMessage } from '../base/core.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DerivedContext, DerivedForm } from './derivedForm.ts';
import { passOver, type DerivedPass } from './derivedPass.ts';
import { formatRow, headerOf, valueOf, type StoredRow } from './derivedRows.ts';
import {
  derivedContext,
  formName,
  mayDerive,
  readyDerived,
  sweepFiles,
  takeDerived,
  writeDerived,
} from './indexFolder.ts';
import { indexFolder } from './ignored.ts';
import { RowsFile, rowsNow } from './rowsFile.ts';
import { fileAt, folderAt } from './way.ts';

interface Row<T> extends Omit<StoredRow, 'line' | 'length'> {
  /** The row as stored, until its value is read. */
  line?: Buffer | undefined;
  /** Size of the row in the file. Bytes. */
  length: number;
  value?: T;
  /** Whether this process has looked up the key itself. */
  met?: true;
}

/** Where values are stored. */
interface Place<T> {
  readonly form: DerivedForm<T>;
  readonly context: DerivedContext;
  /** The file with all rows, or the folder with a file for each key. */
  readonly path: string;
  readonly header: string;
  readonly file: RowsFile | undefined;
}

/** Values of keys that are gone are kept this long, as they may belong to another folder. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** A file is rewritten when replaced rows exceed the current ones by this size. Bytes. */
const compactBytes = 64 * 1024;
/**
 * Values derived from files, valid while the fingerprint of the file and the masking of secrets stay the same. With a
 * context, processes share them in `.index/`; losing or damaging them only costs time.
 */
export class Derived<T> {
  readonly #form: DerivedForm<T> | undefined;
  /** As given, with the folder elsewhere. */
  readonly #context: DerivedContext | undefined;
  #place: Place<T> | undefined;
  readonly #rows = new Map<string, Row<T>>();
  readonly #unsaved = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  #masked = '';
  /** Whether the file has rows that must not stay: other secrets are masked now. */
  #hasOthers = false;

  /** Without a context, the values belong to this process. */
  constructor(form?: DerivedForm<T>, context?: DerivedContext) {
    this.#form = form;
    this.#context = context;
    this.#place = form && context && placeOf(form, derivedContext(context));
  }

  /** Reads what other processes stored. Logs an unreadable file, which is replaced. */
  async refresh(): Promise<void> {
    await this.#move();
    if (!this.#place) return;
    const { file, context } = this.#place;
    const { state } = context.secrets;
    if (state !== this.#masked) {
      this.#hasOthers ||= this.#rows.size > this.#unsaved.size;
      this.#rows.clear();
      this.#unsaved.clear();
    }
    this.#masked = state;
    if (file) await this.#inTurn(() => this.#takeNews(file));
  }

  async #takeNews(file: RowsFile): Promise<void> {
    const { anew, rows } = await file.news();
    if (anew) {
      this.#hasOthers = false;
      for (const key of this.#rows.keys()) if (!this.#unsaved.has(key)) this.#rows.delete(key);
    }
    for (const row of rows)
      if (row.masked !== this.#masked) this.#hasOthers = true;
      else if (!this.#unsaved.has(row.key)) this.#rows.set(row.key, row);
  }

  /** Whether nothing is known so far. */
  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  /** Returns the value of a key; undefined if it has another fingerprint now, or is unknown. */
  get(key: string, fingerprint: string): T | undefined {
    const row = this.#row(key);
    return row?.fingerprint === fingerprint ? this.#valueOf(row) : undefined;
  }

  /** Returns what is stored for a key, whatever fingerprint it has now. */
  peek(
    key: string,
  ): { readonly fingerprint: string; readonly keptAt: number; readonly value: T } | undefined {
    const row = this.#row(key);
    const value = row && this.#valueOf(row);
    return row && value !== undefined
      ? { fingerprint: row.fingerprint, keptAt: row.keptAt, value }
      : undefined;
  }

  /** Remembers and returns a value, which `save` stores. */
  set(key: string, fingerprint: string, value: T): T {
    const { context, file } = this.#place ?? {};
    if (context && !file) this.#masked = context.secrets.state;
    const keptAt = context?.clock.now() ?? 0;
    this.#rows.set(key, { key, fingerprint, masked: this.#masked, keptAt, length: 0, value, met: true });
    if (context) this.#unsaved.add(key);
    return value;
  }

  /** Stores one value for other processes; returns whether it is stored. */
  put(key: string, fingerprint: string, value: T): Promise<boolean> {
    this.set(key, fingerprint, value);
    return this.save();
  }

  /** Stores new values for other processes; returns whether they are stored. Logs failures. */
  async save(): Promise<boolean> {
    await this.#move();
    const place = this.#writable();
    if (!place) return false;
    if (this.#unsaved.size === 0 && !this.#hasOthers) return this.#inTurn(() => Promise.resolve());
    const { file } = place;
    return this.#inTurn(async () => {
      await readyDerived(place.context);
      await (file ? this.#saveRows(place, file) : this.#saveFiles(place));
    });
  }

  async #saveRows({ form }: Place<T>, file: RowsFile): Promise<void> {
    const rows = this.#takeUnsaved();
    const lines = rows.map((row) => formatted(row, form));
    for (const [n, row] of rows.entries()) row.length = lines[n]?.length ?? 0;
    if (this.#hasOthers) await this.#rewrite(file, new Set(), lines);
    else if (lines.length > 0) await this.#compact(file, await file.append(lines));
  }

  async #saveFiles({ form, path, header }: Place<T>): Promise<void> {
    for (const row of this.#takeUnsaved()) {
      const content = Buffer.concat([Buffer.from(header), formatted(row, form)]);
      await writeDerived(fileOf(path, row.key), content);
      // It is read from its file now; where that cannot be written, memory alone has it.
      if (this.#rows.get(row.key) === row) this.#rows.delete(row.key);
    }
  }

  #takeUnsaved(): Row<T>[] {
    const rows = [...this.#unsaved].flatMap((key) => this.#rows.get(key) ?? []);
    this.#unsaved.clear();
    return rows;
  }

  async #compact(file: RowsFile, size: number): Promise<void> {
    let current = 0;
    for (const { length } of this.#rows.values()) current += length;
    if (size > 2 * current + compactBytes) await this.#rewrite(file, new Set(), []);
  }

  async #rewrite(file: RowsFile, dropped: ReadonlySet<string>, added: readonly Buffer[]): Promise<void> {
    await file.rewrite(({ key, masked }) => masked === this.#masked && !dropped.has(key), added);
    this.#hasOthers = false;
  }

  /** Drops the values of all keys but these, as far as they were stored at least `afterMs` milliseconds ago. */
  async sweep(keys: ReadonlySet<string>, afterMs = keptMs): Promise<void> {
    const place = this.#writable();
    if (!place) return;
    const { file, context, path } = place;
    const now = context.clock.now();
    await this.#inTurn(async () => {
      if (file) await this.#sweepRows(file, keys, now - afterMs);
      else await sweepFiles(path, new Set([...keys].map((key) => fileOf(path, key))), now - afterMs);
    });
  }

  async #sweepRows(file: RowsFile, keys: ReadonlySet<string>, before: number): Promise<void> {
    const gone = [...this.#rows.values()].filter(({ key, keptAt }) => !keys.has(key) && keptAt <= before);
    for (const { key } of gone) this.#rows.delete(key);
    if (gone.length > 0) await this.#rewrite(file, new Set(gone.map(({ key }) => key)), []);
  }

  /** Returns the size of the file of a key. Bytes. */
  size(key: string): number {
    return this.#place ? (fileAt(fileOf(this.#place.path, key))?.size ?? 0) : 0;
  }

  /** Begins a pass over all files. */
  async pass(): Promise<DerivedPass<T>> {
    await this.refresh();
    return passOver({
      get: (key, fingerprint) => this.#meet(key, fingerprint),
      set: (key, fingerprint, value) => this.set(key, fingerprint, value),
      recall: (key) => (this.#rows.get(key)?.met ? this.peek(key)?.value : undefined),
      save: () => this.save(),
      keys: () => this.#rows.keys(),
      sweep: (keys) => this.sweep(keys, 0),
    });
  }

  #meet(key: string, fingerprint: string): T | undefined {
    const value = this.get(key, fingerprint);
    const row = value === undefined ? undefined : this.#rows.get(key);
    if (row) row.met = true;
    return value;
  }

  #row(key: string): Row<T> | undefined {
    const known = this.#rows.get(key);
    const { file, context, path = '', header = '' } = this.#place ?? {};
    if (known || file || !context) return known;
    try {
      this.#masked = context.secrets.state;
      if (folderAt(context.folder) === undefined) return undefined;
      return rowsNow(fileOf(path, key), header).findLast((one) => one.key === key);
    } catch (error) {
      this.#warn(error);
      return undefined;
    }
  }

  #valueOf(row: Row<T>): T | undefined {
    if (row.masked !== this.#masked) return undefined;
    if (row.line && this.#place) {
      const value = valueOf({ line: row.line }, this.#place.form.values);
      row.line = undefined;
      if (value === undefined) this.#rows.delete(row.key);
      else row.value = value;
    }
    return row.value;
  }

  /** Moves into the history once it was made. */
  async #move(): Promise<void> {
    const context = this.#context && derivedContext(this.#context);
    const former = this.#place;
    if (!this.#form || !context || !former || former.context.folder === context.folder) return;
    const place = (this.#place = placeOf(this.#form, context));
    await this.#inTurn(() => takeDerived(former.path, place.path, context.log));
  }

  /** Values are stored where a history exists, or elsewhere; reading alone does not create one. */
  #writable(): Place<T> | undefined {
    const { context } = this.#place ?? {};
    return context && !context.isReadOnly() && mayDerive(context) ? this.#place : undefined;
  }

  /** Runs work after earlier work; logs a failure, and returns whether there was none. */
  #inTurn(work: () => Promise<void>): Promise<boolean> {
    const turn = this.#turn.then(work).then(
      () => true,
      (error: unknown) => {
        this.#warn(error);
        return false;
      },
    );
    this.#turn = turn;
    return turn;
  }

  #warn(error: unknown): void {
    this.#place?.context.log.warn(
      `cannot use ${this.#place.path}, which only saves time: ${errorMessage(error)}`,
    );
  }
}

function placeOf<T>(form: DerivedForm<T>, context: DerivedContext): Place<T> {
  const { name, version, layout } = form;
  const named = formName(name, version);
  const path = join(indexFolder(context.folder), layout === 'rows' ? `${named}.log` : named);
  const header = headerOf(name, version);
  return {
    form,
    context,
    path,
    header,
    file: layout === 'rows' ? new RowsFile(path, header, writeDerived) : undefined,
  };
}

const fileOf = (folder: string, key: string): string =>
  join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 16)}.log`);

const formatted = <T>(row: Row<T>, { values }: DerivedForm<T>): Buffer =>
  formatRow(row, row.value === undefined ? '' : values.write(row.value));
