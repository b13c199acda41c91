import type { TimeSlices } from './timeSlices.ts';

/** Number of items sorted or filtered without a pause. */
const chunkLength = 4_096;

/** A stable sorted copy. Pauses for the event loop. */
export async function sortInSlices<T extends object>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  slices: TimeSlices,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += chunkLength) {
    runs.push(items.slice(from, from + chunkLength).sort(compare));
    if (slices.isOver) await slices.pause();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let n = 0; n < runs.length; n += 2)
      merged.push(await merge(runs[n] ?? [], runs[n + 1] ?? [], compare, slices));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Filters a long list. Pauses for the event loop. */
export async function filterInSlices<T>(
  items: readonly T[],
  isWanted: (item: T) => boolean,
  slices: TimeSlices,
): Promise<T[]> {
  const wanted: T[] = [];
  for (let from = 0; from < items.length; from += chunkLength) {
    for (const item of items.slice(from, from + chunkLength)) if (isWanted(item)) wanted.push(item);
    if (slices.isOver) await slices.pause();
  }
  return wanted;
}

async function merge<T extends object>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  slices: TimeSlices,
): Promise<T[]> {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    // Handles a chunk without checking the time, which would take longer than comparing.
    for (const end = i + j + chunkLength; i + j < end && (i < a.length || j < b.length);) {
      const [left, right] = [a[i], b[j]];
      if (left !== undefined && (right === undefined || compare(left, right) <= 0)) {
        merged.push(left);
        i++;
      } else if (right !== undefined) {
        merged.push(right);
        j++;
      }
    }
    if (slices.isOver) await slices.pause();
  }
  return merged;
}
