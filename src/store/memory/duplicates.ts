import { type JsonObject, StoreError } from '../base/core.ts';
import { cleanTags, newestFirst } from './memory.ts';
import type { NearMemories } from './near.ts';
import type { DuplicateGroup, Memory } from './types.ts';

/** Memories that say nearly the same, each in one group, led by the oldest. `threshold` from above 0 to 1. */
export function duplicateGroups(
  memories: readonly Memory[],
  near: NearMemories,
  threshold: number,
): readonly DuplicateGroup[] {
  checkThreshold(threshold);
  const open = new Set(memories);
  return [...memories]
    .sort(newestFirst)
    .reverse()
    .flatMap((kept) => {
      if (!open.delete(kept)) return [];
      const duplicates = near.find(kept, threshold, 'wording').filter(({ memory }) => open.delete(memory));
      return duplicates.length > 0 ? [{ kept, duplicates }] : [];
    });
}

function checkThreshold(threshold: number): void {
  if (threshold > 0 && threshold <= 1) return;
  throw new StoreError(
    'invalid_argument',
    `threshold is ${threshold}; give a number above 0 and up to 1, such as 0.9.`,
    { arguments: ['threshold'] },
  );
}

/** The memory that stays, with the tags and metadata of those that go; its own metadata wins. */
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
