import { indexText, rank, type IndexedText } from '../text/bm25.ts';
import { isStopWord, terms } from '../text/tokens.ts';
import type { FoundMemory, Memory } from './types.ts';
import type { Vectors } from '../embeddings/vectors.ts';
import { searchedText } from './memory.ts';

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

/**
 * Memories by words and by nearness of meaning, best first: alike is what is alike in either, more so in both, and a
 * similarity means the same from one query to the next. Where embeddings fail, `words`, and a note says so.
 */
export async function rankByMeaning(
  query: string,
  memories: readonly Memory[],
  words: readonly FoundMemory[],
  vectors: Vectors,
): Promise<{ readonly ranked: readonly FoundMemory[]; readonly notes: readonly string[] }> {
  const { of, notes } = await vectors.compare(query, memories, searchedText);
  if (!of) return { ranked: words, notes };
  const byWords = new Map(words.map(({ memory, similarity }) => [memory, similarity]));
  const ranked = memories
    .map((memory) => ({ memory, similarity: either(byWords.get(memory) ?? 0, of(memory) ?? 0) }))
    .filter(({ memory, similarity }) => similarity > 0 || byWords.has(memory))
    .sort((a, b) => b.similarity - a.similarity);
  return { ranked, notes };
}

const either = (a: number, b: number): number => 1 - (1 - within(a)) * (1 - within(b));
const within = (value: number): number => Math.min(1, Math.max(0, value));
