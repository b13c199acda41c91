import { indexText, rank, type IndexedText } from '../text/bm25.ts';
import { isStopWord } from '../text/stopWords.ts';
import { terms } from '../text/tokens.ts';
import type { FoundMemory, Memory } from './types.ts';

/** A tag says in one word what a memory is about. */
const tagWeight = 2;
/** What `rank` gives a text of average length that holds every word once, which is all one can ask: 1 / (k1 + 1). */
const fullMatch = 1 / 1.9;

/** Each memory is a value that never changes, so its words are counted once. */
const indexed = new WeakMap<Memory, IndexedText>();

/**
 * Memories by how well they match a query, best first; how rare a word is, is counted in `all`. The one place that
 * knows how memories are searched. Without a word in the query all are given as they come, with similarity 0.
 */
export function rankMemories(
  query: string,
  memories: readonly Memory[],
  all: readonly Memory[],
): readonly FoundMemory[] {
  const words = queryTerms(query);
  if (words.length === 0) return memories.map((memory) => ({ memory, similarity: 0 }));
  return rank(words, memories.map(document), all.map(document)).map(({ item, score }) => ({
    memory: item,
    similarity: Math.min(1, score / fullMatch),
  }));
}

function queryTerms(query: string): readonly string[] {
  const all = terms(query);
  const telling = all.filter((term) => !isStopWord(term));
  return telling.length > 0 ? telling : all;
}

function document(memory: Memory): { readonly item: Memory; readonly text: IndexedText } {
  const known = indexed.get(memory);
  const text =
    known ??
    indexText([
      { text: memory.content, weight: 1 },
      { text: memory.tags.join(' '), weight: tagWeight },
    ]);
  if (!known) indexed.set(memory, text);
  return { item: memory, text };
}
