import { type JsonObject, StoreError } from '../../disk/base/core.ts';
import { sortInSlices } from '../../disk/base/sortInSlices.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { cleanTags } from '../../disk/base/tags.ts';
import { newestFirst } from './memory.ts';
import { NearIndex } from './nearIndex.ts';
import type { DuplicateGroup, Memory } from './types.ts';

/** Groups memories that say nearly the same, each led by the oldest. `threshold`: above 0, up to 1. */
export async function duplicateGroups(
  memories: readonly Memory[],
  threshold: number,
  slices: TimeSlices,
): Promise<readonly DuplicateGroup[]> {
  checkThreshold(threshold);
  const index = await NearIndex.of(memories, { threshold, likeness: 'wording' }, slices);
  const groups: DuplicateGroup[] = [];
  const oldestFirst = (a: Memory, b: Memory) => newestFirst(b, a);
  for (const kept of await sortInSlices(memories, oldestFirst, slices)) {
    if (slices.isOver) await slices.pause();
    if (!index.close(kept)) continue;
    const duplicates = index.near(kept);
    for (const { memory } of duplicates) index.close(memory);
    if (duplicates.length > 0) groups.push({ kept, duplicates });
  }
  return groups;
}

function checkThreshold(threshold: number): void {
  if (threshold > 0 && threshold <= 1) return;
  throw new StoreError(
    'invalid_argument',
    `threshold is ${threshold}; give a number above 0 and up to 1, such as 0.9.`,
    { arguments: ['threshold'] },
  );
}

/** The remaining memory with the tags and metadata of its duplicates; its own metadata wins. */
export function mergedGroup({ kept, duplicates }: DuplicateGroup, now: number): Memory {
  const others = duplicates.map(({ memory }) => memory);
  const metadata = [...others, kept].reduce<JsonObject>((all, one) => ({ ...all, ...one.metadata }), {});
  return {
    ...kept,
    tags: cleanTags([kept, ...others].flatMap(({ tags }) => tags)),
    metadata,
    updatedAt: now,
  };
}
