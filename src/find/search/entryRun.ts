import type { EntryColumns } from './entryColumns.ts';
import type { IndexedItem } from './indexedItem.ts';

/** Share of an entry's words that counts for its neighbours in the session, two on each side. */
export const spread = { secondPrevious: 0.1, previous: 0.3, next: 0.5, second: 0.2 } as const;
/** Additional share of a question that counts for the entry right after it, its answer. */
export const answerSpread = 0.3;

/** Minimum gap between sessions. Milliseconds. */
export const sessionGapMs = 60 * 60 * 1_000;

/** Consecutive entries of the columns that extend an item. */
interface EntryRun {
  readonly item: IndexedItem;
  readonly first: number;
  /** Number of terms of each. */
  readonly terms: Uint32Array;
}

/**
 * Assigns item indexes, neighbours and lengths to consecutive entries; returns their total number of terms.
 * Equals adding them one by one, but in one loop, as a process's first search adds all entries.
 */
export function joinRun(
  { ts, startsSession, ordinals, before, after, lengths, spreadLengths }: EntryColumns,
  { item, first, terms }: EntryRun,
): number {
  const ordinal = item.entries.length;
  let one = item.entries.last;
  let sum = 0;
  for (let n = 0; n < terms.length; n++) {
    const number = first + n;
    const own = terms[n] ?? 0;
    const gap = (ts[number] ?? 0) - (ts[one] ?? 0);
    const continues = one >= 0 && startsSession[number] === 0 && gap <= sessionGapMs;
    const two = continues ? (before[one] ?? -1) : -1;
    ordinals[number] = ordinal + n;
    lengths[number] = own;
    sum += own;
    let lent = 0;
    if (continues) {
      before[number] = one;
      after[one] = number;
      lent = spread.next * (lengths[one] ?? 0);
      spreadLengths[one] = (spreadLengths[one] ?? 0) + spread.previous * own;
    }
    if (two >= 0) {
      lent += spread.second * (lengths[two] ?? 0);
      spreadLengths[two] = (spreadLengths[two] ?? 0) + spread.secondPrevious * own;
    }
    spreadLengths[number] = lent + own;
    one = number;
  }
  return sum;
}
