export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Maximum nesting of data that people and agents add to messages, summaries and memories. Levels. */
export const maxDepth = 100;

/** Whether JSON is nested deeper than a number of levels; looks no deeper, so it cannot overflow the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/** A plain object as `JSON.parse` makes it: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list as `JSON.parse` makes it; `Array.isArray` would leave its items unchecked. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Value of a JSON text; undefined if it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // details of an incomplete line are of no use
  }
}

/** Returns what anything thrown says, without the name of its class: `ENOENT: no such file`. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Message of `JSON.parse` about a text, without the excerpt that V8 quotes, which may contain a secret. */
export const jsonProblem = (error: unknown): string =>
  errorMessage(error).replace(/, (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/s, '');

/** Encodes a JSON value as a cursor: letters that callers pass back unchanged. */
export const encodeCursor = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** Decodes a cursor of `encodeCursor`; undefined if it is invalid. */
export const decodeCursor = (cursor: string): unknown => jsonOf(Buffer.from(cursor, 'base64url').toString());

/** A time in the format of files and replies: ISO 8601, UTC; that of 1970 for an invalid one. */
export function isoTime(ms: number): string {
  const time = new Date(ms);
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString();
}

/** Formats a local time, e.g. `2026-02-05 14:03`; `invalid` for an invalid one. */
export function localTime(ms: number, invalid = '–'): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return Number.isNaN(date.getTime()) ? invalid : date.toISOString().slice(0, 16).replace('T', ' ');
}

type OptionalKeys<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/** The members of `T`; those that may be undefined may be absent instead. */
export type Defined<T> = Omit<T, OptionalKeys<T>> & {
  [Key in OptionalKeys<T>]?: Exclude<T[Key], undefined>;
};

/** Copies an object without its undefined members: optional members must be absent, not undefined. */
export function defined<T extends object>(members: T): Defined<T>;
export function defined(members: Readonly<Record<string, unknown>>): object {
  const present: Record<string, unknown> = {};
  for (const key of Object.keys(members)) if (members[key] !== undefined) present[key] = members[key];
  return present;
}

/** Error codes of the store; adapters map these to their own replies in one place. */
export type StoreErrorCode =
  | 'invalid_argument' // an argument outside of its allowed values
  | 'not_found' // something named does not exist
  | 'already_exists' // a new name is in use
  | 'outside' // a path or link leaves the history folder
  | 'damaged' // a file cannot be read and could not be moved aside
  | 'disabled' // disabled by a setting
  | 'busy' // another process holds the lock too long
  | 'newer' // a later version wrote the history: it is not changed, or not opened
  | 'storage'; // error of the disk: full, read-only, no permission

/** The only error class of the store. `message` names the invalid value and how to fix it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly data: Readonly<Record<string, JsonValue>>;

  constructor(
    code: StoreErrorCode,
    message: string,
    data: Readonly<Record<string, JsonValue>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.data = data;
  }
}

/** `code` of an error of Node's file system (`ENOENT`, `EEXIST`, …), if it has one. */
export function errno(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Languages of texts for agents. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Receives reports about repairs and failures of the store. Adapters decide where the lines go. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const ignore = (): void => undefined;

export const silentLog: Log = { info: ignore, warn: ignore, error: ignore };

/** A held lock, passed to what is written under it. */
export interface Lease {
  /** Turn of the lock: one more than the previous turn, of any holder. */
  readonly turn?: number;
  /** Throws `busy` if another process has taken over the lock; call it right before each rename that commits. */
  assertHeld(): void;
  /** Logs a problem that does not fail the change. */
  warn(message: string): void;
  /** The log it writes to. */
  readonly log?: Log;
}

/** The last millisecond of the year 9999: many programs cannot read later dates. */
const lastMs = 253_402_300_799_999;

/**
 * A time read from a file, in milliseconds since 1970. If the value can only be micro- or nanoseconds, which some
 * programs write, it is converted. Undefined for an invalid time.
 */
export function timeOfNumber(value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined;
  return [value, Math.trunc(value / 1e3), Math.trunc(value / 1e6)].find((ms) => Math.abs(ms) <= lastMs);
}
