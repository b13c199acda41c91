import type { Vectors } from '../embeddings/vectors.ts';
import { searchedText } from './searchedText.ts';
import type { FoundMemory, Memory } from './types.ts';

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
