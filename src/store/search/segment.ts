import { WrongContent } from '../files/json.ts';
import { FrozenPostings, type FrozenTerms } from './frozenPostings.ts';
import { entryRoles } from './entryColumns.ts';
import type { IndexedItem, ItemFacts } from './indexedItem.ts';
import { packSegment, unpackSegment, type EntriesOfSegment, type StoredItem } from './segmentBytes.ts';
import type { TextIndex } from './textIndex.ts';

/** What of an index is written into a segment: the entries from a number on that are still there, and items. */
export interface Stretch {
  readonly items: readonly { readonly item: IndexedItem; readonly from: number }[];
  /** Numbers of entries, ascending. */
  readonly numbers: readonly number[];
  readonly terms: FrozenTerms;
}

/** The bytes of a segment. */
export function encodeSegment(index: TextIndex, { items, numbers, terms }: Stretch): Uint8Array {
  const { columns } = index;
  const places = new Map(items.map(({ item }, n) => [item.number, n]));
  const doubles = (column: Float64Array) => Float64Array.from(numbers, (number) => column[number] ?? 0);
  const counts = (column: Int32Array) => Uint32Array.from(numbers, (number) => column[number] ?? 0);
  const small = (column: Uint8Array) => Uint8Array.from(numbers, (number) => column[number] ?? 0);
  const written: EntriesOfSegment = {
    items: Uint32Array.from(numbers, (number) => places.get(columns.items[number] ?? -1) ?? 0),
    positions: counts(columns.positions),
    ...{ ts: doubles(columns.ts), hashes: doubles(columns.hashes), lineHashes: doubles(columns.lineHashes) },
    ...{ roles: small(columns.roles), agents: counts(columns.agents), speakers: counts(columns.speakers) },
    ...{ asks: small(columns.asks), starts: small(columns.starts), lengths: counts(columns.lengths) },
  };
  const ids = index.ids.stored(numbers);
  const head = { items: items.map(storedItem), agents: index.agents.all, speakers: index.speakers.all };
  return packSegment({ head, columns: written, terms, ids });
}

const storedItem = ({ item, from }: Stretch['items'][number]): StoredItem => {
  const { kind, key, name, title, dialog, tags } = item;
  const parts = item.parts.map(({ fingerprint, end }) => ({ fingerprint, end }));
  return { kind, key, name, title, dialog, tags, from, parts };
};

/** Adds what a segment tells to an index, whose items these are, by kind and key. Throws `WrongContent` for what is none. */
export function addSegment(
  bytes: Uint8Array,
  index: TextIndex,
  items: Map<string, IndexedItem>,
  segment: number,
): void {
  const { head, columns, terms, ids } = unpackSegment(bytes);
  const own = head.items.map((item) => begin(item, index, items));
  const first = index.columns.size;
  const count = columns.items.length;
  const agents = head.agents.map((name) => index.agents.number(name));
  const speakers = head.speakers.map((name) => index.speakers.number(name));
  for (let n = 0; n < count; n++) {
    const item = own[columns.items[n] ?? -1];
    const role = columns.roles[n] ?? 0;
    if (!item || role >= entryRoles.length) throw new WrongContent('an entry of no item');
    const number = index.append(item, {
      item: item.number,
      position: columns.positions[n] ?? 0,
      ts: columns.ts[n] ?? 0,
      hash: columns.hashes[n] ?? 0,
      lineHash: columns.lineHashes[n] ?? 0,
      role,
      agent: agents[columns.agents[n] ?? 0] ?? 0,
      speaker: speakers[columns.speakers[n] ?? 0] ?? 0,
      asks: columns.asks[n] ?? 0,
      starts: columns.starts[n] ?? 0,
    });
    index.lengthen(number, columns.lengths[n] ?? 0);
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

/** Whether what is told of items with the same key is the same. */
export const isSame = (one: ItemFacts, other: ItemFacts): boolean =>
  one.name === other.name &&
  one.title === other.title &&
  one.dialog === other.dialog &&
  one.tags.join('\0') === other.tags.join('\0');
