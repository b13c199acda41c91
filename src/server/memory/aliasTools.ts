import * as z from 'zod';
import type { FoundMemory, MemoryFilter, MemoryStore } from '../../history/memory/types.ts';
import { charsOf } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import type { Tool } from '../base/tool.ts';
import { storeMemory } from './memoryActions.ts';
import {
  defineMemoryTool,
  filterOf,
  metadata,
  neededTags,
  storedTags,
  tagMatch,
  tags,
  withTagMatch,
  withType,
} from './memoryArguments.ts';
import { foundReply, memoriesReply, memoryItem, removalReply } from './memoryReplies.ts';
import { memoryTools } from './memoryTools.ts';

const profile = 'old';
const text = z.string().exactOptional();

const store = defineMemoryTool({
  profile,
  name: 'memory_store',
  title: 'Store a memory',
  description: 'As store_memory; tags and type may stand in the metadata.',
  hints: { idempotent: true },
  reply: 'as store_memory',
  adapt: withType,
  input: {
    content: z.string(),
    tags: storedTags.exactOptional(),
    memory_type: text,
    metadata: metadata.exactOptional(),
    client_hostname: text,
    conversation_id: text,
  },
  run: async ({ memories }, args, { hostname }) => storeMemory(memories, args, hostname),
});

/** Search modes that are equivalent here. */
const rankedModes: readonly unknown[] = ['semantic', 'hybrid'];
const mode = z.preprocess(
  (value) => (rankedModes.includes(value) ? 'ranked' : value),
  z.enum(['ranked', 'exact']).default('ranked'),
);

const search = defineMemoryTool({
  profile,
  name: 'memory_search',
  title: 'Find memories',
  description:
    'As retrieve_memory; mode "exact" wants the query as it stands; other modes of older versions mean "ranked". Without a query newest first.',
  hints: { readOnly: true },
  reply: 'as retrieve_memory',
  adapt: withTagMatch,
  input: {
    query: text,
    mode,
    time_expr: text,
    after: text,
    before: text,
    tags: tags.exactOptional(),
    tag_match: tagMatch,
    memory_type: text,
    limit: z.int().min(1).max(1_000).default(10),
    quality_boost: z.number().exactOptional(),
    include_debug: z.boolean().exactOptional(),
  },
  run: async ({ memories }, { query = '', mode, limit, time_expr: when, ...args }, toolContext) => {
    const { filter, range } = await filterOf(memories, { ...args, when });
    const { found, notes } =
      mode === 'exact' && query !== ''
        ? { found: await withWords(memories, query, filter), notes: [] }
        : await memories.find(query, { ...filter, limit, byMeaning: true });
    return foundReply(query, { found: found.slice(0, limit), notes, range }, charsOf(toolContext));
  },
});

const list = defineMemoryTool({
  profile,
  name: 'memory_list',
  title: 'List memories',
  description: 'Memories newest first, in pages.',
  hints: { readOnly: true },
  reply:
    '{memories: [{content, content_hash, tags, memory_type, created_at}, …], page, page_size, total, has_more}',
  adapt: withTagMatch,
  input: {
    page: z.int().min(1).default(1),
    page_size: z.int().min(1).max(100).default(20),
    tags: tags.exactOptional(),
    tag_match: tagMatch,
    memory_type: text,
  },
  run: async ({ memories }, { page, page_size: size, ...args }, toolContext) => {
    const { filter } = await filterOf(memories, args);
    const all = await memories.list(filter);
    const end = page * size;
    const rest = { page, page_size: size, total: all.length, has_more: end < all.length };
    return memoriesReply(all.slice(end - size, end).map(memoryItem), rest, {
      maxChars: charsOf(toolContext),
    });
  },
});

const remove = defineMemoryTool({
  profile,
  name: 'memory_delete',
  title: 'Delete memories',
  description: 'By content_hash, or by tags and times (before, after; dry_run: false), to the trash.',
  hints: { destructive: true },
  reply: '{success: true, message, dry_run, deleted_count, content_hashes, trash_id?}',
  adapt: withTagMatch,
  input: {
    content_hash: text,
    tags: tags.exactOptional(),
    tag_match: tagMatch,
    before: text,
    after: text,
    dry_run: z.boolean().exactOptional(),
  },
  run: async ({ memories }, { content_hash: givenHash, dry_run: given, ...args }) => {
    const hash = nonBlank(givenHash);
    const dryRun = given ?? hash === undefined; // a deletion of many is only reported by default
    if (hash !== undefined) {
      const memory = await memories.get(hash);
      const removal = dryRun ? { memories: [memory], trashed: undefined } : await memories.remove(hash);
      return removalReply(removal, dryRun);
    }
    const wanted = args.tags && { tags: neededTags(args.tags) };
    const { filter } = await filterOf(memories, { ...args, ...wanted });
    return removalReply(await memories.removeAll(filter, { dryRun }), dryRun);
  },
});

/** Filters memories that contain a text, ignoring case. */
async function withWords(
  memories: MemoryStore,
  words: string,
  filter: MemoryFilter,
): Promise<readonly FoundMemory[]> {
  const all = await memories.list(filter);
  return all
    .filter(({ content }) => content.toLowerCase().includes(words.toLowerCase()))
    .map((memory) => ({ memory, similarity: 1 }));
}

/** Lists a tool under another name. */
function renamed(name: string, of: string): Tool[] {
  return memoryTools.filter((tool) => tool.name === of).map((tool) => ({ ...tool, name, profile }));
}

/** Newer names of the original project, for agents that know them; `memory_cleanup` and `memory_consolidate` are in the other lists. */
export const aliasTools: readonly Tool[] = [
  store,
  search,
  list,
  remove,
  ...renamed('memory_health', 'check_database_health'),
  ...renamed('memory_update', 'update_memory_metadata'),
];
