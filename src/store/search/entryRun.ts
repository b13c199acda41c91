import type { EntryColumns } from './entryColumns.ts';
import type { IndexedItem } from './indexedItem.ts';

/** How much of an entry's words counts for its neighbours in the same session, the two before and the two after it. */
export const spread = { secondPrevious: 0.1, previous: 0.3, next: 0.5, second: 0.2 } as const;
/** What comes right after a question is its answer: so much more of the question counts for it. */
export const answerSpread = 0.3;

/** A run of entries without a gap over this is a session. Milliseconds. */
export const sessionGapMs = 60 * 60 * 1_000;

/** Entries of columns that follow each other, and come at the end of an item. */
interface EntryRun {
  readonly item: IndexedItem;
  readonly first: number;
  /** How many terms each has. */
  readonly terms: Uint32Array;
}

/**
 * Gives entries their places, sessions and neighbours, and all of these their lengths: what adding one after the other comes to, in one
 * loop, as the first search of a process does it for all entries there are. Gives how many terms they have together.
 */
export function joinRun(
  { ts, starts, places, sessions, before, after, lengths, spreadLengths }: EntryColumns,
  sessionTerms: number[],
  { item, first, terms }: EntryRun,
): number {
  const place = item.entries.length;
  let one = item.entries.last;
  let sum = 0;
  for (let n = 0; n < terms.length; n++) {
    const number = first + n;
    const own = terms[n] ?? 0;
    const gap = (ts[number] ?? 0) - (ts[one] ?? 0);
    const continues = one >= 0 && starts[number] === 0 && gap <= sessionGapMs;
    const two = continues ? (before[one] ?? -1) : -1;
    const session = continues ? (sessions[one] ?? 0) : sessionTerms.push(0) - 1;
    places[number] = place + n;
    sessions[number] = session;
    lengths[number] = own;
    sum += own;
    sessionTerms[session] = (sessionTerms[session] ?? 0) + own;
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
