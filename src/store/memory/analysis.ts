import type { Secrets } from '../base/context.ts';
import type { TimeSlices } from '../base/timeSlices.ts';
import { isStopWord, terms } from '../text/tokens.ts';
import { duplicateGroups } from './duplicates.ts';
import { hashOf, tellingParts } from './fingerprint.ts';
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
export async function analyse(
  state: MemoryState,
  filter: MemoryFilter,
  { slices, secrets }: { readonly slices: TimeSlices; readonly secrets: Masking },
): Promise<MemoryAnalysis> {
  const all = [...state.memories.values()];
  const memories: Memory[] = [];
  for (const memory of all) {
    if (matches(memory, filter)) memories.push(memory);
    if (slices.isOver) await slices.pause();
  }
  const found = { tags: new Counts(), types: new Counts(), months: new Counts(), pairs: new Counts() };
  const words = new TermCounts();
  let [chars, untagged, oldest, newest] = [0, 0, Infinity, -Infinity];
  for (const memory of memories) {
    const { tags, type, createdAt, content } = memory;
    for (const tag of tags) found.tags.add(tag);
    for (const pair of pairs(tags)) found.pairs.add(pair);
    found.types.add(type);
    found.months.add(month(createdAt));
    words.add(memory);
    chars += content.length;
    if (tags.length === 0) untagged++;
    oldest = Math.min(oldest, createdAt);
    newest = Math.max(newest, createdAt);
    if (slices.isOver) await slices.pause();
  }
  return {
    memories: memories.length,
    archived: all.filter(({ archived }) => archived !== undefined).length,
    untagged,
    tags: found.tags.sorted().map(([tag, count]) => ({ tag, count })),
    types: found.types.sorted().map(([type, count]) => ({ type, count })),
    months: found.months
      .sorted()
      .map(([month, count]) => ({ month, count }))
      .sort((a, b) => (a.month < b.month ? -1 : 1)),
    tagPairs: found.pairs
      .sorted()
      .slice(0, topCount)
      .flatMap(([pair, count]) => {
        const [first, second] = pair.split('\n');
        return first !== undefined && second !== undefined ? [{ tags: [first, second] as const, count }] : [];
      }),
    terms: words.top(topCount, secrets),
    averageChars: Math.round(chars / Math.max(1, memories.length)),
    oldest: memories.length > 0 ? oldest : undefined,
    newest: memories.length > 0 ? newest : undefined,
    duplicateGroups: (await duplicateGroups(memories, sameFrom, slices)).length,
  };
}

/** Every tag with how many of the memories have it, most frequent first. */
export function tagCounts(memories: readonly Memory[]): readonly TagCount[] {
  const counts = new Counts();
  for (const { tags } of memories) for (const tag of tags) counts.add(tag);
  return counts.sorted().map(([tag, count]) => ({ tag, count }));
}

/** Words that stand in most of the memories, each counted once a memory. Single characters tell nothing. */
export function topTerms(memories: readonly Memory[], count: number, secrets: Masking): readonly TermCount[] {
  const words = new TermCounts();
  for (const memory of memories) words.add(memory);
  return words.top(count, secrets);
}

/** Masks what may have been stored as it is. */
export type Masking = Pick<Secrets, 'text'>;

interface TermCount {
  readonly term: string;
  readonly count: number;
}

/** In how many memories words stand. They are counted by their hashes, and only what is told is looked up. */
class TermCounts {
  readonly #counts = new Map<number, number>();
  /** A memory that has the word. */
  readonly #holders = new Map<number, Memory>();

  add(memory: Memory): void {
    for (const part of tellingParts(memory)) {
      const count = this.#counts.get(part) ?? 0;
      if (count === 0) this.#holders.set(part, memory);
      this.#counts.set(part, count + 1);
    }
  }

  /** The most frequent ones, equally frequent ones by name; without pieces of secrets, which are masked in a text before its words are told. */
  top(most: number, secrets: Masking): readonly TermCount[] {
    const holders = this.#holdersByCount();
    const found: TermCount[] = [];
    for (const count of [...holders.keys()].sort((a, b) => b - a)) {
      if (found.length >= most) break;
      for (const part of holders.get(count) ?? []) {
        const term = this.#termOf(part, secrets);
        if (term !== undefined && isTelling(term)) found.push({ term, count });
      }
    }
    return found.sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1)).slice(0, most);
  }

  /** The words by how many memories have them: nearly all have few, and need no order. */
  #holdersByCount(): ReadonlyMap<number, readonly number[]> {
    const parts = new Map<number, number[]>();
    for (const [part, count] of this.#counts) {
      const others = parts.get(count);
      if (others) others.push(part);
      else parts.set(count, [part]);
    }
    return parts;
  }

  #termOf(part: number, secrets: Masking): string | undefined {
    return terms(secrets.text(this.#holders.get(part)?.content ?? '')).find((term) => hashOf(term) === part);
  }
}

const isTelling = (term: string): boolean =>
  term.length <= longestWord && Array.from(term).length > 1 && !isStopWord(term);

function month(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

const pairs = (tags: readonly string[]): string[] =>
  [...tags]
    .sort()
    .flatMap((first, index, sorted) => sorted.slice(index + 1).map((second) => `${first}\n${second}`));

/** How often values come. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(value: string): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Most frequent first, equally frequent ones by name. */
  sorted(): (readonly [string, number])[] {
    return [...this.#counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  }
}
