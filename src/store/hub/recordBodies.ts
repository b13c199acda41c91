import { isObject, jsonOf, type JsonValue } from '../base/core.ts';

/** Under which what `jsonb` cannot hold is kept: NUL and halves of characters, which texts of agents do hold. */
export const wrapped = '$json';

/** Stands in the body of a message that was deleted and is there again, where the database sees it. */
export const back = 'back';

/** A body as the text that the database takes for its `jsonb`. */
export function encodeBody(body: JsonValue): string {
  const json = JSON.stringify(body);
  if (!/\\u(?:0000|d[89a-f])/i.test(json) && !isWrapped(body)) return json;
  const isBack = isObject(body) && body[back] === true;
  return JSON.stringify({ [wrapped]: Buffer.from(json).toString('base64'), ...(isBack && { [back]: true }) });
}

/** A body as the database gives it; the order of members is its own. */
export function decodeBody(value: unknown): JsonValue {
  return jsonValue(isWrapped(value) ? jsonOf(Buffer.from(value[wrapped], 'base64').toString()) : value);
}

const isWrapped = (value: unknown): value is { readonly [wrapped]: string } =>
  isObject(value) &&
  typeof value[wrapped] === 'string' &&
  Object.keys(value).length === (value[back] === true ? 2 : 1);

/** What came out of JSON is JSON; anything else is null. */
function jsonValue(value: unknown): JsonValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(jsonValue);
  if (!isObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, jsonValue(member)]));
}
