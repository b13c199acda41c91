import { WrongContent } from '../../disk/files/json.ts';
import { FrozenPostings, type FrozenTerms } from './frozenPostings.ts';
import { entryRoles } from './filters.ts';
import type { IndexedItem, ItemFacts } from './indexedItem.ts';
import { packSegment, unpackSegment, type Column, type StoredItem } from './segmentBytes.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { EntriesOfSegment } from './entryColumns.ts';
import type { TextIndex } from './textIndex.ts';

/** Number of entries processed between two checks of the time. */
const stride = 1_024;

/** Content for a segment: the remaining entries from a number on, and items. */
export interface SegmentStretch {
  readonly items: readonly { readonly item: IndexedItem; readonly from: number }[];
  /** Numbers of entries, ascending. */
  readonly numbers: readonly number[];
  readonly terms: FrozenTerms;
}

/** Encodes a segment. */
export async function encodeSegment(
  index: TextIndex,
  { items, numbers, terms }: SegmentStretch,
  slices: TimeSlices,
): Promise<Uint8Array> {
  const { columns } = index;
  const itemIndexes = new Map(items.map(({ item }, n) => [item.number, n]));
  const paused = async <T extends Column>(column: T, of: (number: number) => number): Promise<T> => {
    for (let n = 0; n < numbers.length; n++) {
      column[n] = of(numbers[n] ?? 0);
      if (n % stride === 0 && slices.isOver) await slices.pause();
    }
    return column;
  };
  const { length } = numbers;
  const doubles = (from: Float64Array) => paused(new Float64Array(length), (number) => from[number] ?? 0);
  const counts = (from: Int32Array) => paused(new Uint32Array(length), (number) => from[number] ?? 0);
  const small = (from: Uint8Array) => paused(new Uint8Array(length), (number) => from[number] ?? 0);
  const itemIndexOf = (number: number): number => itemIndexes.get(columns.items[number] ?? -1) ?? 0;
  const written: EntriesOfSegment = {
    items: await paused(new Uint32Array(length), itemIndexOf),
    positions: await counts(columns.positions),
    ts: await doubles(columns.ts),
    hashes: await doubles(columns.hashes),
    lineHashes: await doubles(columns.lineHashes),
    roles: await small(columns.roles),
    agents: await counts(columns.agents),
    speakers: await counts(columns.speakers),
    isQuestion: await small(columns.isQuestion),
    startsSession: await small(columns.startsSession),
    lengths: await counts(columns.lengths),
  };
  const ids = await index.ids.stored(numbers, slices);
  const head = { items: items.map(storedItem), agents: index.agents.all, speakers: index.speakers.all };
  return packSegment({ head, columns: written, terms, ids });
}

const storedItem = ({ item, from }: SegmentStretch['items'][number]): StoredItem => {
  const { kind, key, name, title, dialog, tags } = item;
  const parts = item.parts.map(({ fingerprint, end }) => ({ fingerprint, end }));
  return { kind, key, name, title, dialog, tags, from, parts };
};

/**
 * Adds a segment's content to an index and its items, by kind and key. Throws `WrongContent` for invalid content. The
 * index must not change during it.
 */
export async function addSegment(
  bytes: Uint8Array,
  { index, items }: { readonly index: TextIndex; readonly items: Map<string, IndexedItem> },
  segment: number,
  slices: TimeSlices,
): Promise<void> {
  const { head, columns, terms, ids } = unpackSegment(bytes);
  const own = head.items.map((item) => begin(item, index, items));
  const first = index.columns.size;
  const count = columns.items.length;
  const agents = head.agents.map((name) => index.agents.number(name));
  const speakers = head.speakers.map((name) => index.speakers.number(name));
  if (largest(columns.items) >= own.length || largest(columns.roles) >= entryRoles.length)
    throw new WrongContent('an entry of no item');
  index.columns.take({
    ...columns,
    items: renumbered(
      columns.items,
      own.map(({ number }) => number),
    ),
    agents: renumbered(columns.agents, agents),
    speakers: renumbered(columns.speakers, speakers),
  });
  for (let n = 0; n < count;) {
    const end = endOfRun(columns.items, n);
    const item = own[columns.items[n] ?? -1];
    if (item) index.appendRun(item, first + n, columns.lengths.subarray(n, end));
    n = end;
    if (slices.isOver) await slices.pause();
  }
  index.postings.take(new FrozenPostings(first, terms), first + count);
  index.ids.take(first, ids);
  head.items.forEach(({ parts }, n) => {
    const item = own[n];
    if (!item) return;
    item.parts = parts.map(({ fingerprint, end }) => ({ fingerprint, end }));
    item.segment = segment;
  });
}

/** Maximum of a column; -1 if it is empty. */
function largest(column: Uint32Array | Uint8Array): number {
  let most = -1;
  for (let n = column.length - 1; n >= 0; n--) most = Math.max(most, column[n] ?? 0);
  return most;
}

/** Maps a segment's numbers to the index's by a list; 0 for missing ones. They are usually equal. */
function renumbered(column: Uint32Array, numbers: readonly number[]): Uint32Array {
  if (numbers.every((number, n) => number === n) && largest(column) < numbers.length) return column;
  const renamed = new Uint32Array(column.length);
  for (let n = 0; n < column.length; n++) renamed[n] = numbers[column[n] ?? -1] ?? 0;
  return renamed;
}

/** End of one item's entries that start at an index, within a limit per step. */
function endOfRun(items: Uint32Array, from: number): number {
  const item = items[from];
  const most = Math.min(items.length, from + stride);
  let end = from + 1;
  while (end < most && items[end] === item) end++;
  return end;
}

function begin(stored: StoredItem, index: TextIndex, items: Map<string, IndexedItem>): IndexedItem {
  const { kind, key: own, name, title, dialog, tags, from } = stored;
  const facts = { kind, key: own, name, title, dialog, tags };
  const key = `${kind}/${own}`;
  const known = items.get(key);
  if (known) index.cut(known, isSame(known, facts) ? from : 0);
  if (known && isSame(known, facts)) return known;
  const item = index.newItem(facts);
  items.set(key, item);
  return item;
}

/** Whether two items with the same key have the same facts. */
export const isSame = (one: ItemFacts, other: ItemFacts): boolean =>
  one.name === other.name &&
  one.title === other.title &&
  one.dialog === other.dialog &&
  one.tags.join('\0') === other.tags.join('\0');
