import type { NumberRuns } from './numberRuns.ts';
import type { EntryRole, SearchPart, SourceKind } from './types.ts';

/** Facts about a sequence of entries. */
export interface ItemFacts {
  readonly kind: SourceKind;
  /** Unique within its kind. */
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly dialog: string | undefined;
  readonly tags: readonly string[];
}

/** An indexed file of an item: its fingerprint, and the number of the item's entries up to its end. */
export interface IndexedPart {
  readonly fingerprint: string;
  readonly end: number;
  /** Missing until it was checked that the file still exists. */
  readonly part?: SearchPart;
}

/** A sequence of entries in the index. */
export interface IndexedItem extends ItemFacts {
  /** Number in the index. */
  readonly number: number;
  /** Numbers of its entries. */
  readonly entries: NumberRuns;
  parts: IndexedPart[];
  /** Number of the last segment on disk that describes it; Infinity if it changed since. */
  segment: number;
}

/** An entry without its text, which stays in its file. */
export interface IndexedEntry {
  /** Number in the index. */
  readonly number: number;
  /** Hashes of its text and its first line, by `textHash`. */
  readonly hash: number;
  readonly lineHash: number;
  readonly role: EntryRole;
  readonly ts: number;
  readonly id: string | undefined;
  readonly agent: string | undefined;
  readonly item: IndexedItem;
  /** Index in the item. */
  readonly ordinal: number;
  /** Position in the whole, of which the item may hold only some entries. */
  readonly position: number;
}
