import type { DuplicateRemoval, Memory, Removal } from '../../store/memory/types.ts';
import { rounded, told } from './memoryReplies.ts';
import { jsonReply, type Reply } from '../base/reply.ts';

/** More hashes than that tell an agent nothing, and cost it 40 tokens each; the count says how many there are. */
const toldHashes = 100;

/** The hashes of the newest memories, for a reply that also says how many there are. */
export const hashesOf = (memories: readonly Memory[]): readonly string[] =>
  memories.slice(0, toldHashes).map(({ hash }) => hash);

/** What a deletion did, or with a dry run would do. */
export const toldRemoval = ({ memories, trashed }: Removal) => ({
  deleted_count: memories.length,
  content_hashes: hashesOf(memories),
  ...(trashed && { trash_id: trashed.id }),
});

/** The same with the groups of duplicates. */
export const toldDuplicates = ({ groups, ...removal }: DuplicateRemoval) => ({
  ...toldRemoval(removal),
  groups: groups.map(({ kept, duplicates }) => ({
    kept: told(kept),
    duplicates: duplicates.map(({ memory, similarity }) => ({
      content_hash: memory.hash,
      content: memory.content,
      similarity_score: rounded(similarity),
    })),
  })),
});

/** What to say of a deletion of so many. */
export function removalMessage(count: number, dryRun: boolean): string {
  if (count === 0) return 'There is nothing to delete.';
  const memories = count === 1 ? '1 memory' : `${count} memories`;
  return dryRun
    ? `${memories} would be deleted; call again with dry_run=false to do it.`
    : `Deleted ${memories}; they are in the trash for 30 days, and the user can restore them in the History view.`;
}

export const removalReply = (removal: Removal, dryRun: boolean): Reply =>
  jsonReply({
    success: true,
    message: removalMessage(removal.memories.length, dryRun),
    dry_run: dryRun,
    ...toldRemoval(removal),
  });

export const duplicatesReply = (removal: DuplicateRemoval, dryRun: boolean): Reply =>
  jsonReply({
    success: true,
    message: removalMessage(removal.memories.length, dryRun),
    dry_run: dryRun,
    ...toldDuplicates(removal),
  });
