/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type JsonRecord = Readonly<Record<string, Json>>;

const maxDepth = 200;

/** Reports whether a value is entirely JSON: finite numbers, plain arrays and objects, nested at most 200 levels. */
export function isJson(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (depth >= maxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return isRecord(value) && Object.values(value).every((item) => isJson(item, depth + 1));
}

/** Reports whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

/** Reports whether JSON is an object. */
export function isJsonRecord(value: Json): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a non-negative integer. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

const maxText = 20_000_000;
const maxHref = 4_096;

/** Reports whether a value is a text of at most 20 million characters. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxText;
}

/** Reports whether a value can be the target of a link: not empty and of limited length. */
export function isHref(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxHref;
}

type OptionalOf<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/** Copies an object without undefined members: optional members must be absent, not undefined. */
export function defined<T extends object>(
  members: T,
): Omit<T, OptionalOf<T>> & { [Key in OptionalOf<T>]?: Exclude<T[Key], undefined> };
export function defined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
