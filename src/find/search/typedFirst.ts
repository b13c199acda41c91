import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { EntryTexts } from './entryTexts.ts';
import { plainWords, type Phrase } from './phrase.ts';
import type { Query } from './query.ts';
import type { ScoreList, Scored } from './scoreList.ts';
import { holdersOf } from './textFilter.ts';
import type { TextIndex } from './textIndex.ts';
import { topN } from './topN.ts';

/**
 * Number of texts with all words of a query that may be read to find it as it was typed, best first, and of files that
 * hold them; of plain words fewer.
 */
const maxRead = 1_000;
const [maxFiles, maxFilesOfWords] = [100, 30];
/** Score of what holds the query as typed, above that of names. */
const typedScore = 2;

interface Reading {
  readonly index: TextIndex;
  readonly texts: EntryTexts;
  /** Masks a text that may have been stored with its secrets. */
  readonly shown: (text: string) => string;
  readonly accepts: (number: number) => boolean;
}

/**
 * Ranks texts that hold the query as it was typed first, though its filters and exclusions would leave them out.
 * Returns the scores, above 2 for these entries, and their numbers.
 */
export async function typedFirst(
  scored: ScoreList,
  { typed }: Query,
  reading: Reading,
  slices: TimeSlices,
): Promise<{ readonly scored: ScoreList; readonly typed: ReadonlySet<number> }> {
  let found = typed ? await holders(scored, typed, reading, slices) : new Map<number, number>();
  if (typed?.cut && found.size === 0) found = await holders(scored, typed.cut, reading, slices);
  return { scored: scored.with(found), typed: new Set(found.keys()) };
}

/** Returns the scores of the entries that hold a phrase. */
async function holders(
  scored: ScoreList,
  phrase: Phrase,
  reading: Reading,
  slices: TimeSlices,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  for (const { number, score } of candidates(scored, phrase, reading)) {
    const text = await reading.texts.of(reading.index.entry(number));
    if (text !== undefined && phrase.pattern.test(text) && phrase.pattern.test(reading.shown(text)))
      found.set(number, typedScore + score);
    if (slices.isOver) await slices.pause();
  }
  return found;
}

/** Returns the file that holds an entry. */
const partOf = (index: TextIndex, number: number): unknown =>
  index.itemOf(number)?.parts.find(({ end }) => end > (index.columns.ordinals[number] ?? 0));

/** Returns the best entries that hold all terms, also those without a score, in the order of their files. */
function candidates(
  { numbers, scores, size }: ScoreList,
  { text, terms }: Phrase,
  { index, accepts }: Reading,
): readonly Scored[] {
  const { postings, columns } = index;
  const holders = holdersOf(terms, postings, columns.size);
  const all = new Map<number, number>();
  holders?.forEach((holds, number) => holds === 1 && accepts(number) && all.set(number, 0));
  for (let n = 0; all.size > 0 && n < size; n++)
    if (all.has(numbers[n] ?? -1)) all.set(numbers[n] ?? -1, scores[n] ?? 0);
  const entries = [...all].map(([number, score]) => ({ number, score }));
  const best = topN(entries, maxRead, (a, b) => b.score - a.score || b.number - a.number);
  const files = new Set<unknown>();
  const isRead = ({ number }: Scored): boolean => {
    const file = partOf(index, number);
    if (files.size < (plainWords.test(text) ? maxFilesOfWords : maxFiles)) files.add(file);
    return files.has(file);
  };
  return best.filter(isRead).sort((a, b) => a.number - b.number);
}
