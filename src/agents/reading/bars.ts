/** Returns the index of the first of ascending numbers above `number`. */
function firstAfter(number: number, ascending: readonly number[]): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Ranges of records before which a transcript cannot be divided. */
export class Bars {
  readonly #changes = new Map<number, number>();

  /** Bars the places before each of the records after `from`, up to and including `to`. */
  add(from: number, to: number): void {
    if (to <= from) return;
    this.#change(from + 1, 1);
    this.#change(to + 1, -1);
  }

  /** Returns those of places, in ascending order, that are not barred. */
  free(places: readonly number[]): number[] {
    const changes = [...this.#changes].sort(([a], [b]) => a - b);
    let [barred, n] = [0, 0];
    return places.filter((place) => {
      for (let change = changes[n]; change && change[0] <= place; change = changes[++n]) barred += change[1];
      return barred === 0;
    });
  }

  /** Returns the last of these places. */
  lastFree(places: readonly number[]): number | undefined {
    return this.free(places).at(-1);
  }

  /** Bars the places after a record, up to the nth of `later`, which ascend. */
  addUntil(from: number, later: readonly number[], nth: number): void {
    this.add(from, (later[firstAfter(from, later) + nth - 1] ?? Infinity) - 1);
  }

  #change(at: number, by: number): void {
    this.#changes.set(at, (this.#changes.get(at) ?? 0) + by);
  }
}
