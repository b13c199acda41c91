import {
  indexText,
  rank,
  type IndexedText,
  averageLength,
  inverseFrequency,
  saturated,
  type IndexedDocument,
} from '../../disk/text/bm25.ts';
import { learnMeanings, sampledTexts, withLearned } from '../meaning/learned.ts';
import { isFunctionWord, functionWordWeight } from '../meaning/functionWords.ts';
import { meaningsOf } from '../meaning/meaning.ts';
import { wordsByMeaning, identifyingTerms } from '../meaning/synonyms.ts';
import type { Meaning, Synonym } from '../meaning/types.ts';
import { isStopWord, isUnspaced, runsOf, termsOf, wordsOf } from '../../disk/text/tokens.ts';
import type { FoundMemory, Memory } from './types.ts';
import type { Note } from '../../disk/base/texts.ts';
import type { Vectors } from '../embeddings/vectors.ts';
import { searchedText } from './memory.ts';

/** A tag sums up a memory in one word. */
const tagWeight = 2;
/** The score that `rank` gives a text of average length with every word once, a full match: 1 / (k1 + 1). */
const fullMatch = 1 / 1.9;

/** Memories are immutable, so their words are counted once. */
const indexed = new WeakMap<Memory, IndexedText>();

/** Ranks memories by a query and its meanings, best first; `all` determines how rare a word is. A query without words returns all with similarity 0. */
export function rankMemories(
  query: string,
  memories: readonly Memory[],
  all: readonly Memory[],
  meanings: readonly Meaning[] = [],
): readonly FoundMemory[] {
  const words = queryTerms(query);
  if (words.size === 0) return memories.map((memory) => ({ memory, similarity: 0 }));
  const collection = all.map(document);
  const more = meaningScores(meanings, collection);
  const distinctive = [...words].flatMap(([term, weight]) => (weight === 1 ? [term] : []));
  const isHit = (memory: Memory): boolean =>
    more.has(memory) || distinctive.some((term) => document(memory).text.counts.has(term));
  return rank([...words.keys()], memories.filter(isHit).map(document), {
    collection,
    more,
    weightOf: (term) =>
      (words.get(term) ?? 1) * (meanings.length > 0 && isFunctionWord(term) ? functionWordWeight : 1),
  }).map(({ item, score }) => ({
    memory: item,
    similarity: Math.min(1, score / fullMatch),
    ...(more.has(item) && { meant: wordsByMeaning(searchedText(item), meanings) }),
  }));
}

/** The meanings of a query's words, including words that often appear beside its rarest ones in these memories. */
export async function memoryMeanings(query: string, all: readonly Memory[]): Promise<readonly Meaning[]> {
  const collection = all.map(document);
  const holders = (term: string) => collection.filter(({ text }) => text.counts.has(term));
  const distinctive = [...queryTerms(query)].flatMap(([term, weight]) => (weight === 1 ? [term] : []));
  const learned = await learnMeanings(distinctive, {
    count: (term) => holders(term).length,
    samples: (term) => {
      const newest = holders(term).slice(0, sampledTexts);
      return Promise.resolve(newest.map(({ text }) => new Set(text.counts.keys())));
    },
  });
  return withLearned(await meaningsOf(query), learned);
}

/** Single characters of a longer run add little to its bigrams, and mean nothing alone. */
const characterWeight = 0.3;

/** The terms of a query and their weights. */
function queryTerms(query: string): ReadonlyMap<string, number> {
  const all = wordsOf(query).flatMap(runsOf).flatMap(weightedTerms);
  const distinctive = all.filter(([term]) => !isStopWord(term));
  const found = new Map<string, number>();
  for (const [term, weight] of distinctive.length > 0 ? distinctive : all)
    found.set(term, Math.max(weight, found.get(term) ?? 0));
  return found;
}

function weightedTerms(run: string): readonly (readonly [string, number])[] {
  const found = termsOf(run);
  const isLong = isUnspaced(run) && found.length > 1;
  return found.map((term) => [term, isLong && Array.from(term).length === 1 ? characterWeight : 1]);
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
 * Ranks memories by words and embeddings, best first: similarity in either counts, in both even more, and is comparable
 * between queries. Where embeddings fail, returns `words` and a note.
 */
export async function rankByMeaning(
  query: string,
  memories: readonly Memory[],
  words: readonly FoundMemory[],
  vectors: Vectors,
): Promise<{ readonly ranked: readonly FoundMemory[]; readonly notes: readonly Note[] }> {
  const { of, notes } = await vectors.compare(query, memories, searchedText);
  if (!of) return { ranked: words, notes };
  const byWords = new Map(words.map((found) => [found.memory, found]));
  const ranked = memories
    .map((memory) => {
      const found = byWords.get(memory) ?? { memory, similarity: 0, meant: [] };
      return { ...found, similarity: either(found.similarity, of(memory) ?? 0) };
    })
    .filter(({ memory, similarity }) => similarity > 0 || byWords.has(memory))
    .sort((a, b) => b.similarity - a.similarity);
  return { ranked, notes };
}

const either = (a: number, b: number): number => 1 - (1 - within(a)) * (1 - within(b));
const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Scores documents by synonyms of words that they do not contain, each word by its best synonym. */
function meaningScores<T>(
  meanings: readonly Meaning[],
  collection: readonly IndexedDocument<T>[],
): ReadonlyMap<T, number> {
  const average = averageLength(collection);
  const scores = new Map<T, number>();
  for (const meaning of meanings) {
    const own = identifyingTerms(meaning);
    const others = collection.filter(({ text }) => !own.some((term) => text.counts.has(term)));
    const byTerm = synonymsByTerm(meaning);
    const held = new Map<Synonym, number>();
    const found = others.map(({ item, text }) => ({
      item,
      length: text.length,
      of: synonymsIn(text, byTerm),
    }));
    for (const { of } of found) for (const [synonym] of of) held.set(synonym, (held.get(synonym) ?? 0) + 1);
    const worth = (synonym: Synonym): number =>
      synonym.weight * inverseFrequency(held.get(synonym) ?? 0, collection.length);
    for (const { item, length, of } of found) {
      const most = Math.max(
        0,
        ...of.map(([synonym, count]) => worth(synonym) * saturated(count, length, average)),
      );
      if (most > 0) scores.set(item, (scores.get(item) ?? 0) + most);
    }
  }
  return scores;
}

/** Indexes synonyms by one of their terms, so that one pass over a text finds all. */
function synonymsByTerm({ synonyms }: Meaning): ReadonlyMap<string, readonly Synonym[]> {
  const found = new Map<string, Synonym[]>();
  for (const synonym of synonyms) {
    const [term = ''] = synonym.terms;
    found.set(term, [...(found.get(term) ?? []), synonym]);
  }
  return found;
}

/** Lists the synonyms that a text contains, with their counts. */
function synonymsIn(
  { counts }: IndexedDocument<unknown>['text'],
  byTerm: ReadonlyMap<string, readonly Synonym[]>,
): readonly (readonly [Synonym, number])[] {
  const found: (readonly [Synonym, number])[] = [];
  for (const term of counts.keys())
    for (const synonym of byTerm.get(term) ?? []) {
      const count = Math.min(...synonym.terms.map((one) => counts.get(one) ?? 0));
      if (count > 0) found.push([synonym, count]);
    }
  return found;
}
