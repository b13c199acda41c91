import { sortInSlices } from '../../disk/base/sortInSlices.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { wordSetsOf, jaccard, mayReach, type Likeness, type WordSet } from './wordSets.ts';
import { mostSimilarFirst } from './near.ts';
import { Meetings, PartLists } from './partLists.ts';
import type { FoundMemory, Memory } from './types.ts';

/**
 * Finds similar memories without comparing all pairs, by prefix filters of set similarity joins (Bayardo et al. 2007,
 * Xiao et al. 2008). The parts of each set are ordered by rarity. Two sets with `o` common parts share at least `least`
 * of them among the first `size − o + least` of each. The required overlap follows from the threshold and the larger
 * set, so the larger one looks up more of its parts among fewer of the smaller's. Memories are numbered by set size, so
 * each list is sorted by size.
 */
export class NearIndex {
  readonly #threshold: number;
  readonly #memories: readonly Memory[];
  readonly #wordSets: readonly WordSet[];
  readonly #numbers: ReadonlyMap<Memory, number>;
  /** Per memory, the parts to look for smaller sets. */
  readonly #asLarger: PartLists;
  /** Per memory, the fewer parts to look for larger sets. */
  readonly #asSmaller: PartLists;
  readonly #meetings: Meetings;

  private constructor(
    { sorted, numbers }: Numbered,
    threshold: number,
    lists: readonly [PartLists, PartLists],
  ) {
    this.#threshold = threshold;
    this.#memories = sorted.map(({ memory }) => memory);
    this.#wordSets = sorted.map(({ wordSet }) => wordSet);
    this.#numbers = numbers;
    [this.#asLarger, this.#asSmaller] = lists;
    this.#meetings = new Meetings(sorted.length);
  }

  static async of(
    memories: readonly Memory[],
    { threshold, likeness }: { readonly threshold: number; readonly likeness: Likeness },
    slices: TimeSlices,
  ): Promise<NearIndex> {
    const entries: Sorted[] = [];
    for (const memory of memories) {
      entries.push({ memory, wordSet: wordSetsOf(memory)[likeness] });
      if (slices.isOver) await slices.pause();
    }
    const bySize = (a: Sorted, b: Sorted) => a.wordSet.parts.length - b.wordSet.parts.length;
    const sorted = await sortInSlices(entries, bySize, slices);
    const numbers = new Map<Memory, number>();
    for (const [number, { memory }] of sorted.entries()) {
      numbers.set(memory, number);
      if (slices.isOver) await slices.pause();
    }
    const lengths = [larger(threshold), smaller(threshold)] as const;
    const sets = sorted.map(({ wordSet }) => wordSet.parts);
    const lists = await PartLists.ofRarest(sets, lengths, slices);
    return new NearIndex({ sorted, numbers }, threshold, lists);
  }

  /** Excludes a memory from further results; returns false if it was excluded or is unknown. */
  close(memory: Memory): boolean {
    const number = this.#numbers.get(memory);
    return number !== undefined && this.#meetings.close(number);
  }

  /** Lists the other open memories that reach the threshold, most similar first. */
  near(memory: Memory): FoundMemory[] {
    const own = this.#numbers.get(memory);
    const wordSet = own === undefined ? undefined : this.#wordSets[own];
    if (own === undefined || !wordSet) return [];
    const found: FoundMemory[] = [];
    for (const number of this.#candidates(own, wordSet.parts.length)) {
      const [other, theirs] = [this.#memories[number], this.#wordSets[number]];
      if (!other || !theirs || !mayReach(this.#threshold, wordSet, theirs)) continue;
      const similarity = jaccard(wordSet, theirs);
      if (similarity >= this.#threshold) found.push({ memory: other, similarity });
    }
    return found.sort(mostSimilarFirst);
  }

  #candidates(own: number, size: number): readonly number[] {
    const smallest = this.#firstOfSize(Math.ceil(this.#threshold * size - rounding));
    const same = this.#firstOfSize(size + 1);
    const most = Math.floor(size / this.#threshold + rounding);
    for (const [place, part] of this.#asLarger.parts(own).entries()) {
      const before = this.#firstOfSize(Math.min(size, this.#largest(size, place)) + 1);
      this.#asSmaller.meet(part, [smallest, before], this.#meetings);
    }
    for (const [place, part] of this.#asSmaller.parts(own).entries()) {
      const before = this.#firstOfSize(Math.min(most, this.#largest(size, place)) + 1);
      this.#asLarger.meet(part, [same, before], this.#meetings);
    }
    return this.#meetings.taken((number) => this.#least(own, number)).filter((number) => number !== own);
  }

  /** Largest set that a match at this position of a set of this size can still concern. */
  #largest(size: number, place: number): number {
    const common = size + minMeetings(this.#threshold) - place;
    return Math.ceil((common * (1 + this.#threshold)) / this.#threshold - size + rounding) - 1;
  }

  /** Minimum number of common leading parts of two sets that reach the threshold. */
  #least(a: number, b: number): number {
    const size = this.#wordSets[Math.max(a, b)]?.parts.length ?? 0;
    return Math.min(minMeetings(this.#threshold), Math.ceil(this.#threshold * size - rounding));
  }

  /** The number of the first memory with at least this many parts. */
  #firstOfSize(size: number): number {
    let [low, high] = [0, this.#wordSets.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#wordSets[middle]?.parts.length ?? 0) < size) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Sorted {
  readonly memory: Memory;
  readonly wordSet: WordSet;
}

/** Memories by set size, and the number of each. */
interface Numbered {
  readonly sorted: readonly Sorted[];
  readonly numbers: ReadonlyMap<Memory, number>;
}

/** Tolerance for products of integers and thresholds. */
const rounding = 1e-9;

/** With a high threshold one common part suffices; otherwise several avoid most comparisons. */
const minMeetings = (threshold: number): number => (threshold >= 0.6 ? 1 : 5);

/** Number of leading parts of a set to look up in smaller or equal ones. */
const larger =
  (threshold: number) =>
  (size: number): number =>
    size - Math.ceil(threshold * size - rounding) + minMeetings(threshold);

/** Number of leading parts of a set to look up in larger ones. */
const smaller =
  (threshold: number) =>
  (size: number): number =>
    size - Math.ceil(((2 * threshold) / (1 + threshold)) * size - rounding) + minMeetings(threshold);
