import { errorMessage } from '../../disk/base/core.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import type { LogPosition } from '../../disk/files/changeLog.ts';
import type { DialogFacts, DialogRow, FolderListing, Cached, NamedRow } from './dialogRow.ts';
import { readTable, writeTable, type StoredTable } from './tableFile.ts';

/** Number of dialogs from which a table is faster than reading their files. */
export const minTableSize = 20;
/** Number of changed rows after which the table is rewritten: a tenth of a large table, half of a small one. */
const maxUnwritten = (rows: number): number => Math.min(Math.max(100, rows / 10), rows / 2);

/** What a table works with. */
export type TableContext = Pick<StoreContext, 'folder' | 'log' | 'isReadOnly' | 'clock'>;

/**
 * Cached data of dialogs by their folders: in memory and, for many dialogs, in `.index/dialogs/` from the second
 * process on. All carry the fingerprint of their source and are verified by it, but times that come with names.
 */
export class DialogTable {
  readonly #context: TableContext;
  /** The table as read; undefined before that. */
  #stored: { readonly table: StoredTable | undefined } | undefined;
  /** Newer data. */
  readonly #facts = new Map<string, Cached<DialogFacts>>();
  readonly #listings = new Map<string, Cached<FolderListing>>();
  readonly #active = new Map<string, Cached<number>>();

  constructor(context: TableContext) {
    this.#context = context;
  }

  /** Position in the log of changes before the stored table's data was read; undefined without a table. */
  get position(): LogPosition | undefined {
    return this.#read()?.position;
  }

  /**
   * Removes folders with a known name and time from a set and returns these, except those `isOther` rejects. They
   * come in stored order, which is nearly sorted.
   */
  takeNames(bases: Set<string>, isOther: (base: string) => boolean): NamedRow[] {
    const found: NamedRow[] = [];
    const take = (base: string, stored: NamedRow | undefined): void => {
      if (!bases.has(base) || isOther(base)) return;
      const name = this.#facts.get(base)?.value.name ?? stored?.name;
      const activeAt = this.#active.get(base)?.value ?? stored?.activeAt;
      if (name !== undefined && activeAt !== undefined && bases.delete(base)) found.push({ name, activeAt });
    };
    this.#read()?.eachName(take);
    for (const base of this.#active.keys()) take(base, undefined);
    return found;
  }

  facts(base: string, fingerprint: string): DialogFacts | undefined {
    const known = this.#facts.get(base) ?? this.#read()?.facts(base);
    return known?.fingerprint === fingerprint ? known.value : undefined;
  }

  listing(base: string, fingerprint: string): FolderListing | undefined {
    const known = this.#listings.get(base) ?? this.#read()?.listing(base);
    return known?.fingerprint === fingerprint ? known.value : undefined;
  }

  setFacts(base: string, fingerprint: string, value: DialogFacts): void {
    this.#facts.set(base, { fingerprint, value });
  }

  setListing(base: string, fingerprint: string, value: FolderListing): void {
    this.#listings.set(base, { fingerprint, value });
  }

  /** Returns when a dialog was last active, if its open part has this fingerprint. */
  activeAt(base: string, fingerprint: string): number | undefined {
    const known = this.#active.get(base) ?? this.#read()?.active(base);
    return known?.fingerprint === fingerprint ? known.value : undefined;
  }

  setActive(base: string, fingerprint: string, value: number): void {
    if (this.activeAt(base, fingerprint) !== value) this.#active.set(base, { fingerprint, value });
  }

  /**
   * Writes the data of these folders, most recently active first, if that saves other processes time. Requires that
   * all were read after this position of the log of changes. Logs failures.
   */
  async keep(bases: readonly string[], position: LogPosition): Promise<void> {
    const { log, isReadOnly } = this.#context;
    const continues = this.position?.begins === position.begins;
    const news = Math.max(this.#facts.size, this.#listings.size, this.#active.size);
    if (bases.length < minTableSize || isReadOnly()) return;
    try {
      if (continues && news < maxUnwritten(bases.length)) return;
      const rows = new Map(bases.map((base) => [base, this.#row(base)]));
      this.#stored = { table: await writeTable(this.#context, rows, position) };
      for (const [base, row] of rows) this.#forget(base, row);
    } catch (error) {
      log.warn(`cannot write the table of dialogs: ${errorMessage(error)}`);
    }
  }

  /** Drops newer data that is now stored. */
  #forget(base: string, { facts, listing, active }: DialogRow): void {
    if (this.#facts.get(base) === facts) this.#facts.delete(base);
    if (this.#listings.get(base) === listing) this.#listings.delete(base);
    if (this.#active.get(base) === active) this.#active.delete(base);
  }

  #row(base: string): DialogRow {
    const table = this.#read();
    return {
      facts: this.#facts.get(base) ?? table?.facts(base),
      listing: this.#listings.get(base) ?? table?.listing(base),
      active: this.#active.get(base) ?? table?.active(base),
    };
  }

  #read(): StoredTable | undefined {
    this.#stored ??= { table: readTable(this.#context) };
    return this.#stored.table;
  }
}
