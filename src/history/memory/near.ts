import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { wordSetsOf, hasWordSets, jaccard, mayReach, type Likeness } from './wordSets.ts';
import type { FoundMemory, Memory } from './types.ts';

/** Required similarity and its measure. */
export interface SimilarityQuery {
  /** 0 to 1. */
  readonly threshold: number;
  readonly likeness: Likeness;
  /** Maximum number of new comparisons, newest memories first; the next search continues. */
  readonly maxNew?: number;
}

/** Most similar first, ties by hash. */
export const mostSimilarFirst = (a: FoundMemory, b: FoundMemory): number =>
  b.similarity - a.similarity || (a.memory.hash < b.memory.hash ? -1 : 1);

/** Finds the memories at least as similar as required, most similar first; `others` are in the order written. Skips archived ones. */
export async function nearMemories(
  memory: Memory,
  others: Iterable<Memory>,
  { threshold, likeness, maxNew = Infinity }: SimilarityQuery,
  slices: TimeSlices,
): Promise<FoundMemory[]> {
  const own = wordSetsOf(memory)[likeness];
  const found: FoundMemory[] = [];
  let unknown = 0;
  for (const other of [...others].reverse()) {
    if (slices.isOver) await slices.pause();
    if (other.hash === memory.hash || other.archived !== undefined) continue;
    if (!hasWordSets(other) && ++unknown > maxNew) continue;
    const theirs = wordSetsOf(other)[likeness];
    if (!mayReach(threshold, own, theirs)) continue;
    const similarity = jaccard(own, theirs);
    if (similarity >= threshold) found.push({ memory: other, similarity });
  }
  return found.sort(mostSimilarFirst);
}
