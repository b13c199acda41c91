import { indexText, rank, type IndexedText, type Ranked } from '../text/bm25.ts';
import { isStopWord, terms } from '../text/tokens.ts';
import type { ArchivedContext } from './types.ts';

/** The title and the summary say in few words what a context is about. */
const titleWeight = 3;
const summaryWeight = 2;

/** What of an archived context is searched: title, summary, and the newest `maxChars` characters of its turns together. */
export function indexContext(context: ArchivedContext, maxChars: number): IndexedText {
  return indexText([
    { text: context.title ?? '', weight: titleWeight },
    { text: context.summary ?? '', weight: summaryWeight },
    ...newestText(context, maxChars).map((text) => ({ text, weight: 1 })),
  ]);
}

/** Texts of the newest turns; of the one where the characters end, its beginning. */
function newestText({ turns }: ArchivedContext, maxChars: number): string[] {
  let left = maxChars;
  return turns.toReversed().flatMap(({ text }) => {
    const piece = text.slice(0, Math.max(0, left));
    left -= text.length;
    return piece === '' ? [] : [piece];
  });
}

/** The contexts that match a query, best first. A match by nothing but common words or single characters is none. */
export function findContexts<T>(
  query: string,
  contexts: readonly { item: T; text: IndexedText }[],
): Ranked<T>[] {
  const wanted = terms(query).filter((term) => !isStopWord(term));
  const long = wanted.filter((term) => Array.from(term).length > 1);
  const telling = long.length > 0 ? long : wanted;
  return rank(
    wanted,
    contexts.filter(({ text }) => telling.some((term) => text.counts.has(term))),
    { collection: contexts },
  );
}
