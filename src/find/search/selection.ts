import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { passes } from './filters.ts';
import type { IndexedItem } from './indexedItem.ts';
import type { Query } from './query.ts';
import type { ScoreList, Scored } from './scoreList.ts';
import type { TextIndex } from './textIndex.ts';
import type { SearchRequest } from './types.ts';

type Accepts = (number: number) => boolean;
type Order = (a: Scored, b: Scored) => number;

/** The best entries, and the total number. */
export interface Selected {
  readonly best: readonly Scored[];
  readonly total: number;
}

/** Makes a predicate: whether an entry still exists and satisfies query and request. */
export function acceptanceOf(
  index: TextIndex,
  { filters }: Pick<Query, 'filters'>,
  { sources, dialog, withoutSession }: SearchRequest,
): Accepts {
  const { removed, items } = index.columns;
  const hasFilters = Object.keys(filters).length > 0;
  const acceptsItem = ({ kind, name, dialog: own }: IndexedItem): boolean =>
    (!sources || sources.includes(kind)) &&
    (dialog === undefined || own === dialog) &&
    (withoutSession === undefined || kind !== 'sessions' || name !== withoutSession);
  const known: (boolean | undefined)[] = [];
  return (number) => {
    if (removed[number] === 1) return false;
    const itemNumber = items[number] ?? -1;
    const item = index.itemOf(number);
    const accepts = (known[itemNumber] ??= item !== undefined && acceptsItem(item));
    return accepts && (!hasFilters || passes(index.facts(number), filters));
  };
}

/** Returns the entries that satisfy the predicate. */
export async function acceptedOf(scored: ScoreList, accepts: Accepts, slices: TimeSlices): Promise<Scored[]> {
  const found: Scored[] = [];
  await each(scored, slices, (number, score) => {
    if (accepts(number)) found.push({ number, score });
  });
  return found;
}

/** Returns the first `count` accepted entries in an order; the others are only counted. */
export async function select(
  scored: ScoreList,
  accepts: Accepts,
  { count, order }: { readonly count: number; readonly order: Order },
  slices: TimeSlices,
): Promise<Selected> {
  const best: Scored[] = [];
  const one = { number: 0, score: 0 }; // creating an object for each would cost more than the rest
  let total = 0;
  await each(scored, slices, (number, score) => {
    if (!accepts(number)) return;
    total++;
    one.number = number;
    one.score = score;
    const last = best[count - 1];
    if (last !== undefined && order(one, last) >= 0) return;
    best.splice(insertionIndex(one, best, order), 0, { number, score });
    if (best.length > count) best.pop();
  });
  return { best, total };
}

/** Number of entries processed between two checks of the time. */
const stride = 1_024;

async function each(
  { numbers, scores, size }: ScoreList,
  slices: TimeSlices,
  visit: (number: number, score: number) => void,
): Promise<void> {
  for (let from = 0; from < size; from += stride) {
    for (let n = from; n < Math.min(size, from + stride); n++) visit(numbers[n] ?? 0, scores[n] ?? 0);
    if (slices.isOver) await slices.pause();
  }
}

/** Insertion index in a sorted list, after equal entries. */
function insertionIndex(one: Scored, sorted: readonly Scored[], order: Order): number {
  const index = sorted.findIndex((other) => order(one, other) < 0);
  return index === -1 ? sorted.length : index;
}

/** Returns the order of hits: best first, then newest; without words newest first. */
export function orderOf(
  { terms }: Query,
  { columns: { ts, ordinals } }: TextIndex,
): (a: Scored, b: Scored) => number {
  const byTime = (a: Scored, b: Scored): number =>
    (ts[b.number] ?? 0) - (ts[a.number] ?? 0) ||
    (ordinals[b.number] ?? 0) - (ordinals[a.number] ?? 0) ||
    a.number - b.number;
  return terms.length > 0 ? (a, b) => b.score - a.score || byTime(a, b) : byTime;
}
