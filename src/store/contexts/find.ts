import { indexText, rank, type IndexedText, type Ranked } from '../search/bm25.ts';
import { isStopWord } from '../search/stopWords.ts';
import { terms } from '../search/tokens.ts';
import type { ArchivedContext } from './types.ts';

/** The title and the summary say in few words what a context is about. */
const titleWeight = 3;
const summaryWeight = 2;

/** What of an archived context is searched: title, summary, and of each turn the first `maxTurnChars` characters. */
export function indexContext(context: ArchivedContext, maxTurnChars: number): IndexedText {
  return indexText([
    { text: context.title ?? '', weight: titleWeight },
    { text: context.summary ?? '', weight: summaryWeight },
    ...context.turns.map(({ text }) => ({ text: text.slice(0, maxTurnChars), weight: 1 })),
  ]);
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
    contexts,
  );
}
