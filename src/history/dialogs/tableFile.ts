import { isObject, jsonOf } from '../../disk/base/core.ts';
import { Derived } from '../../disk/files/derived.ts';
import type { DerivedContext, DerivedForm } from '../../disk/files/derivedForm.ts';
import type { LogPosition } from '../../disk/files/changeLog.ts';
import type { DialogFacts, DialogRow, FolderListing, Cached, NamedRow } from './dialogRow.ts';

/*
 * The table is stored as one value in two fields separated by a tab: names; and the rest, which is parsed on demand.
 * Columns parse several times faster than an object per row.
 */

interface Names {
  readonly position: LogPosition;
  readonly bases: readonly string[];
  /** Empty if `dialog.json` has no name. */
  readonly names: readonly string[];
  /** Milliseconds; 0 if never determined. */
  readonly activeAt: readonly number[];
}

interface Rest {
  /** Fingerprints of `dialog.json`; empty if it has no name. */
  readonly files: readonly string[];
  /** Milliseconds; 0 if unknown. */
  readonly createdAt: readonly number[];
  /** Sums of `flags`. */
  readonly flags: readonly number[];
  /** Tags by row number; most rows have none. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
  /** Fingerprints of folders; empty if never listed. */
  readonly folders: readonly string[];
  /** Names of sealed parts, by row number. */
  readonly sealed: Readonly<Record<string, readonly string[]>>;
  /** Fingerprints of open parts, from which times of activity are; empty or missing if they are from elsewhere. */
  readonly open: readonly string[];
}

const flags = { pinned: 1, archived: 2, open: 4, summary: 8, contexts: 16 } as const;

/** The table as stored; lines are parsed and rows created on demand. */
export class StoredTable {
  readonly #names: Names;
  readonly #readRest: () => Rest;
  #places: ReadonlyMap<string, number> | undefined;
  #rest: Rest | undefined;

  constructor(names: Names, readRest: () => Rest) {
    this.#names = names;
    this.#readRest = readRest;
  }

  get position(): LogPosition {
    return this.#names.position;
  }

  /** Visits all folders, most recently active first, with their cached names. */
  eachName(visit: (base: string, known: NamedRow | undefined) => void): void {
    const { bases, names, activeAt } = this.#names;
    for (let n = 0; n < bases.length; n++) {
      const [name = '', active = 0] = [names[n], activeAt[n]];
      visit(bases[n] ?? '', name === '' || active === 0 ? undefined : { name, activeAt: active });
    }
  }

