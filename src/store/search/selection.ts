import type { TimeSlices } from '../base/timeSlices.ts';
import { passes } from './filters.ts';
import type { IndexedItem } from './indexedItem.ts';
import type { Query } from './query.ts';
import type { ScoreList, Scored } from './scoreList.ts';
import type { TextIndex } from './textIndex.ts';
import type { SearchRequest } from './types.ts';

type IsAsked = (number: number) => boolean;
type Order = (a: Scored, b: Scored) => number;

/** The best of some entries, and how many there are. */
export interface Selected {
  readonly best: readonly Scored[];
  readonly total: number;
}

/** Whether entries are still there, and pass what the query and whoever asks say of them. */
export function askedOf(
  index: TextIndex,
  { filters }: Query,
  { sources, dialog, withoutSession }: SearchRequest,
): IsAsked {
  const { gone, items } = index.columns;
  const hasFilters = Object.keys(filters).length > 0;
  const isAskedItem = ({ kind, name, dialog: own }: IndexedItem): boolean =>
    (!sources || sources.includes(kind)) &&
    (dialog === undefined || own === dialog) &&
    (withoutSession === undefined || kind !== 'sessions' || name !== withoutSession);
  const known: (boolean | undefined)[] = [];
  return (number) => {
    if (gone[number] === 1) return false;
    const place = items[number] ?? -1;
    const item = index.itemOf(number);
    const isAsked = (known[place] ??= item !== undefined && isAskedItem(item));
    return isAsked && (!hasFilters || passes(index.facts(number), filters));
  };
}

/** Those of some entries that are asked for, without those that are not. */
export async function asked(scored: ScoreList, isAsked: IsAsked, slices: TimeSlices): Promise<Scored[]> {
  const found: Scored[] = [];
  await each(scored, slices, (number, score) => {
    if (isAsked(number)) found.push({ number, score });
  });
  return found;
}

/** The first `count` in an order of those that are asked for; the others are only counted. */
export async function select(
  scored: ScoreList,
  isAsked: IsAsked,
  { count, order }: { readonly count: number; readonly order: Order },
  slices: TimeSlices,
): Promise<Selected> {
  const best: Scored[] = [];
  const one = { number: 0, score: 0 }; // making an object of each would cost more than all the rest
  let total = 0;
  await each(scored, slices, (number, score) => {
    if (!isAsked(number)) return;
    total++;
    one.number = number;
    one.score = score;
    const last = best[count - 1];
    if (last !== undefined && order(one, last) >= 0) return;
    best.splice(placeOf(one, best, order), 0, { number, score });
    if (best.length > count) best.pop();
  });
  return { best, total };
}

/** So many are looked at between two looks at the time. */
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

/** Where an entry belongs in a sorted list, behind its equals. */
function placeOf(one: Scored, sorted: readonly Scored[], order: Order): number {
  const place = sorted.findIndex((other) => order(one, other) < 0);
  return place === -1 ? sorted.length : place;
}
