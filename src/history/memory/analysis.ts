import type { Secrets } from '../../disk/base/context.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { isStopWord, terms } from '../../disk/text/tokens.ts';
import { duplicateGroups } from './duplicates.ts';
import { hashOf, subjectParts } from './wordSets.ts';
import { matches, typeKey } from './memory.ts';
import type { MemoryState } from './state.ts';
import type { MemoryAnalysis, TagCount } from './reportTypes.ts';
import type { Memory, MemoryFilter } from './types.ts';

/** Maximum number of pairs and words listed. */
const topCount = 20;
/** Longer strings are data, not words. UTF-16 units. */
const maxWordLength = 40;
/** Similarity from which two memories count as duplicates. */
const duplicateFrom = 0.9;

/** Analyses the memories that match a filter. */
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
  const types = new Map<string, string>(); // by their key, as they were written first
  const words = new TermCounts();
  let [chars, untagged, oldest, newest] = [0, 0, Infinity, -Infinity];
  for (const memory of memories) {
    const { tags, type, createdAt, content } = memory;
    for (const tag of tags) found.tags.add(tag);
    for (const pair of pairs(tags)) found.pairs.add(pair);
    const known = types.get(typeKey(type)) ?? type;
    types.set(typeKey(type), known);
    found.types.add(known);
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
    duplicateGroups: (await duplicateGroups(memories, duplicateFrom, slices)).length,
  };
}

/** Counts how many memories have each tag, most frequent first. */
export function tagCounts(memories: readonly Memory[]): readonly TagCount[] {
  const counts = new Counts();
  for (const { tags } of memories) for (const tag of tags) counts.add(tag);
  return counts.sorted().map(([tag, count]) => ({ tag, count }));
}

/** The words found in most memories, counted once per memory. Skips single characters. */
export function topTerms(memories: readonly Memory[], count: number, secrets: Masking): readonly TermCount[] {
  const words = new TermCounts();
  for (const memory of memories) words.add(memory);
  return words.top(count, secrets);
}

/** Masks secrets that may have been stored unmasked. */
export type Masking = Pick<Secrets, 'text'>;

interface TermCount {
  readonly term: string;
  readonly count: number;
}

/** Counts the memories that contain each word. Counts by hash and resolves only the words returned. */
class TermCounts {
  readonly #counts = new Map<number, number>();
  /** One memory per word that contains it. */
  readonly #holders = new Map<number, Memory>();

  add(memory: Memory): void {
    for (const part of subjectParts(memory)) {
      const count = this.#counts.get(part) ?? 0;
      if (count === 0) this.#holders.set(part, memory);
      this.#counts.set(part, count + 1);
    }
  }

  /** The most frequent words, ties by name; excludes parts of secrets, which are masked in the whole text. */
  top(most: number, secrets: Masking): readonly TermCount[] {
    const holders = this.#holdersByCount();
    const found: TermCount[] = [];
    for (const count of [...holders.keys()].sort((a, b) => b - a)) {
      if (found.length >= most) break;
      for (const part of holders.get(count) ?? []) {
        const term = this.#termOf(part, secrets);
        if (term !== undefined && isDistinctive(term)) found.push({ term, count });
      }
    }
    return found.sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1)).slice(0, most);
  }

  /** Groups words by count: nearly all are rare and need no sorting. */
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

const isDistinctive = (term: string): boolean =>
  term.length <= maxWordLength && Array.from(term).length > 1 && !isStopWord(term);

function month(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

const pairs = (tags: readonly string[]): string[] =>
  [...tags]
    .sort()
    .flatMap((first, index, sorted) => sorted.slice(index + 1).map((second) => `${first}\n${second}`));

/** Counts values. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(value: string): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Most frequent first, ties by name. */
  sorted(): (readonly [string, number])[] {
    return [...this.#counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  }
}
