import { gluedRecords } from '../../disk/text/gluedRecords.ts';
import { defined, isDeeperThan, isObject, isoTime, type JsonObject, jsonOf } from '../../disk/base/core.ts';
import { maxFileDepth } from '../../disk/files/json.ts';
import { cleanTags } from '../../disk/base/tags.ts';
import { cleanType, contentHash } from './memory.ts';
import { parseVersions } from './versions.ts';
import type { Memory } from './types.ts';

/**
 * A line of the log. Of all records of a hash, the one with the latest `at` wins regardless of order, so logs of two
 * branches merge by keeping all lines.
 */
export type LogRecord =
  | { readonly op: 'put'; readonly at: number; readonly memory: Memory }
  | { readonly op: 'delete'; readonly at: number; readonly hash: string };

/** Formats a record as a line, without the line feed. */
export function formatRecord(record: LogRecord): string {
  const { op } = record;
  const at = isoTime(record.at);
  return op === 'put'
    ? JSON.stringify({ op, at, ...memoryFields(record.memory) })
    : JSON.stringify({ op, at, content_hash: record.hash });
}

/** A memory with its field names on disk. */
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

/** Some editors insert it before the first line. */
const byteOrderMark = /^\ufeff/;

/** Parses a line; undefined for an invalid one. */
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

/** Parses a line on which several records may have been written, and counts what is none. */
export function recordsIn(line: string): { readonly records: readonly LogRecord[]; readonly torn: number } {
  const record = parseRecord(line);
  if (record) return { records: [record], torn: 0 };
  return gluedRecords(line, { parse: parseRecord, resembles: () => true });
}

/** Parses a memory from its fields on disk; undefined without content or time, or when nested too deeply. */
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

/** An object from parsed JSON is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value);
}

/** The maximum date less a day, since each change of a memory is later than the one before. Milliseconds. */
export const lastTime = 8.64e15 - 86_400_000;

/** Parses an ISO 8601 time to milliseconds; undefined for others and beyond `lastTime`. */
export function parseTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : NaN;
  return ms <= lastTime ? ms : undefined;
}
