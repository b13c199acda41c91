import { sortInSlices } from '../base/sortInSlices.ts';
import type { TimeSlices } from '../base/timeSlices.ts';
import { fingerprintOf, jaccard, mayReach, type Likeness, type Print } from './fingerprint.ts';
import { mostAlikeFirst } from './near.ts';
import { Meetings, PartLists } from './partLists.ts';
import type { FoundMemory, Memory } from './types.ts';

/**
 * Finds which of many memories are alike, without comparing each with each (prefix filters of set similarity joins: Bayardo
 * and others 2007, Xiao and others 2008). The parts of each are put into one order, the rarest first. Two sets with `o` parts in
 * common have at least `least` of them among the first `size − o + least` of each. How many they must have in common follows
 * from the threshold and from which of the two is larger, so the larger looks with more of its parts among fewer of the
 * smaller's. Memories are numbered by the sizes of their sets, so that those of a size stand together in every list.
 */
export class NearIndex {
  readonly #threshold: number;
  readonly #memories: readonly Memory[];
  readonly #prints: readonly Print[];
  readonly #numbers: ReadonlyMap<Memory, number>;
  /** Of each, the parts with which it looks for smaller ones. */
  readonly #asLarger: PartLists;
  /** Of each, the fewer parts with which it looks for larger ones. */
  readonly #asSmaller: PartLists;
  readonly #meetings: Meetings;

  private constructor(
    { sorted, numbers }: Numbered,
    threshold: number,
    lists: readonly [PartLists, PartLists],
  ) {
    this.#threshold = threshold;
    this.#memories = sorted.map(({ memory }) => memory);
    this.#prints = sorted.map(({ print }) => print);
    this.#numbers = numbers;
    [this.#asLarger, this.#asSmaller] = lists;
    this.#meetings = new Meetings(sorted.length);
  }

  static async of(
    memories: readonly Memory[],
    { threshold, likeness }: { readonly threshold: number; readonly likeness: Likeness },
    slices: TimeSlices,
  ): Promise<NearIndex> {
    const prints: Sorted[] = [];
    for (const memory of memories) {
      prints.push({ memory, print: fingerprintOf(memory)[likeness] });
      if (slices.isOver) await slices.pause();
    }
    const bySize = (a: Sorted, b: Sorted) => a.print.parts.length - b.print.parts.length;
    const sorted = await sortInSlices(prints, bySize, slices);
    const numbers = new Map<Memory, number>();
    for (const [number, { memory }] of sorted.entries()) {
      numbers.set(memory, number);
      if (slices.isOver) await slices.pause();
    }
    const lengths = [larger(threshold), smaller(threshold)] as const;
    const sets = sorted.map(({ print }) => print.parts);
    const lists = await PartLists.ofRarest(sets, lengths, slices);
    return new NearIndex({ sorted, numbers }, threshold, lists);
  }

  /** Leaves a memory out of what is found from now on; false where it was left out before, or is none of these. */
  close(memory: Memory): boolean {
    const number = this.#numbers.get(memory);
    return number !== undefined && this.#meetings.close(number);
  }

  /** Other memories that are not closed, and at least so like this one of them, most alike first. */
  near(memory: Memory): FoundMemory[] {
    const own = this.#numbers.get(memory);
    const print = own === undefined ? undefined : this.#prints[own];
    if (own === undefined || !print) return [];
    const found: FoundMemory[] = [];
    for (const number of this.#candidates(own, print.parts.length)) {
      const [other, theirs] = [this.#memories[number], this.#prints[number]];
      if (!other || !theirs || !mayReach(this.#threshold, print, theirs)) continue;
      const similarity = jaccard(print, theirs);
      if (similarity >= this.#threshold) found.push({ memory: other, similarity });
    }
    return found.sort(mostAlikeFirst);
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

  /** A part that stands so late in a set of this size says nothing of sets that are larger than this. */
  #largest(size: number, place: number): number {
    const common = size + leastMet(this.#threshold) - place;
    return Math.ceil((common * (1 + this.#threshold)) / this.#threshold - size + rounding) - 1;
  }

  /** Fewer parts in common among the first ones two sets so alike cannot have. */
  #least(a: number, b: number): number {
    const size = this.#prints[Math.max(a, b)]?.parts.length ?? 0;
    return Math.min(leastMet(this.#threshold), Math.ceil(this.#threshold * size - rounding));
  }

  /** The number of the first memory with so many parts or more. */
  #firstOfSize(size: number): number {
    let [low, high] = [0, this.#prints.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#prints[middle]?.parts.length ?? 0) < size) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Sorted {
  readonly memory: Memory;
  readonly print: Print;
}

/** By the sizes of their sets, and the place of each. */
interface Numbered {
  readonly sorted: readonly Sorted[];
  readonly numbers: ReadonlyMap<Memory, number>;
}

/** Of products of whole numbers and thresholds. */
const rounding = 1e-9;

/** Where much has to be the same one part tells enough; otherwise several spare the comparison of most. */
const leastMet = (threshold: number): number => (threshold >= 0.6 ? 1 : 5);

/** How many of the first parts of a set of this size are looked up in those of smaller or equal ones. */
const larger =
  (threshold: number) =>
  (size: number): number =>
    size - Math.ceil(threshold * size - rounding) + leastMet(threshold);

/** The same in those of larger ones. */
const smaller =
  (threshold: number) =>
  (size: number): number =>
    size - Math.ceil(((2 * threshold) / (1 + threshold)) * size - rounding) + leastMet(threshold);
