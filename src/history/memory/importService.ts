import { defined, isObject, type JsonObject, jsonOf } from '../../disk/base/core.ts';
import { isJsonObject, lastTime } from './records.ts';
import { givenTags, labelsIn, leftTags, type Labels } from './labels.ts';
import { parseVersions } from './versions.ts';
import type { NewMemory } from './types.ts';

type Fields = Readonly<Record<string, unknown>>;

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
  'versions',
  'similarity_score',
  'relevance_score',
]);
const times = /^(created_at|updated_at|timestamp)(_iso|_float|_str)?$/;

/** Converts an entry of the original service's JSON export; an invalid one becomes the reason. */
export function serviceMemories(item: unknown, index: number): readonly (NewMemory | string)[] {
  if (!isObject(item)) return [`memory ${index + 1} is not an object`];
  const { memory, left } = serviceMemory(item) ?? {};
  if (memory === undefined) return [`memory ${index + 1} has no content`];
  return left === undefined ? [memory] : [memory, `memory ${index + 1}: ${left}`];
}

interface ServiceMemory {
  readonly memory: NewMemory;
  /** A sentence about what is no tag. */
  readonly left: string | undefined;
}

function serviceMemory(item: Fields): ServiceMemory | undefined {
  const { content } = item;
  if (typeof content !== 'string' || content.trim() === '') return undefined;
  const createdAt = timeIn(item, 'created_at') ?? timeIn(item, 'timestamp');
  const updatedAt = timeIn(item, 'updated_at');
  const { tags, left, type, metadata } = labelsOf(item);
  const versions = parseVersions(item.versions, millisecondsOf);
  const memory = { content, tags, metadata, versions, ...defined({ type, createdAt, updatedAt }) };
  return { memory, left: leftTags(left) };
}

/** Looks for labels in the metadata only where there are none beside the content, as exports have both. */
function labelsOf(item: Fields): Labels {
  const { tags, tags_str: text = null, memory_type: memoryType, type } = item;
  const metadata = { ...otherFields(item), ...metadataOf(item.metadata) };
  const given = tags ?? text ?? undefined;
  const named = [memoryType, type].filter((one) => typeof one === 'string');
  const found = labelsIn({ tags: given, types: named, metadata });
  const { tags: inside, type: kind, memory_type: kindToo } = metadata;
  const isTagged = given !== undefined;
  return {
    ...found,
    ...(isTagged && givenTags(given)),
    metadata: {
      ...found.metadata,
      ...(isTagged && defined({ tags: inside })),
      ...(named.length > 0 && defined({ type: kind, memory_type: kindToo })),
    },
  };
}

function metadataOf(value: unknown): JsonObject {
  if (typeof value !== 'string') return isJsonObject(value) ? value : {};
  const parsed = jsonOf(value);
  if (parsed === undefined) return { metadata: value };
  return isJsonObject(parsed) ? parsed : {};
}

function otherFields(item: Fields): JsonObject {
  const others = Object.entries(item).filter(([name]) => !known.has(name) && !times.test(name));
  const fields: unknown = Object.fromEntries(others);
  return isJsonObject(fields) ? fields : {};
}

/** Larger numbers (seconds beyond the year 5138) are milliseconds, as other programs write them. */
const firstMilliseconds = 1e11;

/** Parses seconds or ISO text, in UTC without a zone, under any name that the service uses. */
function timeIn(item: Fields, name: string): number | undefined {
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
