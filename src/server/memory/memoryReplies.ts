import { isoTime } from '../../disk/base/core.ts';
import type { DuplicateRemoval, FoundMemory, Memory, Removal } from '../../history/memory/types.ts';
import { standingOf } from '../../history/memory/standing.ts';
import type { TimeRange } from '../../history/memory/times/calendar.ts';
import { fit, jsonMembers, jsonObject, jsonReply, type Reply } from '../base/reply.ts';
import { beginning } from '../base/text.ts';

/** A memory in replies. */
export function memoryItem(memory: Memory) {
  const { content, hash, tags, type, createdAt } = memory;
  const standing = standingOf(memory);
  return {
    content,
    content_hash: hash,
    tags,
    memory_type: type,
    created_at: isoTime(createdAt),
    // It is found, but no longer holds.
    ...(standing && {
      state: standing.state,
      since: standing.since,
      ...(standing.by !== undefined && { superseded_by: standing.by }),
    }),
  };
}

/** A memory with all its fields. */
export const memoryDetails = (memory: Memory) => ({
  ...memoryItem(memory),
  metadata: memory.metadata,
  updated_at: isoTime(memory.updatedAt),
});

/** A found memory with its similarity, 0 to 1, and the words that match by meaning only. */
export const foundItem = ({ memory, similarity, meant }: FoundMemory) => ({
  ...memoryItem(memory),
  similarity_score: rounded(similarity),
  ...(meant && { found_by: `≈ ${meant.join(', ')}`.trim() }),
});

export const rounded = (similarity: number): number => Math.round(similarity * 10_000) / 10_000;

export const rangeItem = ({ from, to, text }: TimeRange) => ({
  text,
  from: isoTime(from),
  to: isoTime(to),
});

/** The form of a list of memories. */
interface MemoriesForm {
  /** Returns the cursor after a number of memories; undefined at the end. */
  readonly cursorAfter?: (shown: number) => string | undefined;
  readonly maxChars?: number;
}

/** A reply of `{memories: […], …rest}`. Beyond `maxChars` characters later memories are dropped, which `omitted` reports; a single longer one is cut. */
export const memoriesReply = (
  items: readonly { readonly content: string }[],
  rest: Readonly<Record<string, unknown>>,
  { cursorAfter, maxChars }: MemoriesForm = {},
): Reply =>
  fit(
    {
      items,
      keep: 'first',
      render: (item) => JSON.stringify(item),
      compose: (rendered, omitted) => [
        jsonObject({
          memories: `[${rendered.join(',')}]`,
          ...jsonMembers({ ...rest, cursor: cursorAfter?.(rendered.length), omitted }),
        }),
      ],
      rest: (dropped) =>
        `${dropped.length} more memories were left out of this reply, which would be too long; ${cursorAfter ? 'the same call with this cursor gives them' : 'ask more precisely'}, or write all of them to a file with knowledge_export.`,
      shorten: (item, chars) => ({
        ...item,
        content: `${beginning(item.content, chars - 1_000)}… (cut: the whole is ${item.content.length} characters long; knowledge_export writes it to a file)`,
      }),
    },
    maxChars,
  );

/** The reply of a search, best first. */
export const foundReply = (
  query: string,
  {
    found,
    notes,
    range,
  }: { found: readonly FoundMemory[]; notes: readonly string[]; range?: TimeRange | undefined },
  maxChars: number,
): Reply => {
  const rest = {
    query,
    total_results: found.length,
    time_range: range && rangeItem(range),
    notes: notes.length > 0 ? notes : undefined,
  };
  return memoriesReply(found.map(foundItem), rest, { maxChars });
};

/** Maximum number of hashes, at 40 tokens each; the count is given as well. */
const maxHashes = 100;

/** The hashes of the first memories, for a reply with their count. */
export const hashesOf = (memories: readonly Memory[]): readonly string[] =>
  memories.slice(0, maxHashes).map(({ hash }) => hash);

/** The result of a deletion or its dry run. */
export const removalMembers = ({ memories, trashed }: Removal) => ({
  deleted_count: memories.length,
  content_hashes: hashesOf(memories),
  ...(trashed && { trash_id: trashed.id }),
});

/** The result with the groups of duplicates. */
export const duplicateMembers = ({ groups, ...removal }: DuplicateRemoval) => ({
  ...removalMembers(removal),
  groups: groups.map(({ kept, duplicates }) => ({
    kept: memoryItem(kept),
    duplicates: duplicates.map(({ memory, similarity }) => ({
      content_hash: memory.hash,
      content: memory.content,
      similarity_score: rounded(similarity),
    })),
  })),
});

/** The message about a number of deleted memories. */
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
    ...removalMembers(removal),
  });

export const duplicatesReply = (removal: DuplicateRemoval, dryRun: boolean): Reply =>
  jsonReply({
    success: true,
    message: removalMessage(removal.memories.length, dryRun),
    dry_run: dryRun,
    ...duplicateMembers(removal),
  });
