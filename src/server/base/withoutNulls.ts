import { isObject } from '../../store/base/json.ts';
import type { ValueSchema } from './toolSchema.ts';

/**
 * Arguments without those that are null and may be left out: agents fill what they leave out with null, and `None` is
 * the default that the original memory service documents. A null that is needed, or in values of any shape, stays.
 */
export function withoutNulls(value: unknown, { properties, required = [], items }: ValueSchema): unknown {
  if (Array.isArray(value) && items) return value.map((item: unknown) => withoutNulls(item, items));
  if (!isObject(value) || !properties) return value;
  const given = Object.entries(value).filter(
    ([key, one]) => one !== null || !(key in properties) || required.includes(key),
  );
  return Object.fromEntries(given.map(([key, one]) => [key, withoutNulls(one, properties[key] ?? {})]));
}
