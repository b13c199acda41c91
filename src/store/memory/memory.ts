import { createHash } from 'node:crypto';
import { isDeeperThan, type JsonObject, jsonOf, type JsonValue, maxDepth, StoreError } from '../base/core.ts';
import { cleanTags } from '../base/tags.ts';
import type { Memory, MemoryFilter, MemoryUpdates, NewMemory, TagChange } from './types.ts';

/** The type of a memory that was stored without one. */
const defaultType = 'note';

/** The hash that names a memory: sha256 in hex of its content, trimmed and in lower case. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content.trim().toLowerCase()).digest('hex');
}

/** A memory of what was given; blank content and too deep metadata are refused. `now` in milliseconds. */
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

/** A memory with updates. `now` in milliseconds. */
export function updatedMemory(memory: Memory, { tags, type, metadata }: MemoryUpdates, now: number): Memory {
  return {
    ...memory,
    ...(tags && { tags: cleanTags(tags) }),
    ...(type !== undefined && { type: cleanType(type) }),
    ...(metadata && { metadata: mergeMetadata(memory.metadata, checked(metadata)) }),
    updatedAt: now,
  };
}

/** A memory without some tags and with others; the same one where that changes nothing. `now` in milliseconds. */
export function retaggedMemory(memory: Memory, { add = [], remove = [] }: TagChange, now: number): Memory {
  const gone = cleanTags(remove);
  const tags = cleanTags([...memory.tags.filter((tag) => !gone.includes(tag)), ...add]);
  const same = tags.length === memory.tags.length && tags.every((tag) => memory.tags.includes(tag));
  return same ? memory : { ...memory, tags, updatedAt: now };
}

/** A type as it is kept: trimmed, `note` for none. */
export const cleanType = (type: string | undefined): string =>
  type === undefined || type.trim() === '' ? defaultType : type.trim();

/** What was there, with the tags and metadata of what came: its own fields of the same name win where they differ. */
export function mergeMemory(present: Memory, { tags, metadata }: Memory, now: number): Memory {
  const merged = { ...present.metadata, ...metadata };
  const all = cleanTags([...present.tags, ...tags]);
  const same =
    all.length === present.tags.length && JSON.stringify(merged) === JSON.stringify(present.metadata);
  return same ? present : { ...present, tags: all, metadata: merged, updatedAt: now };
}

/** Metadata with new fields; null takes a field away. */
function mergeMetadata(present: JsonObject, updates: JsonObject): JsonObject {
  const merged = Object.entries<JsonValue>({ ...present, ...updates });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** Whether a filter means a memory. */
export function matches(memory: Memory, filter: MemoryFilter): boolean {
  const { from = -Infinity, to = Infinity, type, hashes, archived = false } = filter;
  if (hashes) return hashes.includes(memory.hash);
  if ((memory.archived !== undefined) !== archived) return false;
  if (memory.createdAt < from || memory.createdAt >= to) return false;
  return (type === undefined || memory.type === type) && hasTags(memory, filter);
}

function hasTags({ tags }: Memory, { tags: wanted = [], allTags = false }: MemoryFilter): boolean {
  if (wanted.length === 0) return true;
  const has = (tag: string): boolean => tags.includes(tag);
  const clean = cleanTags(wanted);
  return allTags ? clean.every(has) : clean.some(has);
}

/** Newest first; equally old ones in a fixed order. */
export const newestFirst = (a: Memory, b: Memory): number =>
  b.createdAt - a.createdAt || (a.hash < b.hash ? -1 : 1);

/** A memory that no consolidation has put aside. */
export function unarchived(memory: Memory): Memory {
  if (memory.archived === undefined) return memory;
  const { archived: _, ...rest } = memory;
  return rest;
}

/** The type of memories of which nobody said one. */
const plainType = 'note';

/** What of a memory is searched, and compared by its meaning: content, type and tags. */
export function searchedText({ content, type, tags }: Memory): string {
  const about = [...(type === plainType ? [] : [type]), ...tags];
  return about.length === 0 ? content : `${content}\n[${about.join(', ')}]`;
}

/** Tags however they are given: a list, JSON text of one, or a text with commas. */
export function parseTags(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((tag) => typeof tag === 'string');
  if (typeof value !== 'string') return [];
  const list = value.trim().startsWith('[') ? jsonOf(value) : undefined; // a tag may begin with a bracket, too
  return list === undefined ? value.split(/[,，]/) : parseTags(list);
}
