import type { Note } from './types.ts';
import { textHash } from '../../disk/text/textHash.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { IndexedItem } from './indexedItem.ts';
import { PatternFilter, type Matched, type Read } from './patternFilter.ts';
import { patternTerms } from './patternTerms.ts';
import type { Query } from './query.ts';
import type { Scored } from './scoreList.ts';
import type { TextIndex } from './textIndex.ts';

/** Time limit on reading texts for one search; the newest are read first. Milliseconds. */
const maxMs = 5_000;

/** Number of texts matched at once, as starting takes most of a millisecond. */
const batchSize = 2_048;

/** Conditions of a query on texts, as far as the index can check them. */
export interface TextConditions {
  /** Whether the text of an entry may satisfy the conditions. */
  readonly mayHold: (number: number) => boolean;
  /** Whether the text itself must be read to decide. */
  readonly readsTexts: boolean;
}

/** Derives a query's conditions on texts, apart from its words. */
export function textConditions(
  { phrases, excluded, pattern }: Query,
  { postings, columns }: TextIndex,
): TextConditions {
  const holders = (terms: readonly string[]) => holdersOf(terms, postings, columns.size);
  const wanted = [...phrases.map(({ terms }) => terms), ...(pattern ? [patternTerms(pattern)] : [])].flatMap(
    (terms) => holders(terms) ?? [],
  );
  const unwanted = excluded.flatMap(({ term }) => holders(term === undefined ? [] : [term]) ?? []);
  return {
    mayHold: (number) =>
      wanted.every((those) => those[number] === 1) && !unwanted.some((those) => those[number] === 1),
    readsTexts:
      phrases.length > 0 || excluded.some(({ term }) => term === undefined) || pattern !== undefined,
  };
}

/** Marks the entries that hold all of the terms with 1; undefined if any may satisfy the condition. */
export function holdersOf(
  terms: readonly string[],
  postings: TextIndex['postings'],
  size: number,
): Uint8Array | undefined {
  if (terms.length === 0) return undefined;
  const [rarest = '', ...others] = terms.toSorted((a, b) => postings.count(a) - postings.count(b));
  let found = new Uint8Array(size);
  postings.each(rarest, (number) => (found[number] = 1));
  for (const term of others) {
    const both = new Uint8Array(size);
    postings.each(term, (number) => (both[number] = found[number] ?? 0));
    found = both;
  }
  return found;
}

interface Texts {
  readonly index: TextIndex;
  readonly texts: EntryTexts;
  /** Masks a text that may have been stored with its secrets. */
  readonly shown: (text: string) => string;
  /** Entries that hold the whole query as it was typed, whatever its conditions. */
  readonly typed: ReadonlySet<number>;
}

/**
 * Returns the entries whose texts match the query, both stored and as shown, so that searching cannot reveal secrets.
 * The newest are read first; a note reports what was not reached in time.
 */
export async function matchingTexts(
  entries: readonly Scored[],
  { phrases, excluded, pattern }: Query,
  { index, texts, shown, typed }: Texts,
  slices: TimeSlices,
): Promise<{ readonly found: readonly Matched[]; readonly notes: readonly Note[] }> {
  const unwanted = excluded.filter(({ term }) => term === undefined);
  const holds = (text: string): boolean =>
    phrases.every((phrase) => phrase.pattern.test(text)) &&
    !unwanted.some((phrase) => phrase.pattern.test(text));
  const hasPhrases = phrases.length + unwanted.length > 0;
  const holdsAll = (text: string): boolean => !hasPhrases || (holds(text) && holds(shown(text)));
  const matches = pattern && new PatternFilter(pattern, slices);
  const found: Matched[] = [];
  const some: Read[] = [];
  const match = async (): Promise<void> => {
    found.push(...(matches ? await matches.of(some, shown) : some.map(({ scored }) => scored)));
    some.length = 0;
  };
  const started = performance.now();
  let checked = 0;
  for (const { item, ordinal, scored, newest } of pieces(entries, index)) {
    if (performance.now() - started > maxMs || matches?.isOver) {
      await match();
      return { found, notes: [noteOf(checked, entries, newest)] };
    }
    const part = await texts.part(item, ordinal);
    for (const one of scored) {
      const text = part?.texts[(index.columns.ordinals[one.number] ?? 0) - part.from];
      const isSame = text !== undefined && textHash(text) === index.columns.hashes[one.number];
      if (typed.has(one.number)) found.push(one);
      else if (isSame && holdsAll(text)) some.push({ scored: one, text });
    }
    checked += scored.length;
    if (some.length >= batchSize) await match();
    if (slices.isOver) await slices.pause();
  }
  await match();
  return { found, notes: [] };
}

const noteOf =
  (checked: number, { length }: readonly Scored[], newest: number): Note =>
  (say) =>
    say(
      'Only the newest {0} of {1} texts were looked through, those since {2}: add words or filters, so that fewer must be read.',
      checked,
      length,
      new Date(newest).toISOString().slice(0, 10),
    );

/** Entries of one file. */
interface Piece {
  readonly item: IndexedItem;
  /** Index of its first entry in the item. */
  readonly ordinal: number;
  readonly scored: Scored[];
  /** Time of the newest entry. Milliseconds. */
  newest: number;
}

/** Groups entries by file, newest first, so that each file is read once. */
function pieces(entries: readonly Scored[], index: TextIndex): Piece[] {
  const { columns } = index;
  const found: Piece[] = [];
  let last: Piece | undefined;
  let end = -1;
  for (const scored of entries.toSorted((a, b) => a.number - b.number)) {
    const item = index.itemOf(scored.number);
    const [ordinal = 0, ts = 0] = [columns.ordinals[scored.number], columns.ts[scored.number]];
    if (!item) continue;
    if (last?.item !== item || ordinal >= end) {
      last = { item, ordinal, scored: [], newest: 0 };
      end = item.parts.find((part) => part.end > ordinal)?.end ?? Infinity;
      found.push(last);
    }
    last.scored.push(scored);
    last.newest = Math.max(last.newest, ts);
  }
  return found.sort((a, b) => b.newest - a.newest);
}
