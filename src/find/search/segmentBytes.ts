import { isObject } from '../../disk/base/core.ts';
import { checksum } from '../../disk/files/checksum.ts';
import { WrongContent } from '../../disk/files/json.ts';
import type { EntriesOfSegment } from './entryColumns.ts';
import type { FrozenTerms } from './frozenPostings.ts';
import type { StoredIds } from './idColumn.ts';
import type { ItemFacts } from './indexedItem.ts';
import { sourceKinds } from './types.ts';

/*
 * Binary form of a range of an index: eight words, a head in JSON, and number columns aligned to eight bytes.
 *
 * The words are type, version, length of the head, checksum, and reserve. Content is always verified: items carry their
 * files' fingerprints, entries the hash of their text.
 */

const magic = 0x4853_4547;
/** Version of the form; must be raised when it or the indexing of texts changes. */
export const segmentVersion = 7;
const words = 8;

/** An item in a segment: the number of earlier entries that remain, and its files. */
export interface StoredItem extends ItemFacts {
  readonly from: number;
  readonly parts: readonly { readonly fingerprint: string; readonly end: number }[];
}

/** A column of numbers. */
export type Column = Float64Array | Uint32Array | Uint8Array;

/** All columns of a segment in order. */
const columnsOf = (columns: EntriesOfSegment, terms: FrozenTerms, ids: StoredIds): readonly Column[] => [
  ...[columns.items, columns.positions, columns.ts, columns.hashes, columns.lineHashes],
  ...[
    columns.roles,
    columns.agents,
    columns.speakers,
    columns.isQuestion,
    columns.startsSession,
    columns.lengths,
  ],
  ...[terms.hashes, terms.termEnds, terms.postingEnds, terms.counts, terms.letters, terms.postings],
  ...[ids.ends, ids.letters],
];

const aligned = (length: number): number => Math.ceil(length / 8) * 8;

/** Encodes a segment's content. */
export function packSegment({ head, columns, terms, ids }: SegmentContent): Uint8Array {
  const parts = columnsOf(columns, terms, ids);
  const lengths = parts.map(({ length }) => length);
  const text = Buffer.from(JSON.stringify({ ...head, lengths }), 'utf8');
  const start = words * 4 + aligned(text.length);
  const size = parts.reduce((sum, { byteLength }) => sum + aligned(byteLength), start);
  const bytes = new Uint8Array(size);
  bytes.set(text, words * 4);
  let offset = start;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += aligned(byteLength);
  }
  bytes.set(
    new Uint8Array(
      Uint32Array.of(magic, segmentVersion, text.length, checksum(bytes.subarray(words * 4))).buffer,
    ),
    0,
  );
  return bytes;
}

interface Head {
  readonly items: readonly StoredItem[];
  readonly agents: readonly string[];
  readonly speakers: readonly string[];
}

/** Content of a segment. */
export interface SegmentContent {
  readonly head: Head;
  readonly columns: EntriesOfSegment;
  readonly terms: FrozenTerms;
  readonly ids: StoredIds;
}

/** Decodes a segment. Throws `WrongContent` for other bytes. */
export function unpackSegment(given: Uint8Array): SegmentContent {
  // Typed arrays must be aligned to their element size.
  const bytes = given.byteOffset % 8 === 0 ? given : new Uint8Array(given);
  if (bytes.length < words * 4 || bytes.length % 8 !== 0) throw new WrongContent('too short');
  const [is, version, length = 0, sum] = new Uint32Array(bytes.buffer, bytes.byteOffset, words);
  if (is !== magic || version !== segmentVersion) throw new WrongContent('of another version');
  if (length > bytes.length || sum !== checksum(bytes.subarray(words * 4))) throw new WrongContent('torn');
  const { lengths, ...head } = readHead(
    JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + words * 4, length).toString()),
  );
  let offset = bytes.byteOffset + words * 4 + aligned(length);
  let n = 0;
  const next = <T extends Column>(
    make: (buffer: ArrayBufferLike, offset: number, length: number) => T,
  ): T => {
    const column = make(bytes.buffer, offset, lengths[n++] ?? 0);
    offset += aligned(column.byteLength);
    if (offset > bytes.byteOffset + bytes.length) throw new WrongContent('too short');
    return column;
  };
  const counts = () => next((buffer, at, count) => new Uint32Array(buffer, at, count));
  const doubles = () => next((buffer, at, count) => new Float64Array(buffer, at, count));
  const small = () => next((buffer, at, count) => new Uint8Array(buffer, at, count));
  // In the order of `columnsOf`.
  const columns: EntriesOfSegment = {
    items: counts(),
    positions: counts(),
    ts: doubles(),
    hashes: doubles(),
    lineHashes: doubles(),
    roles: small(),
    agents: counts(),
    speakers: counts(),
    isQuestion: small(),
    startsSession: small(),
    lengths: counts(),
  };
  const terms: FrozenTerms = {
    hashes: counts(),
    termEnds: counts(),
    postingEnds: counts(),
    counts: counts(),
    letters: small(),
    postings: small(),
  };
  return { head, columns, terms, ids: { ends: counts(), letters: small() } };
}

function readHead(value: unknown): Head & { readonly lengths: readonly number[] } {
  if (!isObject(value)) throw new WrongContent('no head');
  const { items, agents, speakers, lengths } = value;
  const isText = (one: unknown): one is string => typeof one === 'string';
  const isLength = (one: unknown): one is number => Number.isSafeInteger(one) && Number(one) >= 0;
  if (!Array.isArray(items) || !items.every(isStoredItem)) throw new WrongContent('no items');
  if (!Array.isArray(agents) || !agents.every(isText)) throw new WrongContent('no agents');
  if (!Array.isArray(speakers) || !speakers.every(isText)) throw new WrongContent('no speakers');
  if (!Array.isArray(lengths) || !lengths.every(isLength)) throw new WrongContent('no lengths');
  return { items, agents, speakers, lengths };
}

function isStoredItem(value: unknown): value is StoredItem {
  if (!isObject(value)) return false;
  const { kind, key, name, title, dialog, tags, from, parts } = value;
  return (
    sourceKinds.some((known) => known === kind) &&
    [key, name, title].every((text) => typeof text === 'string') &&
    (dialog === undefined || typeof dialog === 'string') &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string') &&
    Number.isSafeInteger(from) &&
    Array.isArray(parts) &&
    parts.every(
      (part) => isObject(part) && typeof part.fingerprint === 'string' && Number.isSafeInteger(part.end),
    )
  );
}
