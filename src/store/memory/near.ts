import type { TimeSlices } from '../base/timeSlices.ts';
import { fingerprintOf, isFingerprinted, jaccard, mayReach, type Likeness } from './fingerprint.ts';
import type { FoundMemory, Memory } from './types.ts';

/** How alike others have to be, and in what. */
export interface WantedLikeness {
  /** 0 to 1. */
  readonly threshold: number;
  readonly likeness: Likeness;
  /** Of memories that nobody has compared before only so many are, the newest ones; the next search goes on. */
  readonly mostNew?: number;
}

/** Most alike first, equal ones by their hashes. */
export const mostAlikeFirst = (a: FoundMemory, b: FoundMemory): number =>
  b.similarity - a.similarity || (a.memory.hash < b.memory.hash ? -1 : 1);

/** Those of some memories, given as they were written, that are so like this one, most alike first; archived ones are none. */
export async function nearMemories(
  memory: Memory,
  others: Iterable<Memory>,
  { threshold, likeness, mostNew = Infinity }: WantedLikeness,
  slices: TimeSlices,
): Promise<FoundMemory[]> {
  const print = fingerprintOf(memory)[likeness];
  const found: FoundMemory[] = [];
  let unknown = 0;
  for (const other of [...others].reverse()) {
    if (slices.isOver) await slices.pause();
    if (other.hash === memory.hash || other.archived !== undefined) continue;
    if (!isFingerprinted(other) && ++unknown > mostNew) continue;
    const theirs = fingerprintOf(other)[likeness];
    if (!mayReach(threshold, print, theirs)) continue;
    const similarity = jaccard(print, theirs);
    if (similarity >= threshold) found.push({ memory: other, similarity });
  }
  return found.sort(mostAlikeFirst);
}
