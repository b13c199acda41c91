import { StoreError } from '../../store/base/errors.ts';
import type { TimeRange } from '../../store/memory/times/timeRange.ts';
import type { MemoryAnalysis, MemoryStore } from '../../store/memory/types.ts';
import { given } from '../base/given.ts';
import { isoTime, toldRange } from './memoryReplies.ts';
import { removalMessage, toldDuplicates, toldRemoval } from './memoryRemovals.ts';
import { jsonReply, type Reply } from '../base/reply.ts';

/** From here on two memories are taken for the same when nothing else is said. */
const duplicateFrom = 0.9;

export interface CleanupArguments {
  readonly older_than?: string;
  readonly similarity_threshold?: number;
  readonly dry_run: boolean;
}

/** The reply of `memory_cleanup`: duplicates first, then what is too old. */
export async function cleanUp(memories: MemoryStore, args: CleanupArguments): Promise<Reply> {
  const { similarity_threshold: threshold = duplicateFrom, dry_run: dryRun } = args;
  const olderThan = given(args.older_than);
  const to = olderThan === undefined ? undefined : await limitOf(memories, olderThan);
  const duplicates = await memories.removeDuplicates(threshold, { dryRun });
  const older =
    to === undefined
      ? { memories: [], trashed: undefined }
      : await memories.removeAll({ to }, { dryRun, reason: 'cleanup' });
  const hashes = new Set([...duplicates.memories, ...older.memories].map(({ hash }) => hash));
  return jsonReply({
    success: true,
    message: removalMessage(hashes.size, dryRun),
    dry_run: dryRun,
    duplicates: toldDuplicates(duplicates),
    older: toldRemoval(older),
  });
}

/** The moment that "6 months", "6 months ago" or a date speaks of. */
async function limitOf(memories: MemoryStore, olderThan: string): Promise<number> {
  const length = olderThan.replace(/\s+ago\s*$/i, '');
  try {
    return (
      await memories.time(
        /[\u4e00-\u9fff]/.test(length) ? `过去${length.replace(/前$/, '')}` : `past ${length}`,
      )
    ).from;
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'invalid_argument') throw error;
    return (await memories.time(olderThan)).from; // no length of time, but a time
  }
}

/** The reply of `knowledge_analysis`. */
export const toldAnalysis = (analysis: MemoryAnalysis, range: TimeRange | undefined) => ({
  total_memories: analysis.memories,
  archived: analysis.archived,
  untagged: analysis.untagged,
  tags: analysis.tags,
  types: analysis.types,
  months: analysis.months,
  tag_pairs: analysis.tagPairs,
  terms: analysis.terms,
  average_chars: analysis.averageChars,
  oldest: analysis.oldest === undefined ? null : isoTime(analysis.oldest),
  newest: analysis.newest === undefined ? null : isoTime(analysis.newest),
  duplicate_groups: analysis.duplicateGroups,
  ...(range && { time_range: toldRange(range) }),
});
