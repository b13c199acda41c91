import {
  isDeeperThan,
  isObject,
  type JsonObject,
  jsonOf,
  type JsonValue,
  maxDepth,
  StoreError,
} from '../../disk/base/core.ts';
import { checkDepth } from '../../disk/files/json.ts';

/** A dialog's rolling summary as read. */
export interface StoredSummary {
  readonly value: JsonValue;
  /** The file contained a string of JSON, as old servers wrote it, and should be rewritten. */
  readonly escaped: boolean;
}

/** Parses any JSON. A string that contains a JSON object or array is decoded (double escaping). */
export function parseSummary(value: unknown): StoredSummary {
  const whole = unescape(value);
  checkDepth(whole);
  return { value: whole, escaped: whole !== value };
}

/** Decodes a caller's summary. Throws `invalid_argument` if it is nested too deeply. */
export function decodeSummary(value: unknown): JsonValue {
  const whole = unescape(value);
  checkSummary(whole);
  return whole;
}

function unescape(value: unknown): JsonValue {
  if (typeof value === 'string') {
    const inner = parsed(value);
    return isJsonContainer(inner) ||
      (typeof inner === 'string' && inner !== value && isJsonContainer(unescape(inner)))
      ? unescape(inner)
      : value;
  }
  return isJson(value) ? value : null;
}

/** Text may start like JSON without being JSON. */
const parsed = (text: string): unknown => (/^\s*["[{]/.test(text) ? jsonOf(text) : undefined);

export const formatSummary = (summary: JsonValue): string => `${JSON.stringify(summary, null, 2)}\n`;

/** Throws `invalid_argument` for a summary nested too deeply for merging and writing. */
export function checkSummary(summary: JsonValue): void {
  if (isDeeperThan(summary, maxDepth))
    throw new StoreError(
      'invalid_argument',
      `The summary is nested deeper than ${maxDepth} levels. Flatten it; nothing was changed.`,
      { arguments: ['summary'] },
    );
}

/**
 * Merges a new summary into the old one: objects recursively; for scalars or different kinds, the new one wins;
 * arrays have the new items first, then the old ones without duplicates.
 */
export function mergeSummary(old: JsonValue | undefined, fresh: JsonValue): JsonValue {
  if (Array.isArray(old) && Array.isArray(fresh)) return mergeArrays(old, fresh);
  if (!isJsonObject(old) || !isJsonObject(fresh)) return fresh;
  const entries = new Map<string, JsonValue>(Object.entries(old));
  for (const [key, value] of Object.entries(fresh)) entries.set(key, mergeSummary(entries.get(key), value));
  return Object.fromEntries(entries); // defines `__proto__` as an ordinary key
}

function mergeArrays(old: readonly JsonValue[], fresh: readonly JsonValue[]): JsonValue[] {
  const known = new Set(fresh.flatMap(identities));
  return [...fresh, ...old.filter((item) => !identities(item).some((identity) => known.has(identity)))];
}

/** Returns what makes two items equal: `value`, `id`, or their JSON. */
function identities(item: JsonValue): string[] {
  const whole = `json ${canonical(item)}`;
  if (!isJsonObject(item)) return [whole];
  const own = (['value', 'id'] as const).filter((key) => Object.hasOwn(item, key) && item[key] !== null);
  return [...own.map((key) => `${key} ${canonical(item[key] ?? null)}`), whole];
}

/** Formats JSON with sorted keys, so that equal values have equal text. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${members.sort().join()}}`;
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value);
}

const isJsonContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** `JSON.parse` returned it, so it is JSON. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
