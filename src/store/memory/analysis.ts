import { isStopWord, terms } from '../text/tokens.ts';
import { duplicateGroups } from './duplicates.ts';
import { matches } from './memory.ts';
import type { MemoryState } from './state.ts';
import type { Memory, MemoryAnalysis, MemoryFilter, TagCount } from './types.ts';

/** How many of the most frequent pairs and words are told. */
const topCount = 20;
/** What is longer is data, not a word. UTF-16 units. */
const longestWord = 40;
/** From here on two memories are taken for the same. */
const sameFrom = 0.9;

/** What the memories of a filter are about. */
export function analyse(state: MemoryState, filter: MemoryFilter): MemoryAnalysis {
  const all = [...state.memories.values()];
  const memories = all.filter((memory) => matches(memory, filter));
  const times = memories.map(({ createdAt }) => createdAt).sort((a, b) => a - b);
  return {
    memories: memories.length,
    archived: all.filter(({ archived }) => archived !== undefined).length,
    untagged: memories.filter(({ tags }) => tags.length === 0).length,
    tags: tagCounts(memories),
    types: counted(memories.map(({ type }) => type)).map(([type, count]) => ({ type, count })),
    months: months(memories),
    tagPairs: counted(memories.flatMap(({ tags }) => pairs(tags)))
      .slice(0, topCount)
      .flatMap(([pair, count]) => {
        const [first, second] = pair.split('\n');
        return first !== undefined && second !== undefined ? [{ tags: [first, second] as const, count }] : [];
      }),
    terms: topTerms(memories),
    averageChars: Math.round(
      sum(memories.map(({ content }) => content.length)) / Math.max(1, memories.length),
    ),
    oldest: times[0],
    newest: times.at(-1),
    duplicateGroups: duplicateGroups(memories, state.near, sameFrom).length,
  };
}

/** Every tag with how many of the memories have it, most frequent first. */
export const tagCounts = (memories: readonly Memory[]): readonly TagCount[] =>
  counted(memories.flatMap(({ tags }) => tags)).map(([tag, count]) => ({ tag, count }));

/** Words that stand in most of the memories, each counted once a memory. Single characters tell nothing. */
export const topTerms = (memories: readonly Memory[], count = topCount) =>
  counted(memories.flatMap(({ content }) => [...new Set(terms(content))]).filter(isTelling))
    .slice(0, count)
    .map(([term, holders]) => ({ term, count: holders }));

const isTelling = (term: string): boolean =>
  term.length <= longestWord && Array.from(term).length > 1 && !isStopWord(term);

function months(memories: readonly Memory[]) {
  const names = memories.map(({ createdAt }) => {
    const date = new Date(createdAt);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
  });
  return counted(names)
    .map(([month, count]) => ({ month, count }))
    .sort((a, b) => (a.month < b.month ? -1 : 1));
}

const pairs = (tags: readonly string[]): string[] =>
  [...tags]
    .sort()
    .flatMap((first, index, sorted) => sorted.slice(index + 1).map((second) => `${first}\n${second}`));

/** Each value with how often it comes, most frequent first, equally frequent ones by name. */
function counted(values: readonly string[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
