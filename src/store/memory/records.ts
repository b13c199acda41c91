import { defined, isDeeperThan, isObject, isoTime, type JsonObject, jsonOf } from '../base/core.ts';
import { maxFileDepth } from '../files/json.ts';
import { cleanTags } from '../base/tags.ts';
import { cleanType, contentHash } from './memory.ts';
import { parseVersions } from './versions.ts';
import type { Memory } from './types.ts';

/**
 * A line of the log. Of all records of a hash the one with the latest `at` counts, whatever their order, so that logs
 * of two branches may be merged by taking the lines of both.
 */
export type LogRecord =
  | { readonly op: 'put'; readonly at: number; readonly memory: Memory }
  | { readonly op: 'delete'; readonly at: number; readonly hash: string };

/** A record as its line, without the line feed. */
export function formatRecord(record: LogRecord): string {
  const { op } = record;
  const at = isoTime(record.at);
  return op === 'put'
    ? JSON.stringify({ op, at, ...memoryFields(record.memory) })
    : JSON.stringify({ op, at, content_hash: record.hash });
}

/** A memory under the names of its fields on disk. */
export function memoryFields({ hash, type, createdAt, updatedAt, archived, versions, ...rest }: Memory) {
  return {
    content_hash: hash,
    ...rest,
    memory_type: type,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
    ...defined({ archived }),
    ...(versions &&
      versions.length > 0 && { versions: versions.map(({ content, at }) => ({ content, at: isoTime(at) })) }),
  };
}

/** Some editors put it before the first line. */
const byteOrderMark = /^\ufeff/;

/** A line as a record; undefined when it is none. */
export function parseRecord(line: string): LogRecord | undefined {
  const value = jsonOf(line.replace(byteOrderMark, ''));
  if (!isObject(value)) return undefined;
  const at = parseTime(value.at);
  if (at === undefined) return undefined;
  if (value.op === 'delete')
    return typeof value.content_hash === 'string'
      ? { op: 'delete', at, hash: value.content_hash }
      : undefined;
  const memory = value.op === 'put' ? parseMemory(value) : undefined;
  return memory && { op: 'put', at, memory };
}

/** A memory from the fields it has on disk; undefined when there is no content or no time, or when it is nested too deep. */
export function parseMemory(value: Readonly<Record<string, unknown>>): Memory | undefined {
  const { content, tags, memory_type: type, metadata, archived } = value;
  const createdAt = parseTime(value.created_at);
  const versions = parseVersions(value.versions, parseTime);
  if (typeof content !== 'string' || createdAt === undefined) return undefined;
  if (isDeeperThan(metadata, maxFileDepth)) return undefined;
  return {
    hash: contentHash(content),
    content,
    tags: cleanTags(Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []),
    type: cleanType(typeof type === 'string' ? type : undefined),
    metadata: isJsonObject(metadata) ? metadata : {},
    createdAt,
    updatedAt: parseTime(value.updated_at) ?? createdAt,
    ...(typeof archived === 'string' && { archived }),
    ...(versions.length > 0 && { versions }),
  };
}

/** What was parsed from JSON and is an object is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** The last time there is but for a day, as a change of a memory is always later than the one before. Milliseconds. */
export const lastTime = 8.64e15 - 86_400_000;

/** Milliseconds of an ISO 8601 time; undefined when it is none, or later than `lastTime`. */
export function parseTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : NaN;
  return ms <= lastTime ? ms : undefined;
}
