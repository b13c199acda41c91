import * as z from 'zod';
import { afterCursor, cursorAfter } from '../base/listCursor.ts';
import { charsOf, jsonReply } from '../base/reply.ts';
import type { Tool } from '../base/tool.ts';
import { freeObject } from '../base/toolSchema.ts';
import { checkHealth, storeMemory, updateMemory } from './memoryActions.ts';
import {
  defineMemoryTool,
  filterOf,
  memoryPosition,
  metadata,
  neededTags,
  storedTags,
  tagMatch,
  tags,
  withOperation,
  withTagMatch,
  withType,
} from './memoryArguments.ts';
import { foundReply, memoriesReply, memoryItem } from './memoryReplies.ts';

const store = defineMemoryTool({
  name: 'store_memory',
  profile: 'core',
  title: 'Store a memory',
  description: 'Store a fact, decision or preference in words that stand alone.',
  hints: { idempotent: true },
  reply:
    '`{success: true, message, content_hash, duplicate?: true, similar?: [{content_hash, content, similarity_score}, …]}`. The same content again (but for case and blanks at its ends) merges tags and metadata; `similar` names memories that say nearly the same. With `conversation_id`, which goes to the metadata, none are named',
  adapt: withType,
  input: {
    content: z.string(),
    tags: storedTags.exactOptional(),
    memory_type: z.string().default('note'),
    metadata: metadata.exactOptional(),
    client_hostname: z.string().exactOptional(),
    conversation_id: z.string().exactOptional(),
  },
  run: async ({ memories }, args, { hostname }) => storeMemory(memories, args, hostname),
});

const retrieve = defineMemoryTool({
  name: 'retrieve_memory',
  profile: 'core',
  title: 'Find memories',
  description: 'Find memories by `query`, best first. `when`: a time in words.',
  hints: { readOnly: true },
  reply:
    '`{memories: [{content, content_hash, tags, memory_type, created_at, similarity_score, found_by?}, …], query, total_results, time_range?, notes?}`; `similarity_score` is from 0 to 1. Memories are found by words, and by words that mean the same (`found_by: "≈ OAuth"`); where `HISTORY_EMBEDDINGS_URL` is set, by nearness of meaning, too, and `notes` says where that failed, and why none was found; one that no longer holds has `state` (`superseded` or `rejected`), `since`, and `superseded_by` where that is known: store what replaces it with `replaces: <its hash>` in the metadata, or set `status: "rejected"` there',
  adapt: withTagMatch,
  input: {
    query: z.string(),
    n_results: z.int().min(1).max(1_000).default(5),
    min_similarity: z.number().min(0).max(1).default(0),
    tags: tags.exactOptional(),
    tag_match: tagMatch,
    memory_type: z.string().exactOptional(),
    when: z.string().exactOptional(),
  },
  run: async (
    { memories },
    { query, n_results: limit, min_similarity: minSimilarity, ...args },
    toolContext,
  ) => {
    const { filter, range } = await filterOf(memories, args);
    const wanted = { ...filter, limit, minSimilarity, byMeaning: true };
    return foundReply(query, { ...(await memories.find(query, wanted)), range }, charsOf(toolContext));
  },
});

const recall = defineMemoryTool({
  name: 'recall_memory',
  title: 'Recall memories of a time',
  description:
    'Find memories of the time that `query` names ("last week", "2 hours ago", 昨天), and by its other words.',
  hints: { readOnly: true },
  reply:
    'as retrieve_memory, and `time_range: {text, from, to}`: the words that were understood as a time, and what they mean; `to` is the first moment after it. Where no memory of that time has the other words, all of it come, newest first, with similarity_score 0. A query without a time that is understood is refused',
  input: { query: z.string(), n_results: z.int().min(1).max(1_000).default(5) },
  run: async ({ memories }, { query, n_results: limit }, toolContext) =>
    foundReply(query, await memories.recall(query, { limit, byMeaning: true }), charsOf(toolContext)),
});

const searchByTag = defineMemoryTool({
  name: 'search_by_tag',
  title: 'Find memories by tags',
  description: 'List memories with any (or all) of the tags, newest first.',
  hints: { readOnly: true },
  reply:
    '`{memories: [{content, content_hash, tags, memory_type, created_at}, …], search_tags, match_all, total_results, cursor?}`; tags are compared whole, in lower case. `total_results` counts all; `cursor` is there while there are more',
  adapt: withOperation,
  input: {
    tags,
    match_all: z.boolean().default(false),
    limit: z.int().min(1).max(1_000).default(50),
    cursor: z.string().optional(),
  },
  brief: { limit: 10 },
  run: async ({ memories }, { tags: wanted, match_all: allTags, limit, cursor }, toolContext) => {
    const found = await memories.list({ tags: neededTags(wanted), allTags });
    const left = afterCursor(found, cursor, memoryPosition);
    const rest = { search_tags: wanted, match_all: allTags, total_results: found.length };
    const form = { cursorAfter: cursorAfter(left, memoryPosition), maxChars: charsOf(toolContext) };
    return memoriesReply(left.slice(0, limit).map(memoryItem), rest, form);
  },
});

const update = defineMemoryTool({
  name: 'update_memory_metadata',
  title: 'Update a memory',
  description:
    'Change content, tags (replaced), memory_type or metadata (merged) by `updates`; other fields go to the metadata.',
  hints: { destructive: true, idempotent: true },
  reply:
    '{success: true, message, content_hash, memory: {…, metadata, updated_at}}. Another content gives another content_hash; the former text stays as a version, whose hash leads to the memory',
  input: {
    content_hash: z.string(),
    updates: freeObject('content', 'tags', 'memory_type'),
    preserve_timestamps: z.boolean().default(true),
  },
  run: async ({ memories }, args) => updateMemory(memories, args),
});

const remove = defineMemoryTool({
  name: 'delete_memory',
  title: 'Delete a memory',
  description: 'Move a memory to the trash. 8+ first digits of the hash suffice.',
  hints: { destructive: true },
  reply: '{success: true, message, content_hash}',
  input: { content_hash: z.string() },
  run: async ({ memories }, { content_hash: hash }) => {
    const { memories: removed } = await memories.remove(hash);
    return jsonReply({
      success: true,
      message: 'The memory is in the trash for 30 days; the user can restore it in the History view.',
      content_hash: removed[0]?.hash ?? hash,
    });
  },
});

const health = defineMemoryTool({
  name: 'check_database_health',
  title: 'Check the memories',
  description: 'Show counts, size and state of the memory store.',
  hints: { readOnly: true },
  reply:
    '`{status: "healthy" or "error", backend: "jsonl", statistics: {total_memories, total_tags, storage_size, last_backup}, timestamp, problems?}`; `storage_size` in bytes, `last_backup` a time or null',
  input: {},
  run: async ({ memories }) => checkHealth(memories),
});

/** The memory tools for everyday use. */
export const memoryTools: readonly Tool[] = [store, retrieve, recall, searchByTag, update, remove, health];
