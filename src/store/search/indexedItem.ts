import type { NumberRuns } from './numberRuns.ts';
import type { EntryRole, SearchPart, SourceKind } from './types.ts';

/** What is known of a sequence of entries. */
export interface ItemFacts {
  readonly kind: SourceKind;
  /** Unique within its kind. */
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly dialog: string | undefined;
  readonly tags: readonly string[];
}

/** A file of an item as it was indexed: its fingerprint, and how many entries of the item come before its end. */
export interface IndexedPart {
  readonly fingerprint: string;
  readonly end: number;
  /** Missing as long as nobody looked whether it is still there. */
  readonly part?: SearchPart;
}

/** A sequence of entries, as the index holds it. */
export interface IndexedItem extends ItemFacts {
  /** Its number in the index. */
  readonly number: number;
  /** The numbers of its entries. */
  readonly entries: NumberRuns;
  parts: IndexedPart[];
  /** The number of the segment on disk that tells last of it; Infinity where it changed after that. */
  segment: number;
}

/** An entry without its text, which stays in its file. */
export interface IndexedEntry {
  /** Its number in the index. */
  readonly number: number;
  /** Hashes of its text and of the first line of it, by `textHash`. */
  readonly hash: number;
  readonly lineHash: number;
  readonly role: EntryRole;
  readonly ts: number;
  readonly id: string | undefined;
  readonly agent: string | undefined;
  readonly item: IndexedItem;
  /** Its place in the item. */
  readonly place: number;
  /** Its place in the whole, of which the item may hold only some entries. */
  readonly position: number;
}
