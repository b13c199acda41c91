import type { TimeSlices } from '../../disk/base/timeSlices.ts';

/** Frequencies are counted by this many bits of a part: the order by rarity need not be exact. */
const countedBits = 20;

/** Maps each leading part to the sets that have it, in ascending order. */
export class PartLists {
  /** The leading parts of all sets in sequence, and the start of each set. */
  readonly #parts: Uint32Array;
  readonly #begins: Uint32Array;
  /** The sets of all lists in sequence; parts with the same low bits share a list. */
  readonly #sets: Uint32Array;
  readonly #lists: Uint32Array;
  readonly #mask: number;

  private constructor({ parts, begins }: LeadingParts) {
    this.#parts = parts;
    this.#begins = begins;
    this.#mask = 2 ** Math.ceil(Math.log2(parts.length + 2)) - 1;
    this.#lists = new Uint32Array(this.#mask + 2);
    this.#sets = new Uint32Array(parts.length);
  }

  static async #of(firsts: LeadingParts, slices: TimeSlices): Promise<PartLists> {
    const made = new PartLists(firsts);
    await made.#count(slices);
    await made.#fill(slices);
    return made;
  }

  /** Computes the start of each list. */
  async #count(slices: TimeSlices): Promise<void> {
    const [parts, lists] = [this.#parts, this.#lists];
    await inChunks(parts.length, slices, (n) => {
      const list = ((parts[n] ?? 0) & this.#mask) + 1;
      lists[list] = (lists[list] ?? 0) + 1;
    });
    await inChunks(lists.length - 1, slices, (n) => (lists[n + 1] = (lists[n + 1] ?? 0) + (lists[n] ?? 0)));
  }

  async #fill(slices: TimeSlices): Promise<void> {
    const [parts, begins, filled] = [this.#parts, this.#begins, this.#lists.slice()];
    await inChunks(begins.length - 1, slices, (set) => {
      for (let n = begins[set] ?? 0; n < (begins[set + 1] ?? 0); n++) {
        const list = (parts[n] ?? 0) & this.#mask;
        const place = filled[list] ?? 0;
        this.#sets[place] = set;
        filled[list] = place + 1;
      }
    });
  }

  /** Builds the lists of the rarest parts; each function returns the number of parts for a set's size. */
  static async ofRarest(
    sets: readonly Uint32Array[],
    [more, fewer]: readonly [(size: number) => number, (size: number) => number],
    slices: TimeSlices,
  ): Promise<readonly [PartLists, PartLists]> {
    const counts = new Uint32Array(2 ** countedBits);
    for (const set of sets) {
      for (const part of set)
        counts[part & (counts.length - 1)] = (counts[part & (counts.length - 1)] ?? 0) + 1;
      if (slices.isOver) await slices.pause();
    }
    const firsts = [new LeadingParts(sets, more), new LeadingParts(sets, fewer)] as const;
    for (const set of sets) {
      const longest = Math.max(...firsts.map((first) => first.lengthOf(set.length)));
      const rarest = rarestFirst(set, counts, longest);
      for (const first of firsts) first.take(rarest, set.length);
      if (slices.isOver) await slices.pause();
    }
    const [most, least] = firsts;
    return [await PartLists.#of(most, slices), await PartLists.#of(least, slices)];
  }

  /** The leading parts of a set. */
  parts(set: number): Uint32Array {
    return this.#parts.subarray(this.#begins[set], this.#begins[set + 1]);
  }

  /** Counts a meeting for each open set in a range that may have this part. */
  meet(part: number, [from, to]: readonly [number, number], meetings: Meetings): void {
    const list = part & this.#mask;
    const end = this.#lists[list + 1] ?? 0;
    const sets = this.#sets;
    for (let n = firstFrom(sets, [this.#lists[list] ?? 0, end], from); n < end; n++) {
      const set = sets[n] ?? 0;
      if (set >= to) return;
      meetings.meet(set);
    }
  }
}

/** Number of steps between checks of the time, which cost more than a step. */
const chunkLength = 4_096;

async function inChunks(count: number, slices: TimeSlices, each: (n: number) => void): Promise<void> {
  for (let from = 0; from < count; from += chunkLength) {
    const end = Math.min(count, from + chunkLength);
    for (let n = from; n < end; n++) each(n);
    if (slices.isOver) await slices.pause();
  }
}

/** Finds the first number of at least `from` in an ascending range by bisection. */
function firstFrom(numbers: Uint32Array, [begin, end]: readonly [number, number], from: number): number {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts how often each set is met in a search. */
export class Meetings {
  readonly #open: Uint8Array;
  readonly #counts: Uint16Array;
  readonly #touched: Uint32Array;
  #length = 0;

  constructor(sets: number) {
    this.#open = new Uint8Array(sets).fill(1);
    this.#counts = new Uint16Array(sets);
    this.#touched = new Uint32Array(sets);
  }

  /** Excludes a set; returns false if it already was. */
  close(set: number): boolean {
    if (this.#open[set] !== 1) return false;
    this.#open[set] = 0;
    return true;
  }

  meet(set: number): void {
    if (this.#open[set] !== 1) return;
    const count = this.#counts[set] ?? 0;
    if (count === 0) this.#touched[this.#length++] = set;
    this.#counts[set] = count + 1;
  }

  /** Returns the sets met often enough and resets the counts. */
  taken(least: (set: number) => number): number[] {
    const found: number[] = [];
    for (let n = 0; n < this.#length; n++) {
      const set = this.#touched[n] ?? 0;
      if ((this.#counts[set] ?? 0) >= least(set)) found.push(set);
      this.#counts[set] = 0;
    }
    this.#length = 0;
    return found;
  }
}

/** Collects the leading parts of each set. */
class LeadingParts {
  readonly parts: Uint32Array;
  readonly begins: Uint32Array;
  #set = 0;
  readonly lengthOf: (size: number) => number;

  constructor(sets: readonly Uint32Array[], length: (size: number) => number) {
    this.lengthOf = (size) => Math.max(0, Math.min(size, length(size)));
    this.parts = new Uint32Array(sets.reduce((sum, set) => sum + this.lengthOf(set.length), 0));
    this.begins = new Uint32Array(sets.length + 1);
  }

  take(ordered: Uint32Array, size: number): void {
    const begin = this.begins[this.#set] ?? 0;
    const length = this.lengthOf(size);
    this.parts.set(ordered.subarray(0, length), begin);
    this.begins[++this.#set] = begin + length;
  }
}

/**
 * The `count` rarest parts of a set, ties by value, so that the order is the same for every set. Insertion sort, as
 * most parts follow those already taken.
 */
function rarestFirst(set: Uint32Array, counts: Uint32Array, count: number): Uint32Array {
  const keys = new Float64Array(Math.min(count, set.length));
  let length = 0;
  for (const part of set) {
    const key = (counts[part & (counts.length - 1)] ?? 0) * 2 ** 32 + part;
    if (length === keys.length && key >= (keys[length - 1] ?? 0)) continue;
    let place = length < keys.length ? length++ : length - 1;
    for (; place > 0 && (keys[place - 1] ?? 0) > key; place--) keys[place] = keys[place - 1] ?? 0;
    keys[place] = key;
  }
  const parts = new Uint32Array(keys.length);
  for (let n = 0; n < keys.length; n++) parts[n] = (keys[n] ?? 0) % 2 ** 32;
  return parts;
}
