import type { TimeSlices } from '../../disk/base/timeSlices.ts';

/** Ids of a segment's entries: UTF-8, one after the other; empty for entries without one. */
export interface StoredIds {
  readonly ends: Uint32Array;
  readonly letters: Uint8Array;
}

/** Ids of entries by number. */
export class IdColumn {
  readonly #stored: { readonly first: number; readonly ids: StoredIds }[] = [];
  /** Ids of entries outside segments. */
  readonly #added = new Map<number, string>();

  add(number: number, id: string | undefined): void {
    if (id !== undefined) this.#added.set(number, id);
  }

  /** Adds a segment's ids; `first` is the number of its first entry. */
  take(first: number, ids: StoredIds): void {
    this.#stored.push({ first, ids });
  }

  at(number: number): string | undefined {
    const added = this.#added.get(number);
    if (added !== undefined) return added;
    const segment = this.#stored.findLast(({ first }) => first <= number);
    if (!segment) return undefined;
    const { ends, letters } = segment.ids;
    const n = number - segment.first;
    const [start, end = 0] = [n === 0 ? 0 : (ends[n - 1] ?? 0), ends[n]];
    if (end <= start) return undefined;
    return Buffer.from(letters.buffer, letters.byteOffset + start, end - start).toString('utf8');
  }

  /** Encodes the ids of the given entries for a segment. */
  async stored(numbers: readonly number[], slices: TimeSlices): Promise<StoredIds> {
    const ids: Buffer[] = [];
    for (const number of numbers) {
      ids.push(Buffer.from(this.at(number) ?? '', 'utf8'));
      if (slices.isOver) await slices.pause();
    }
    let end = 0;
    return { ends: Uint32Array.from(ids, ({ length }) => (end += length)), letters: Buffer.concat(ids) };
  }
}
