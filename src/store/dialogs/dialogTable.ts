import type { StoreContext } from '../base/context.ts';
import { indexFolder, sweepUnfinished } from '../files/derived.ts';
import type { LogPosition } from '../files/logPosition.ts';
import type { DialogFacts, DialogRow, FolderListing, Cached, NamedRow } from './dialogRow.ts';
import { readTable, writeTable, type StoredTable } from './tableFile.ts';

/** Below so many dialogs looking at their files is quicker than a table. */
export const worthKeeping = 20;
/** So many rows are read anew before the table is written for others, a tenth where there are many, half where there are few. */
const worthWriting = (rows: number): number => Math.min(Math.max(100, rows / 10), rows / 2);

/** What a table works with. */
export type TableContext = Pick<StoreContext, 'folder' | 'log' | 'isReadOnly' | 'clock'>;

/**
 * What is known of the folders of dialogs, by the names of these: in memory and, where there are many, from the second process on, in
 * `.index/dialogs.jsonl`. All but the times of activity is a proposal that brings the fingerprint of what it was made of.
 */
export class DialogTable {
  readonly #context: TableContext;
  /** As it was read; undefined before that. */
  #stored: { readonly table: StoredTable | undefined } | undefined;
  /** What came since. */
  readonly #facts = new Map<string, Cached<DialogFacts>>();
  readonly #listings = new Map<string, Cached<FolderListing>>();
  readonly #active = new Map<string, number>();
  #isSwept = false;

  constructor(context: TableContext) {
    this.#context = context;
  }

  /** Where the log of changes stood before everything in the table as it was read was looked at; undefined where there is none. */
  get position(): LogPosition | undefined {
    return this.#read()?.position;
  }

  /**
   * Takes those folders out of a set whose names and times of activity are known, as they were last, but for those that are `other`
   * now. They come in the order in which the table was written, as sorting costs little then.
   */
  takeNames(bases: Set<string>, isOther: (base: string) => boolean): NamedRow[] {
    const found: NamedRow[] = [];
    const take = (base: string, stored: NamedRow | undefined): void => {
      if (!bases.has(base) || isOther(base)) return;
      const name = this.#facts.get(base)?.value.name ?? stored?.name;
      const activeAt = this.#active.get(base) ?? stored?.activeAt;
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

  setActive(base: string, activeAt: number): void {
    const known = this.#active.get(base) ?? this.#read()?.activeAt(base);
    if (known !== activeAt) this.#active.set(base, activeAt);
  }

  /**
   * Writes what is known of these folders, those that were active last first, where it would save others time. Call it after a look at
   * all of them that began at this position of the log of changes. What fails is told.
   */
  async keep(bases: readonly string[], position: LogPosition): Promise<void> {
    const { folder, log, isReadOnly } = this.#context;
    const continues = this.position?.begins === position.begins;
    const news = Math.max(this.#facts.size, this.#listings.size);
    if (bases.length < worthKeeping || isReadOnly()) return;
    try {
      await this.#sweep();
      if (continues && news < worthWriting(bases.length)) return;
      const rows = new Map(bases.map((base) => [base, this.#row(base)]));
      this.#stored = { table: await writeTable(folder, rows, position) };
      for (const [base, row] of rows) this.#forget(base, row);
    } catch (error) {
      log.warn(`cannot write the table of dialogs: ${String(error)}`);
    }
  }

  /** Removes what a process left that died while it wrote; once is enough for each process. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    const { folder, clock } = this.#context;
    await sweepUnfinished(indexFolder(folder), clock.now());
  }

  /** Of what came since, forgets what is written now. */
  #forget(base: string, { facts, listing, activeAt }: DialogRow): void {
    if (this.#facts.get(base) === facts) this.#facts.delete(base);
    if (this.#listings.get(base) === listing) this.#listings.delete(base);
    if (this.#active.get(base) === activeAt) this.#active.delete(base);
  }

  #row(base: string): DialogRow {
    const table = this.#read();
    return {
      facts: this.#facts.get(base) ?? table?.facts(base),
      listing: this.#listings.get(base) ?? table?.listing(base),
      activeAt: this.#active.get(base) ?? table?.activeAt(base),
    };
  }

  #read(): StoredTable | undefined {
    this.#stored ??= { table: readTable(this.#context) };
    return this.#stored.table;
  }
}
