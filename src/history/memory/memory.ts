import { createHash } from 'node:crypto';
import { isDeeperThan, type JsonObject, type JsonValue, maxDepth, StoreError } from '../../disk/base/core.ts';
import { cleanTags } from '../../disk/base/tags.ts';
import type { Memory, MemoryFilter, MemoryUpdates, NewMemory, TagChange } from './types.ts';

/** Type of a memory stored without one. */
const defaultType = 'note';

/** The hash that identifies a memory: sha256 in hex of its trimmed, lowercase content. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content.trim().toLowerCase()).digest('hex');
}

/** Creates a memory; throws for blank content and for metadata that is nested too deeply. `now`: milliseconds. */
export function makeMemory(entry: NewMemory, now: number): Memory {
  const { content, createdAt = now } = entry;
  if (content.trim() === '')
    throw new StoreError('invalid_argument', 'content is blank: give the text to remember.', {
      arguments: ['content'],
    });
  return {
    hash: contentHash(content),
    content,
    tags: cleanTags(entry.tags ?? []),
    type: cleanType(entry.type),
    metadata: checked(entry.metadata ?? {}),
    createdAt,
    updatedAt: entry.updatedAt ?? createdAt,
    ...(entry.versions && entry.versions.length > 0 && { versions: entry.versions }),
  };
}

function checked(metadata: JsonObject): JsonObject {
  if (!isDeeperThan(metadata, maxDepth)) return metadata;
  throw new StoreError(
    'invalid_argument',
    `metadata is nested deeper than ${maxDepth} levels; flatten it. Nothing was saved.`,
    { arguments: ['metadata'] },
  );
}

/** A memory with updates. `now`: milliseconds. */
export function updatedMemory(memory: Memory, { tags, type, metadata }: MemoryUpdates, now: number): Memory {
  return {
    ...memory,
    ...(tags && { tags: cleanTags(tags) }),
    ...(type !== undefined && { type: cleanType(type) }),
    ...(metadata && { metadata: mergeMetadata(memory.metadata, checked(metadata)) }),
    updatedAt: now,
  };
}

/** A memory with tags removed and added; the same object if nothing changes. `now`: milliseconds. */
export function retaggedMemory(memory: Memory, { add = [], remove = [] }: TagChange, now: number): Memory {
  const gone = cleanTags(remove);
  const tags = cleanTags([...memory.tags.filter((tag) => !gone.includes(tag)), ...add]);
  const same = tags.length === memory.tags.length && tags.every((tag) => memory.tags.includes(tag));
  return same ? memory : { ...memory, tags, updatedAt: now };
}

/** A trimmed and composed (NFC) type, `note` by default. */
export const cleanType = (type: string | undefined): string =>
  type === undefined || type.trim() === '' ? defaultType : type.normalize('NFC').trim();

/** The form in which types are compared, without case. */
export const typeKey = (type: string): string => cleanType(type).toLowerCase();

/** Merges the tags and metadata of a new memory into an existing one; new fields win. */
export function mergeMemory(present: Memory, { tags, metadata }: Memory, now: number): Memory {
  const merged = { ...present.metadata, ...metadata };
  const all = cleanTags([...present.tags, ...tags]);
  const same =
    all.length === present.tags.length && JSON.stringify(merged) === JSON.stringify(present.metadata);
  return same ? present : { ...present, tags: all, metadata: merged, updatedAt: now };
}

/** Merges metadata; null removes a field. */
function mergeMetadata(present: JsonObject, updates: JsonObject): JsonObject {
  const merged = Object.entries<JsonValue>({ ...present, ...updates });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** Reports whether a memory matches a filter. */
export function matches(memory: Memory, filter: MemoryFilter): boolean {
  const { from = -Infinity, to = Infinity, type, hashes, archived = false } = filter;
  if (hashes) return hashes.includes(memory.hash);
  if ((memory.archived !== undefined) !== archived) return false;
  if (memory.createdAt < from || memory.createdAt >= to) return false;
  return (type === undefined || typeKey(memory.type) === typeKey(type)) && hasTags(memory, filter);
}

function hasTags({ tags }: Memory, { tags: wanted = [], allTags = false }: MemoryFilter): boolean {
  if (wanted.length === 0) return true;
  const has = (tag: string): boolean => tags.includes(tag);
  const clean = cleanTags(wanted);
  return allTags ? clean.every(has) : clean.some(has);
}

/** Newest first; ties in a fixed order. */
export const newestFirst = (a: Memory, b: Memory): number =>
  b.createdAt - a.createdAt || (a.hash < b.hash ? -1 : 1);

/** A memory that is no longer archived. */
export function unarchived(memory: Memory): Memory {
  if (memory.archived === undefined) return memory;
  const { archived: _, ...rest } = memory;
  return rest;
}

/** Type of memories stored without one. */
const plainType = 'note';

/** The text of a memory for search and embeddings: content, type and tags. */
export function searchedText({ content, type, tags }: Memory): string {
  const about = [...(type === plainType ? [] : [type]), ...tags];
  return about.length === 0 ? content : `${content}\n[${about.join(', ')}]`;
}
