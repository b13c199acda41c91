import { defined, isObject, type JsonObject, jsonOf } from '../../disk/base/core.ts';
import { isJsonObject, lastTime } from './records.ts';
import { parseTags } from './memory.ts';
import type { NewMemory } from './types.ts';

/** Fields of an exported memory that are not metadata; some exports mix both. */
const known = new Set([
  'content',
  'content_hash',
  'tags',
  'tags_str',
  'memory_type',
  'type',
  'metadata',
  'embedding',
  'archived',
  'similarity_score',
  'relevance_score',
]);
const times = /^(created_at|updated_at|timestamp)(_iso|_float|_str)?$/;

/** Converts the original service's JSON export; an invalid entry becomes the reason. */
export function serviceMemories(items: readonly unknown[]): readonly (NewMemory | string)[] {
  return items.map((item, index) => {
    if (!isObject(item)) return `memory ${index + 1} is not an object`;
    return serviceMemory(item) ?? `memory ${index + 1} has no content`;
  });
}

function serviceMemory(item: Readonly<Record<string, unknown>>): NewMemory | undefined {
  const { content, memory_type: memoryType, type = memoryType } = item;
  if (typeof content !== 'string' || content.trim() === '') return undefined;
  const named = typeof memoryType === 'string' ? memoryType : type;
  const createdAt = timeIn(item, 'created_at') ?? timeIn(item, 'timestamp');
  const updatedAt = timeIn(item, 'updated_at');
  return {
    content,
    tags: parseTags(item.tags ?? item.tags_str),
    metadata: { ...otherFields(item), ...metadataOf(item.metadata) },
    ...(typeof named === 'string' && { type: named }),
    ...defined({ createdAt, updatedAt }),
  };
}

function metadataOf(value: unknown): JsonObject {
  if (typeof value !== 'string') return isJsonObject(value) ? value : {};
  const parsed = jsonOf(value);
  if (parsed === undefined) return { metadata: value };
  return isJsonObject(parsed) ? parsed : {};
}

function otherFields(item: Readonly<Record<string, unknown>>): JsonObject {
  const others = Object.entries(item).filter(([name]) => !known.has(name) && !times.test(name));
  const fields: unknown = Object.fromEntries(others);
  return isJsonObject(fields) ? fields : {};
}

/** Larger numbers (seconds beyond the year 5138) are milliseconds, as other programs write them. */
const firstMilliseconds = 1e11;

/** Parses seconds or ISO text, in UTC without a zone, under any name that the service uses. */
function timeIn(item: Readonly<Record<string, unknown>>, name: string): number | undefined {
  for (const value of [item[`${name}_iso`], item[name], item[`${name}_float`], item[`${name}_str`]]) {
    const ms = millisecondsOf(value);
    if (ms !== undefined) return ms;
  }
  return undefined;
}

/** Converts seconds, milliseconds or ISO text to milliseconds; undefined for an invalid time. */
export function millisecondsOf(value: unknown): number | undefined {
  const ms =
    typeof value === 'number'
      ? Math.round(Math.abs(value) < firstMilliseconds ? value * 1_000 : value)
      : typeof value === 'string'
        ? Date.parse(/T[\d:.]+$/.test(value) ? `${value}Z` : value)
        : NaN;
  return Math.abs(ms) <= lastTime ? ms : undefined;
}
