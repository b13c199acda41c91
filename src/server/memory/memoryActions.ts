import { firstCodePoints } from '../../disk/text/textLength.ts';
import { defined, isObject, isoTime, type JsonObject, StoreError } from '../../disk/base/core.ts';
import type { MemoryStore } from '../../history/memory/types.ts';
import { parseTags } from '../../history/memory/memory.ts';
import { nonBlank, show } from '../base/text.ts';
import { rounded, memoryDetails } from './memoryReplies.ts';
import { jsonReply, type Reply } from '../base/reply.ts';

/** Length of a similar memory's excerpt, enough to compare. Characters. */
const similarChars = 200;

export interface StoreArguments {
  readonly content: string;
  readonly tags?: readonly string[];
  readonly memory_type: string;
  readonly metadata?: JsonObject;
  readonly client_hostname?: string;
  readonly conversation_id?: string;
}

/** Stores a memory; `hostname`, the name of this machine, is recorded as its origin. */
export async function storeMemory(
  memories: MemoryStore,
  args: StoreArguments,
  hostname: string | undefined,
): Promise<Reply> {
  const conversation = nonBlank(args.conversation_id);
  const source = hostname === undefined ? undefined : (nonBlank(args.client_hostname) ?? hostname);
  const { memory, duplicate, similar } = await memories.store({
    content: args.content,
    tags: [...(args.tags ?? []), ...(source === undefined ? [] : [`source:${source}`])],
    type: args.memory_type,
    metadata: {
      ...args.metadata,
      ...defined({ hostname: source, conversation_id: conversation }),
    },
  });
  const alike = conversation === undefined ? similar : [];
  return jsonReply({
    success: true,
    message: duplicate ? 'This was stored already; tags and metadata were merged.' : 'Stored.',
    content_hash: memory.hash,
    ...(duplicate && { duplicate }),
    ...(alike.length > 0 && {
      similar: alike.map((found) => ({
        content_hash: found.memory.hash,
        content: firstCodePoints(found.memory.content, similarChars),
        similarity_score: rounded(found.similarity),
      })),
    }),
  });
}

export interface UpdateArguments {
  readonly content_hash: string;
  readonly updates: JsonObject;
  readonly preserve_timestamps: boolean;
}

/** Changes a memory. New content changes its hash; the former hash still resolves to it. */
export async function updateMemory(memories: MemoryStore, args: UpdateArguments): Promise<Reply> {
  const { content, tags, memory_type: type, metadata, ...fields } = args.updates;
  const isText = typeof content === 'string' && content.trim() !== '';
  if (content !== undefined && !isText) throw refuse('content', content, 'takes text that is not blank');
  if (type !== undefined && typeof type !== 'string') throw refuse('memory_type', type, 'takes text');
  if (metadata !== undefined && !isObject(metadata)) throw refuse('metadata', metadata, 'takes an object');
  const wrongTags = tags !== undefined && typeof tags !== 'string' && !isTextList(tags);
  if (wrongTags) throw refuse('tags', tags, 'takes a list of texts');
  const memory = await memories.update(
    args.content_hash,
    {
      ...(isText && { content }),
      ...(tags !== undefined && { tags: parseTags(tags) }),
      ...defined({ type }),
      metadata: { ...fields, ...metadata },
    },
    { keepCreated: args.preserve_timestamps },
  );
  return jsonReply({
    success: true,
    message: 'Updated.',
    content_hash: memory.hash,
    memory: memoryDetails(memory),
  });
}

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const refuse = (field: string, value: unknown, why: string): StoreError =>
  new StoreError('invalid_argument', `updates.${field} ${why}, but got ${show(value)}.`, {
    arguments: ['updates'],
  });

/** The health of the memories; unreadable ones are part of the result, not a failure. */
export async function checkHealth(memories: MemoryStore): Promise<Reply> {
  const timestamp = isoTime(Date.now());
  try {
    const health = await memories.health();
    const { problems, lastBackup } = health;
    return jsonReply({
      status: problems.length === 0 ? 'healthy' : 'error',
      backend: 'jsonl',
      statistics: {
        total_memories: health.memories,
        total_tags: health.tags,
        storage_size: health.bytes,
        last_backup: lastBackup === undefined ? null : isoTime(lastBackup),
      },
      timestamp,
      ...(problems.length > 0 && { problems }),
    });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return jsonReply({
      status: 'error',
      backend: 'jsonl',
      statistics: null,
      timestamp,
      problems: [error.message],
    });
  }
}
