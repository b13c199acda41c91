import {
  isDeeperThan,
  isObject,
  type JsonObject,
  jsonOf,
  type JsonValue,
  maxDepth,
  StoreError,
} from '../base/core.ts';
import { checkDepth } from '../files/json.ts';

/** The rolling summary of a dialog as it was read. */
export interface StoredSummary {
  readonly value: JsonValue;
  /** The file held a JSON string of JSON, as old servers wrote it, and should be written again. */
  readonly escaped: boolean;
}

/** Reads any JSON, undoing double escaping: a string whose content is a JSON object or array stands for that. */
export function parseSummary(value: unknown): StoredSummary {
  const whole = unescape(value);
  checkDepth(whole);
  return { value: whole, escaped: whole !== value };
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

/** A text may also only begin like JSON. */
const parsed = (text: string): unknown => (/^\s*["[{]/.test(text) ? jsonOf(text) : undefined);

export const formatSummary = (summary: JsonValue): string => `${JSON.stringify(summary, null, 2)}\n`;

/** Throws `invalid_argument` for a summary that is nested too deeply to be merged and written. */
export function checkSummary(summary: JsonValue): void {
  if (isDeeperThan(summary, maxDepth))
    throw new StoreError(
      'invalid_argument',
      `The summary is nested deeper than ${maxDepth} levels. Flatten it; nothing was changed.`,
    );
}

/**
 * Merges a new summary into the old one: objects recursively; of two scalars, or of two kinds, the new one wins;
 * arrays hold the new items first and then those old ones that are no duplicates.
 */
export function mergeSummary(old: JsonValue | undefined, fresh: JsonValue): JsonValue {
  if (Array.isArray(old) && Array.isArray(fresh)) return mergeArrays(old, fresh);
  if (!isJsonObject(old) || !isJsonObject(fresh)) return fresh;
  const entries = new Map<string, JsonValue>(Object.entries(old));
  for (const [key, value] of Object.entries(fresh)) entries.set(key, mergeSummary(entries.get(key), value));
  return Object.fromEntries(entries); // defines `__proto__` as a key like any other
}

function mergeArrays(old: readonly JsonValue[], fresh: readonly JsonValue[]): JsonValue[] {
  const known = new Set(fresh.flatMap(identities));
  return [...fresh, ...old.filter((item) => !identities(item).some((identity) => known.has(identity)))];
}

/** What makes two items the same: an equal `value`, an equal `id`, or equal JSON. */
function identities(item: JsonValue): string[] {
  const whole = `json ${canonical(item)}`;
  if (!isJsonObject(item)) return [whole];
  const own = (['value', 'id'] as const).filter((key) => Object.hasOwn(item, key) && item[key] !== null);
  return [...own.map((key) => `${key} ${canonical(item[key] ?? null)}`), whole];
}

/** JSON with the keys of objects in order, so that equal values have equal text. */
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

/** What `JSON.parse` returned is JSON. */
function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}
