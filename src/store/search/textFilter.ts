import type { EntryTexts } from './entryTexts.ts';
import { PatternFilter, type Matched } from './patternFilter.ts';
import type { Phrase, Query } from './query.ts';
import type { Scored } from './ranking.ts';
import type { TextIndex } from './textIndex.ts';
import type { TimeSlices } from './timeSlices.ts';

/** So many texts are in memory at a time. */
const atOnce = 256;

/** The entries whose texts hold what a query asks for, as far as that is more than its words. */
export async function matchingTexts(
  entries: readonly Scored[],
  query: Query,
  { index, texts }: { readonly index: TextIndex; readonly texts: EntryTexts },
  slices: TimeSlices,
): Promise<readonly Matched[]> {
  const { phrases, excluded, pattern } = query;
  const wanted = phrases.map(({ terms }) => holdersOf(terms, index));
  const [words, texted] = [excluded.filter(({ term }) => term), excluded.filter(({ term }) => !term)];
  const unwanted = words.map(({ term = '' }) => holdersOf([term], index));
  const possible = entries.filter(
    ({ number }) =>
      wanted.every((those) => those?.has(number) ?? true) && !unwanted.some((those) => those?.has(number)),
  );
  if (phrases.length === 0 && texted.length === 0 && !pattern) return possible;
  const holdsAll = (text: string): boolean =>
    phrases.every((phrase) => phrase.pattern.test(text)) &&
    !texted.some((phrase) => phrase.pattern.test(text));
  const matches = pattern && new PatternFilter(pattern, slices);
  const found: Matched[] = [];
  // In the order of their files, each of which is read once then.
  const inOrder = possible.toSorted((a, b) => a.number - b.number);
  for (let n = 0; n < inOrder.length; n += atOnce) {
    const some: { readonly scored: Scored; readonly text: string }[] = [];
    for (const scored of inOrder.slice(n, n + atOnce)) {
      const text = await texts.of(index.entry(scored.number));
      if (text !== undefined && holdsAll(text)) some.push({ scored, text });
      if (slices.isOver) await slices.pause();
    }
    found.push(...(matches ? await matches.of(some) : some.map(({ scored }) => scored)));
  }
  return found;
}

/** The documents that hold all terms of a phrase; undefined where any may hold it. */
function holdersOf(terms: Phrase['terms'], { postings }: TextIndex): ReadonlySet<number> | undefined {
  const [rarest, ...others] = terms.toSorted((a, b) => postings.count(a) - postings.count(b));
  if (rarest === undefined) return undefined;
  let found = new Set<number>();
  postings.each(rarest, (number) => found.add(number));
  for (const term of others) {
    const both = new Set<number>();
    postings.each(term, (number) => found.has(number) && both.add(number));
    found = both;
  }
  return found;
}