  active(base: string): Cached<number> | undefined {
    const n = this.#place(base);
    const value = this.#names.activeAt[n] ?? 0;
    return value === 0 ? undefined : { fingerprint: this.#columns().open[n] ?? '', value };
  }

  facts(base: string): Cached<DialogFacts> | undefined {
    const n = this.#place(base);
    const { files, createdAt, flags: all, tags } = this.#columns();
    const [fingerprint = '', name = ''] = [files[n], this.#names.names[n]];
    if (fingerprint === '' || name === '') return undefined;
    const [bits = 0, created = 0] = [all[n], createdAt[n]];
    const value = {
      name,
      ...(created !== 0 && { createdAt: created }), // faster than `defined` for ten thousand rows
      pinned: (bits & flags.pinned) !== 0,
      archived: (bits & flags.archived) !== 0,
      tags: tags[n] ?? [],
    };
    return { fingerprint, value };
  }

  listing(base: string): Cached<FolderListing> | undefined {
    const n = this.#place(base);
    const { folders, flags: all, sealed } = this.#columns();
    const [fingerprint = '', bits = 0] = [folders[n], all[n]];
    if (fingerprint === '') return undefined;
    const value = {
      sealed: sealed[n] ?? [],
      open: (bits & flags.open) !== 0,
      summary: (bits & flags.summary) !== 0,
      contexts: (bits & flags.contexts) !== 0,
    };
    return { fingerprint, value };
  }

  #place(base: string): number {
    this.#places ??= new Map(this.#names.bases.map((each, n) => [each, n]));
    return this.#places.get(base) ?? -1;
  }

  #columns(): Rest {
    return (this.#rest ??= this.#readRest());
  }
}

/** By folder name. */
type Rows = ReadonlyMap<string, DialogRow>;

/** What tables need of a store. */
type TableContext = Omit<DerivedContext, 'secrets'>;

interface Columns {
  readonly names: Names;
  readonly readRest: () => Rest;
}

const form: DerivedForm<Columns> = {
  name: 'dialogs',
  version: 1,
  layout: 'files',
  values: {
    write: ({ names, readRest }) => `${JSON.stringify(names)}\t${JSON.stringify(readRest())}`,
    read: parseTable,
  },
};

/** There is one table of a history. */
const key = '';

const tables = (context: TableContext): Derived<Columns> =>
  new Derived(form, { ...context, secrets: { state: '' } });

/** Reads the last stored table; undefined if there is no valid one. */
export function readTable(context: TableContext): StoredTable | undefined {
  const columns = tables(context).get(key, '');
  return columns && new StoredTable(columns.names, columns.readRest);
}

/** Stores a table for other processes and returns it as they will read it. */
export async function writeTable(
  context: TableContext,
  rows: Rows,
  position: LogPosition,
): Promise<StoredTable> {
  const [names, rest] = [namesOf(rows, position), restOf(rows)];
  await tables(context).put(key, '', { names, readRest: () => rest });
  return new StoredTable(names, () => rest);
}

function namesOf(rows: Rows, position: LogPosition): Names {
  const all = [...rows.values()];
  return {
    position,
    bases: [...rows.keys()],
    names: all.map(({ facts }) => facts?.value.name ?? ''),
    activeAt: all.map(({ active }) => active?.value ?? 0),
  };
}

function restOf(rows: Rows): Rest {
  const all = [...rows.values()];
  const lists = (of: readonly (readonly string[] | undefined)[]) =>
    Object.fromEntries(of.flatMap((list = [], n) => (list.length > 0 ? [[n, list] as const] : [])));
  return {
    files: all.map(({ facts }) => facts?.fingerprint ?? ''),
    createdAt: all.map(({ facts }) => facts?.value.createdAt ?? 0),
    flags: all.map(({ facts, listing }) => flagsOf({ ...facts?.value, ...listing?.value })),
    tags: lists(all.map(({ facts }) => facts?.value.tags)),
    folders: all.map(({ listing }) => listing?.fingerprint ?? ''),
    sealed: lists(all.map(({ listing }) => listing?.value.sealed)),
    open: all.map(({ active }) => active?.fingerprint ?? ''),
  };
}

const flagsOf = (row: Partial<DialogFacts & FolderListing>): number =>
  (row.pinned === true ? flags.pinned : 0) +
  (row.archived === true ? flags.archived : 0) +
  (row.open === true ? flags.open : 0) +
  (row.summary === true ? flags.summary : 0) +
  (row.contexts === true ? flags.contexts : 0);

function parseTable(text: Buffer): Columns | undefined {
  const end = text.indexOf('\t');
  const names = parseNames(jsonOf(text.toString('utf8', 0, Math.max(0, end))));
  const readRest = (): Rest => parseRest(jsonOf(text.toString('utf8', end + 1))) ?? nothing;
  return names && { names, readRest };
}

const nothing: Rest = { files: [], createdAt: [], flags: [], tags: {}, folders: [], sealed: {}, open: [] };

function parseNames(value: unknown): Names | undefined {
  if (!isObject(value)) return undefined;
  const { position, bases, names, activeAt } = value;
  if (!isPosition(position) || !isTexts(bases) || !isTexts(names) || !isNumbers(activeAt)) return undefined;
  return { position, bases, names, activeAt };
}

function parseRest(value: unknown): Rest | undefined {
  if (!isObject(value)) return undefined;
  const { files, createdAt, flags, tags, folders, sealed, open = [] } = value;
  if (!isTexts(files) || !isNumbers(createdAt) || !isNumbers(flags) || !isTexts(folders)) return undefined;
  if (!isLists(tags) || !isLists(sealed) || !isTexts(open)) return undefined;
  return { files, createdAt, flags, tags, folders, sealed, open };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');
const isLists = (value: unknown): value is Record<string, string[]> =>
  isObject(value) && Object.values(value).every(isTexts);
const isPosition = (value: unknown): value is LogPosition =>
  isObject(value) && typeof value.begins === 'string' && Number.isSafeInteger(value.read);
