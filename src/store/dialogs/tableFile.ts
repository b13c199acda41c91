import { isObject, type Log } from '../base/core.ts';
import type { StoreContext } from '../base/context.ts';
import type { LogPosition } from '../files/logPosition.ts';
import { checksum } from '../files/checksum.ts';
import { dialogTableFile, writeDerived } from '../files/derived.ts';
import { WrongContent } from '../files/json.ts';
import { bytesNow } from '../files/open.ts';
import type { DialogFacts, DialogRow, FolderListing, Cached, NamedRow } from './dialogRow.ts';

/*
 * The table as a file of three lines of JSON: version and checksum; names; and the rest, which is read when it is asked for.
 * Columns are read several times faster than an object for each row.
 */

/** Raised when anything written here changes. */
const version = 1;

interface Names {
  readonly position: LogPosition;
  readonly bases: readonly string[];
  /** Empty where `dialog.json` does not say the name. */
  readonly names: readonly string[];
  /** Milliseconds; 0 where nobody looked. */
  readonly activeAt: readonly number[];
}

interface Rest {
  /** Fingerprints of `dialog.json`; empty where it does not say the name. */
  readonly files: readonly string[];
  /** Milliseconds; 0 where it is not known. */
  readonly createdAt: readonly number[];
  /** Sums of `flags`. */
  readonly flags: readonly number[];
  /** Tags, by the place of the row; nearly none has some. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
  /** Fingerprints of folders; empty where they were not listed. */
  readonly folders: readonly string[];
  /** Names of sealed parts, by the place of the row. */
  readonly sealed: Readonly<Record<string, readonly string[]>>;
}

const flags = { pinned: 1, archived: 2, open: 4, summary: 8, contexts: 16 } as const;

/** The table as it was written: each line is read, and rows are made, when they are asked for. */
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

  /** Visits all folders, those that were active last first, with what is known of their names. */
  eachName(visit: (base: string, known: NamedRow | undefined) => void): void {
    const { bases, names, activeAt } = this.#names;
    for (let n = 0; n < bases.length; n++) {
      const [name = '', active = 0] = [names[n], activeAt[n]];
      visit(bases[n] ?? '', name === '' || active === 0 ? undefined : { name, activeAt: active });
    }
  }

  activeAt(base: string): number | undefined {
    const active = this.#names.activeAt[this.#place(base)] ?? 0;
    return active === 0 ? undefined : active;
  }

  facts(base: string): Cached<DialogFacts> | undefined {
    const n = this.#place(base);
    const { files, createdAt, flags: all, tags } = this.#columns();
    const [fingerprint = '', name = ''] = [files[n], this.#names.names[n]];
    if (fingerprint === '' || name === '') return undefined;
    const [bits = 0, created = 0] = [all[n], createdAt[n]];
    const value = {
      name,
      ...(created !== 0 && { createdAt: created }), // quicker than with `defined`, for ten thousand rows
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

/** By the names of folders. */
type Rows = ReadonlyMap<string, DialogRow>;

/** The table as it was written last; undefined where there is none that can be read. */
export function readTable({ folder, log }: Pick<StoreContext, 'folder' | 'log'>): StoredTable | undefined {
  try {
    const bytes = bytesNow(dialogTableFile(folder));
    return bytes && parseTable(bytes, log);
  } catch (error) {
    log.warn(madeAgain(error));
    return undefined;
  }
}

const madeAgain = (error: unknown): string => `the table of dialogs is made again: ${String(error)}`;

/** Writes a table for other processes, and gives it as they will read it. */
export async function writeTable(history: string, rows: Rows, position: LogPosition): Promise<StoredTable> {
  const [names, rest] = [namesOf(rows, position), restOf(rows)];
  const content = Buffer.from(`${JSON.stringify(names)}\n${JSON.stringify(rest)}\n`, 'utf8');
  const head = Buffer.from(`${JSON.stringify({ v: version, sum: checksum(content) })}\n`, 'utf8');
  await writeDerived(dialogTableFile(history), Buffer.concat([head, content]));
  return new StoredTable(names, () => rest);
}

function namesOf(rows: Rows, position: LogPosition): Names {
  const all = [...rows.values()];
  return {
    position,
    bases: [...rows.keys()],
    names: all.map(({ facts }) => facts?.value.name ?? ''),
    activeAt: all.map(({ activeAt = 0 }) => activeAt),
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
  };
}

const flagsOf = (row: Partial<DialogFacts & FolderListing>): number =>
  (row.pinned === true ? flags.pinned : 0) +
  (row.archived === true ? flags.archived : 0) +
  (row.open === true ? flags.open : 0) +
  (row.summary === true ? flags.summary : 0) +
  (row.contexts === true ? flags.contexts : 0);

function parseTable(bytes: Buffer, log: Pick<Log, 'warn'>): StoredTable {
  const begins = bytes.indexOf('\n') + 1;
  const head: unknown = JSON.parse(bytes.toString('utf8', 0, begins));
  if (!isObject(head) || head.v !== version) throw new WrongContent('of another version');
  if (head.sum !== checksum(bytes.subarray(begins))) throw new WrongContent('torn');
  const ends = bytes.indexOf('\n', begins) + 1;
  const names = parseNames(JSON.parse(bytes.toString('utf8', begins, ends)));
  return new StoredTable(names, () => {
    try {
      return parseRest(JSON.parse(bytes.toString('utf8', ends)));
    } catch (error) {
      log.warn(madeAgain(error)); // what another program wrote with the right sum
      return { files: [], createdAt: [], flags: [], tags: {}, folders: [], sealed: {} };
    }
  });
}

function parseNames(value: unknown): Names {
  if (!isObject(value)) throw noColumns();
  const { position, bases, names, activeAt } = value;
  if (!isPosition(position) || !isTexts(bases) || !isTexts(names) || !isNumbers(activeAt)) throw noColumns();
  return { position, bases, names, activeAt };
}

function parseRest(value: unknown): Rest {
  if (!isObject(value)) throw noColumns();
  const { files, createdAt, flags, tags, folders, sealed } = value;
  if (!isTexts(files) || !isNumbers(createdAt) || !isNumbers(flags) || !isTexts(folders)) throw noColumns();
  if (!isLists(tags) || !isLists(sealed)) throw noColumns();
  return { files, createdAt, flags, tags, folders, sealed };
}

const noColumns = (): WrongContent => new WrongContent('no columns');
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');
const isLists = (value: unknown): value is Record<string, string[]> =>
  isObject(value) && Object.values(value).every(isTexts);
const isPosition = (value: unknown): value is LogPosition =>
  isObject(value) && typeof value.begins === 'string' && Number.isSafeInteger(value.read);
