import { firstCodePoints } from '../../disk/text/textLength.ts';
import { defined, isObject, isoTime, type JsonObject, StoreError } from '../../disk/base/core.ts';
import type { MemoryStore } from '../../history/memory/types.ts';
import { labelsIn, leftTags } from '../../history/memory/labels.ts';
import { nonBlank, show } from '../base/text.ts';
import { noteReplaced } from '../../history/memory/standing.ts';
import { rounded, memoryDetails } from './memoryReplies.ts';
import { jsonReply, type Reply } from '../base/reply.ts';

/** Type of a memory for which none is given. */
const defaultType = 'note';

/** Length of a similar memory's excerpt, enough to compare. Characters. */
const similarChars = 200;

export interface StoreArguments {
  readonly content: string;
  /** In any form, also in `metadata`. */
  readonly tags?: unknown;
  readonly memory_type?: string;
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
  const { tags, type, metadata, left } = labelsIn({
    tags: args.tags,
    types: [args.memory_type === defaultType ? undefined : args.memory_type],
    metadata: args.metadata ?? {},
  });
  const { memory, duplicate, similar } = await memories.store({
    content: args.content,
    tags: [...tags, ...(source === undefined ? [] : [`source:${source}`])],
    type: type ?? defaultType,
    metadata: {
      ...metadata,
      ...defined({ hostname: source, conversation_id: conversation }),
    },
  });
  await noteReplaced(memories, memory);
  const alike = conversation === undefined ? similar : [];
  return jsonReply({
    success: true,
    message: withLeft(
      duplicate ? 'This was stored already; tags and metadata were merged.' : 'Stored.',
      left,
    ),
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
  const { content, tags: given, memory_type: kind, metadata = {}, type: other, ...fields } = args.updates;
  const isText = typeof content === 'string' && content.trim() !== '';
  if (content !== undefined && !isText) throw refuse('content', content, 'takes text that is not blank');
  if (kind !== undefined && typeof kind !== 'string') throw refuse('memory_type', kind, 'takes text');
  if (!isObject(metadata)) throw refuse('metadata', metadata, 'takes an object');
  if (given === null || isObject(given) || typeof given === 'boolean')
    throw refuse('tags', given, 'takes a list of texts');
  const inside = { ...fields, ...defined({ type: other }), ...metadata };
  const {
    tags,
    type,
    left,
    hasTags,
    metadata: rest,
  } = labelsIn({
    ...(given !== undefined && { tags: given }),
    types: [kind],
    metadata: inside,
  });
  const memory = await memories.update(
    args.content_hash,
    {
      ...(isText && { content }),
      ...(hasTags && { tags }),
      ...defined({ type: type ?? kind }),
      metadata: rest,
    },
    { keepCreated: args.preserve_timestamps },
  );
  await noteReplaced(memories, memory);
  return jsonReply({
    success: true,
    message: withLeft('Updated.', left),
    content_hash: memory.hash,
    memory: memoryDetails(memory),
  });
}

const withLeft = (message: string, left: readonly unknown[]): string => {
  const note = leftTags(left);
  return note === undefined ? message : `${message} ${note[0]?.toUpperCase() ?? ''}${note.slice(1)}.`;
};

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
