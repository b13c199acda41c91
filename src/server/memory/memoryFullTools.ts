import * as z from 'zod';
import { readProjectFile, writeProjectFile } from '../../disk/files/projectFile.ts';
import { consolidationActions, horizons, scheduleIntervals } from '../../history/memory/scheduleTypes.ts';
import { exportFormats } from '../../history/memory/types.ts';
import { jsonReply } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import type { Tool } from '../base/tool.ts';
import {
  defineMemoryTool,
  filterOf,
  neededTags,
  tagMatch,
  tags,
  withOperation,
  withTagMatch,
} from './memoryArguments.ts';
import { cleanUp, consolidateMemories, analysisMembers } from './memoryMaintenance.ts';
import { duplicatesReply, removalReply } from './memoryReplies.ts';

const profile = 'full';
const dryRun = z.boolean().default(true);
const text = z.string().exactOptional();

const listTags = defineMemoryTool({
  profile,
  name: 'list_tags',
  title: 'List tags',
  description: 'All tags of memories with how many have them, most frequent first.',
  hints: { readOnly: true },
  reply: '{tags: [{tag, count}, …], total_tags}',
  input: {},
  run: async ({ memories }) => {
    const counts = await memories.tags();
    return jsonReply({ tags: counts, total_tags: counts.length });
  },
});

const deleteByTag = defineMemoryTool({
  profile,
  name: 'delete_by_tag',
  title: 'Delete memories by tags',
  description:
    'Memories with any (or all) of the tags to the trash; `before` and `after` are times. Tells what it would do unless dry_run is false.',
  hints: { destructive: true },
  reply:
    '`{success: true, message, dry_run, deleted_count, content_hashes, trash_id?}`; at most 100 hashes are told, here and in the replies below',
  adapt: withOperation,
  input: { tags, match_all: z.boolean().default(false), before: text, after: text, dry_run: dryRun },
  run: async ({ memories }, { match_all: all, dry_run: dry, ...args }) => {
    const wanted = { ...args, tags: neededTags(args.tags), tag_match: all ? 'all' : 'any' } as const;
    const { filter } = await filterOf(memories, wanted);
    return removalReply(await memories.removeAll(filter, { dryRun: dry, reason: 'tags' }), dry);
  },
});

const cleanupDuplicates = defineMemoryTool({
  profile,
  name: 'cleanup_duplicates',
  title: 'Clean up duplicates',
  description:
    'Of memories that say nearly the same (threshold 0 to 1) keeps the oldest, with the tags of all. Tells what it would do unless dry_run is false.',
  hints: { destructive: true },
  reply:
    '{success: true, message, dry_run, deleted_count, content_hashes, groups: [{kept, duplicates: [{content_hash, content, similarity_score}, …]}, …], trash_id?}',
  input: { threshold: z.number().min(0).max(1).default(0.9), dry_run: dryRun },
  run: async ({ memories }, { threshold, dry_run: dry }) =>
    duplicatesReply(await memories.removeDuplicates(threshold, { dryRun: dry }), dry),
});

const analysis = defineMemoryTool({
  profile,
  name: 'knowledge_analysis',
  title: 'Analyse the memories',
  description: 'What the memories are about: tags, types, months, words, duplicates.',
  hints: { readOnly: true },
  reply:
    '{total_memories, archived, untagged, tags, types, months, tag_pairs, terms, average_chars, oldest, newest, duplicate_groups, time_range?}',
  adapt: withTagMatch,
  input: { tags: tags.exactOptional(), tag_match: tagMatch, memory_type: text, when: text },
  run: async ({ memories }, args) => {
    const { filter, range } = await filterOf(memories, args);
    return jsonReply(analysisMembers(await memories.analysis(filter), range));
  },
});

const filters = z
  .strictObject({
    tags: tags.exactOptional(),
    tag_match: tagMatch,
    memory_type: text,
    when: text,
    after: text,
    before: text,
  })
  .exactOptional();

const exportTool = defineMemoryTool({
  profile,
  name: 'knowledge_export',
  title: 'Export memories',
  description:
    'Memories as text, or into a new file at `path` inside the project (.json, .md or .txt, in no folder that begins with a dot). knowledge_import reads it back.',
  hints: {},
  reply: '`{success: true, message, format, path}` with a path; without one the export itself',
  input: { format: z.enum(exportFormats).default('json'), filters, path: text },
  run: async ({ memories, log }, { format, filters: wanted = {}, path: wantedPath }, { root }) => {
    const { filter } = await filterOf(memories, wanted);
    const exported = await memories.export(format, filter);
    const path = nonBlank(wantedPath);
    if (path === undefined) return [exported];
    const file = await writeProjectFile(root(), path, exported, log);
    await memories.maintenance.noteExport();
    return jsonReply({ success: true, message: `Exported to ${file}.`, format, path: file });
  },
});

const importTool = defineMemoryTool({
  profile,
  name: 'knowledge_import',
  title: 'Import memories',
  description:
    'Memories from a file inside the project: an export, JSON of the original service, or JSON lines: of the reference memory server, or with `content`.',
  hints: { idempotent: true },
  reply: '{success: true, message, format, added, merged, skipped: [reason, …]}',
  input: { path: z.string() },
  run: async ({ memories }, { path }, { root }) => {
    const outcome = await memories.import(await readProjectFile(root(), path));
    const message = `${outcome.added} memories were added, ${outcome.merged} were there already.`;
    return jsonReply({ success: true, message, ...outcome });
  },
});

const cleanup = defineMemoryTool({
  profile,
  name: 'memory_cleanup',
  title: 'Clean up memories',
  description:
    'Memories older than `older_than` ("6 months", a date), and duplicates, to the trash. Tells what it would do unless dry_run is false.',
  hints: { destructive: true },
  reply:
    '{success: true, message, dry_run, duplicates: {…as cleanup_duplicates}, older: {deleted_count, content_hashes, trash_id?}}',
  input: {
    older_than: text,
    similarity_threshold: z.number().min(0).max(1).exactOptional(),
    dry_run: dryRun,
  },
  run: async ({ memories }, args) => cleanUp(memories, args),
});

const consolidate = defineMemoryTool({
  profile,
  name: 'memory_consolidate',
  title: 'Consolidate memories',
  description:
    'compress: groups of memories on one subject become a summary each; forget: unimportant ones older than time_horizon; run: both. Archives, never deletes; undo takes the newest back. schedule: run every so often from now on (every: off ends it). associate, cluster, status only tell. Tells what it would do unless dry_run is false.',
  hints: { destructive: true },
  reply:
    '`{success: true, message, action, time_horizon, dry_run, run?, associations?, clusters?, summaries?, archived_hashes?, schedule?: {every, time_horizon, next, last_run, last_change, paused}}`. A schedule has no clock of its own: whatever of this product runs next when it is due does it; `status` then tells what was archived and made, and `undo` takes it back and pauses the schedule until it is set again',
  input: {
    action: z.enum([...consolidationActions, 'schedule']).default('status'),
    time_horizon: z.enum(horizons).default('monthly'),
    every: z.enum([...scheduleIntervals, 'off']).default('weekly'),
    dry_run: dryRun,
  },
  run: async ({ memories }, args) => consolidateMemories(memories, args),
});

/** The rest of the memory service: listed on request only, but always callable. */
export const memoryFullTools: readonly Tool[] = [
  listTags,
  deleteByTag,
  cleanupDuplicates,
  analysis,
  exportTool,
  importTool,
  cleanup,
  consolidate,
];
