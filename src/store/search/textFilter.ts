import { textHash } from '../text/textHash.ts';
import type { TimeSlices } from '../base/timeSlices.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { IndexedItem } from './indexedItem.ts';
import { PatternFilter, type Matched, type Read } from './patternFilter.ts';
import { patternTerms } from './patternTerms.ts';
import type { Query } from './query.ts';
import type { Scored } from './scoreList.ts';
import type { TextIndex } from './textIndex.ts';

/** Reading texts for one search ends after this, with the newest ones read. Milliseconds. */
const longestMs = 5_000;

/** So many texts are matched at a time: beginning costs most of a millisecond. */
const atOnce = 2_048;

/** What a query asks of texts, as far as the index knows. */
export interface TextConditions {
  /** Whether the text of an entry may hold what is asked for. */
  readonly mayHold: (number: number) => boolean;
  /** Whether that is to be looked for in the text itself. */
  readonly readsTexts: boolean;
}

/** What the query asks of texts beside its words. */
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

/** The entries that hold all of some terms, 1 for each; undefined where any may. */
function holdersOf(
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
  /** What is shown of a text that may have been stored with its secrets. */
  readonly shown: (text: string) => string;
}

/**
 * Those of some entries whose texts hold what a query asks for, as they are and as they are shown: nobody finds out by searches what a
 * secret is. The newest are read first; what there is no time for is told in a note.
 */
export async function matchingTexts(
  entries: readonly Scored[],
  { phrases, excluded, pattern }: Query,
  { index, texts, shown }: Texts,
  slices: TimeSlices,
): Promise<{ readonly found: readonly Matched[]; readonly notes: readonly string[] }> {
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
  let looked = 0;
  for (const { item, place, scored, newest } of pieces(entries, index)) {
    if (performance.now() - started > longestMs || matches?.isOver) {
      await match();
      return { found, notes: [noteOf(looked, entries, newest)] };
    }
    const part = await texts.part(item, place);
    for (const one of scored) {
      const text = part?.texts[(index.columns.places[one.number] ?? 0) - part.from];
      const isSame = text !== undefined && textHash(text) === index.columns.hashes[one.number];
      if (isSame && holdsAll(text)) some.push({ scored: one, text });
    }
    looked += scored.length;
    if (some.length >= atOnce) await match();
    if (slices.isOver) await slices.pause();
  }
  await match();
  return { found, notes: [] };
}

const noteOf = (looked: number, { length }: readonly Scored[], newest: number): string =>
  `Only the newest ${looked} of ${length} texts were looked through, those since ${new Date(newest).toISOString().slice(0, 10)}: add words or filters, so that fewer must be read.`;

/** Entries of one file. */
interface Piece {
  readonly item: IndexedItem;
  /** Of its first entry, in the item. */
  readonly place: number;
  readonly scored: Scored[];
  /** When the newest of them was said. Milliseconds. */
  newest: number;
}

/** Entries by the files they stand in, those with the newest first: each file is read once. */
function pieces(entries: readonly Scored[], index: TextIndex): Piece[] {
  const { columns } = index;
  const found: Piece[] = [];
  let last: Piece | undefined;
  let end = -1;
  for (const scored of entries.toSorted((a, b) => a.number - b.number)) {
    const item = index.itemOf(scored.number);
    const [place = 0, ts = 0] = [columns.places[scored.number], columns.ts[scored.number]];
    if (!item) continue;
    if (last?.item !== item || place >= end) {
      last = { item, place, scored: [], newest: 0 };
      end = item.parts.find((part) => part.end > place)?.end ?? Infinity;
      found.push(last);
    }
    last.scored.push(scored);
    last.newest = Math.max(last.newest, ts);
  }
  return found.sort((a, b) => b.newest - a.newest);
}
