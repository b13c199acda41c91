export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** How deep what people and agents add to messages, summaries and memories may be nested. Levels. */
export const maxDepth = 100;

/** Whether JSON is nested deeper than so many levels; looks no deeper, so that it never runs out of stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

/** A plain object as `JSON.parse` makes it: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined for a text that is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // what exactly is wrong with a torn line tells nobody anything
  }
}

/** What `JSON.parse` says is wrong with a text, without the piece of it that V8 quotes: it may be a piece of a secret. */
export const jsonProblem = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(
    /, (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/s,
    '',
  );

/** A value of JSON as a cursor: letters that callers pass back unchanged. */
export const encodeCursor = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** Takes back `encodeCursor`; undefined for what is no cursor. */
export const decodeCursor = (cursor: string): unknown => jsonOf(Buffer.from(cursor, 'base64url').toString());

/** A time as files and replies have it: ISO 8601, UTC; that of 1970 for what is no time. */
export function isoTime(ms: number): string {
  const time = new Date(ms);
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString();
}

type OptionalKeys<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/** The members of `T`, of which those that may be undefined may be absent instead. */
export type Defined<T> = Omit<T, OptionalKeys<T>> & {
  [Key in OptionalKeys<T>]?: Exclude<T[Key], undefined>;
};

/** Copies an object without its members that are undefined, as an optional member must be absent, not undefined. */
export function defined<T extends object>(members: T): Defined<T>;
export function defined(members: object): object {
  const all = Object.values(members);
  if (all.every((value) => value !== undefined)) return { ...members };
  if (all.every((value) => value === undefined)) return {};
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Every way the store refuses; adapters map these to their own replies in one place. */
export type StoreErrorCode =
  | 'invalid_argument' // a value outside what the call takes
  | 'not_found' // a named thing that does not exist
  | 'already_exists' // a new name that is taken
  | 'outside' // a path or link that leaves the history folder
  | 'damaged' // a file that cannot be read and could not be put aside
  | 'disabled' // switched off by a setting
  | 'busy' // another process holds the lock for too long
  | 'storage'; // the disk refused: full, read-only, no permission

/** The one error class. `message` says what was wrong with which value and how to repair it. */
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

/** The `code` of an error of Node's file system (`ENOENT`, `EEXIST`, …), if it has one. */
export function errno(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Of texts for agents. */
export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Where the store reports what it repaired or could not do. Adapters decide where the lines go. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const ignore = (): void => undefined;

export const silentLog: Log = { info: ignore, warn: ignore, error: ignore };

/** A lock that is held, for what is written under it. */
export interface Lease {
  /** Of a lock: one more than that of the turn before, whoever had it. */
  readonly turn?: number;
  /** Throws `busy` when another process has taken the lock over; call it right before every rename that commits. */
  assertHeld(): void;
  /** Tells the log what does not fail the change. */
  warn(message: string): void;
}

/** The last millisecond of the year 9999: later ones have no date that other programs read. */
const lastMs = 253_402_300_799_999;

/**
 * A time read from a file, in milliseconds since 1970. Where it can only be micro- or nanoseconds, as some programs
 * write, it becomes milliseconds. Undefined for what is no time.
 */
export function timeOfNumber(value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined;
  return [value, Math.trunc(value / 1e3), Math.trunc(value / 1e6)].find((ms) => Math.abs(ms) <= lastMs);
}
