import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { Phrase } from './phrase.ts';
import type { Query } from './query.ts';
import type { ScoreList, Scored } from './scoreList.ts';
import { holdersOf } from './textFilter.ts';
import type { TextIndex } from './textIndex.ts';
import { topN } from './topN.ts';

/** Number of texts with all words of a query that are read to find it as it was typed, best first; of plain words fewer. */
const [maxRead, maxReadOfWords] = [100, 30];
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
  const found = new Map<number, number>();
  if (typed)
    for (const { number, score } of candidates(scored, typed, reading)) {
      const text = await reading.texts.of(reading.index.entry(number));
      if (text !== undefined && typed.pattern.test(text) && typed.pattern.test(reading.shown(text)))
        found.set(number, typedScore + score);
      if (slices.isOver) await slices.pause();
    }
  return { scored: scored.with(found), typed: new Set(found.keys()) };
}

/** Returns the best entries that hold all terms, also those without a score. */
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
  const most = /^[\p{L}\p{N}\p{M}\s]*$/u.test(text) ? maxReadOfWords : maxRead;
  return topN(entries, most, (a, b) => b.score - a.score || b.number - a.number);
}
