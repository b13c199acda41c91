import { indexText, rank, type IndexedText, type Ranked } from '../../disk/text/bm25.ts';
import { isStopWord, terms } from '../../disk/text/tokens.ts';
import type { ArchivedContext } from './types.ts';

/** Weight of title and summary, which state the subject in few words. */
const titleWeight = 3;
const summaryWeight = 2;

/** Indexes an archived context: title, summary, and the newest `maxChars` characters of its turns. */
export function indexContext(context: ArchivedContext, maxChars: number): IndexedText {
  return indexText([
    { text: context.title ?? '', weight: titleWeight },
    { text: context.summary ?? '', weight: summaryWeight },
    ...newestText(context, maxChars).map((text) => ({ text, weight: 1 })),
  ]);
}

/** Returns the texts of the newest turns; the last one that fits is cut to its beginning. */
function newestText({ turns }: ArchivedContext, maxChars: number): string[] {
  let left = maxChars;
  return turns.toReversed().flatMap(({ text }) => {
    const piece = text.slice(0, Math.max(0, left));
    left -= text.length;
    return piece === '' ? [] : [piece];
  });
}

/**
 * Returns the contexts that match a query, best first. Matches of only common words or single characters do not count.
 */
export function findContexts<T>(
  query: string,
  contexts: readonly { item: T; text: IndexedText }[],
): Ranked<T>[] {
  const wanted = terms(query).filter((term) => !isStopWord(term));
  const long = wanted.filter((term) => Array.from(term).length > 1);
  const significant = long.length > 0 ? long : wanted;
  return rank(
    wanted,
    contexts.filter(({ text }) => significant.some((term) => text.counts.has(term))),
    { collection: contexts },
  );
}
