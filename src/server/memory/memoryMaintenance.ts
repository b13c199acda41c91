import { defined, isoTime, StoreError } from '../../disk/base/core.ts';
import type { ConsolidationAction, Horizon, ScheduleInterval } from '../../history/memory/scheduleTypes.ts';
import type { MemoryAnalysis } from '../../history/memory/reportTypes.ts';
import type { Consolidation, MemoryStore } from '../../history/memory/types.ts';
import type { TimeRange } from '../../history/memory/times/calendar.ts';
import { jsonReply, type Reply } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import {
  hashesOf,
  removalMessage,
  rounded,
  memoryItem,
  duplicateMembers,
  rangeItem,
  removalMembers,
} from './memoryReplies.ts';

/** Default similarity from which two memories are duplicates. */
const duplicateFrom = 0.9;

export interface CleanupArguments {
  readonly older_than?: string;
  readonly similarity_threshold?: number;
  readonly dry_run: boolean;
}

/** The reply of `memory_cleanup`: duplicates first, then old memories. */
export async function cleanUp(memories: MemoryStore, args: CleanupArguments): Promise<Reply> {
  const { similarity_threshold: threshold = duplicateFrom, dry_run: dryRun } = args;
  const olderThan = nonBlank(args.older_than);
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
    duplicates: duplicateMembers(duplicates),
    older: removalMembers(older),
  });
}

/** Parses the limit in "6 months", "6 months ago" or a date. */
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
    return (await memories.time(olderThan)).from; // a time instead of a duration
  }
}

/** The reply of `knowledge_analysis`. */
export const analysisMembers = (analysis: MemoryAnalysis, range: TimeRange | undefined) => ({
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
  ...(range && { time_range: rangeItem(range) }),
});

export interface ConsolidateArguments {
  readonly action: ConsolidationAction | 'schedule';
  readonly time_horizon: Horizon;
  readonly every: ScheduleInterval | 'off';
  readonly dry_run: boolean;
}

/** The reply of `memory_consolidate`. */
export async function consolidateMemories(memories: MemoryStore, args: ConsolidateArguments): Promise<Reply> {
  const { action, time_horizon: horizon, dry_run: dryRun } = args;
  const reply =
    action === 'schedule'
      ? await scheduleConsolidation(memories, args)
      : consolidationMembers(await memories.consolidate(action, { horizon, dryRun }));
  const schedule = await scheduleMembers(memories);
  return jsonReply({ ...reply, ...(schedule && { schedule }) });
}

/** Sets the schedule, and reports what a run would do now. */
async function scheduleConsolidation(memories: MemoryStore, args: ConsolidateArguments) {
  const { time_horizon: horizon, every, dry_run: dryRun } = args;
  if (!dryRun) await memories.maintenance.schedule(every, horizon);
  const preview = await memories.consolidate('run', { horizon, dryRun: true });
  const message = scheduleMessage(args, preview);
  return { ...consolidationMembers(preview), message, action: 'schedule', dry_run: dryRun };
}

function scheduleMessage(args: ConsolidateArguments, { archived, summaries }: Consolidation): string {
  const { every, dry_run: dryRun } = args;
  const again = dryRun ? '; call again with dry_run=false to do it' : '';
  if (every === 'off') return `No schedule ${dryRun ? 'would be' : 'is'} set any more${again}.`;
  const now = `A run now would archive ${archived.length} memories and write ${summaries.length} summaries`;
  return `Memories ${dryRun ? 'would be' : 'are'} consolidated ${every}, first after one interval; status tells what was done, undo takes it back. ${now}${again}.`;
}

async function scheduleMembers({ maintenance }: MemoryStore) {
  const schedule = await maintenance.scheduled();
  if (!schedule) return undefined;
  const { every, horizon, next, lastRun, run, paused } = schedule;
  const time = (ms: number | undefined): string | null => (ms === undefined ? null : isoTime(ms));
  return {
    every,
    time_horizon: horizon,
    next: time(next),
    last_run: time(lastRun),
    last_change: run ?? null,
    paused,
  };
}

function consolidationMembers(consolidation: Consolidation) {
  const { action, horizon, dryRun, run, associations, clusters, summaries, archived } = consolidation;
  return {
    success: true,
    message: consolidationMessage(consolidation),
    action,
    time_horizon: horizon,
    dry_run: dryRun,
    ...defined({ run }),
    ...(associations.length > 0 && {
      associations: associations.map(({ memories, similarity }) => ({
        memories: memories.map(memoryItem),
        similarity_score: rounded(similarity),
      })),
    }),
    ...(clusters.length > 0 && {
      clusters: clusters.map(({ topic, memories }) => ({ topic, memories: memories.map(memoryItem) })),
    }),
    ...(summaries.length > 0 && { summaries: summaries.map(memoryItem) }),
    ...(archived.length > 0 && { archived_hashes: hashesOf(archived) }),
  };
}

function consolidationMessage({ action, dryRun, run, ...what }: Consolidation): string {
  const { associations, clusters, summaries, archived } = what;
  const would = dryRun ? 'would be ' : '';
  const again = dryRun ? '; call again with dry_run=false to do it' : '';
  switch (action) {
    case 'associate':
      return `${associations.length} pairs of memories have something in common.`;
    case 'cluster':
      return `${clusters.length} groups of memories are about the same.`;
    case 'status':
      return run === undefined
        ? 'Nothing was consolidated so far.'
        : `The newest consolidation, ${run}, archived ${archived.length} memories and made ${summaries.length} summaries.`;
    case 'undo':
      if (run === undefined) return 'There is no consolidation to undo.';
      return `${archived.length} memories ${would || 'are '}back and ${summaries.length} summaries ${would || 'are '}gone${again}.`;
    case 'compress':
    case 'forget':
    case 'run':
      if (archived.length === 0) return 'There is nothing to archive.';
      return `${archived.length} memories ${would || 'were '}archived and ${summaries.length} summaries ${would || 'were '}made${again}${dryRun ? '' : '; action undo takes it back'}.`;
  }
}
