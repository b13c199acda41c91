import { defined, isObject, type JsonObject, jsonOf } from '../../disk/base/core.ts';
import { millisecondsOf, timeAmong, unreadTime, type ImportedTime } from './importTimes.ts';
import { isJsonObject } from './records.ts';
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
  const { memory, left = [] } = serviceMemory(item) ?? {};
  if (memory === undefined) return [`memory ${index + 1} has no content`];
  return [memory, ...left.map((what) => `memory ${index + 1}: ${what}`)];
}

interface ServiceMemory {
  readonly memory: NewMemory;
  /** Sentences about what is no tag and no time. */
  readonly left: readonly string[];
}

function serviceMemory(item: Fields): ServiceMemory | undefined {
  const { content } = item;
  if (typeof content !== 'string' || content.trim() === '') return undefined;
  const { ms: createdAt, unreadable } = timeIn(item, 'created_at', 'timestamp');
  const { ms: updatedAt } = timeIn(item, 'updated_at');
  const { tags, left, type, metadata } = labelsOf(item);
  const versions = parseVersions(item.versions, millisecondsOf);
  const memory = { content, tags, metadata, versions, ...defined({ type, createdAt, updatedAt }) };
  const unread = unreadable === undefined ? [] : [unreadTime(unreadable)];
  return { memory, left: [leftTags(left) ?? [], unread].flat() };
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

/** Finds a time under any name that the service uses; in UTC without a zone. */
const timeIn = (item: Fields, ...names: readonly string[]): ImportedTime =>
  timeAmong(
    names.flatMap((name) => [item[`${name}_iso`], item[name], item[`${name}_float`], item[`${name}_str`]]),
  );
