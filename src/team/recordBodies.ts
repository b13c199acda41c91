import { createHash } from 'node:crypto';
import { isObject, jsonOf, type JsonValue } from '../disk/base/core.ts';

/** Member with the encoded body that `jsonb` cannot store, such as NUL and lone surrogates in agents' texts. */
export const encodedMember = '$json';

/** Member of a restored message's body, visible to the database. */
export const restoredMember = 'back';

/** Member of a deleted or restored message's body: the number it first had, which orders it among others. */
export const placeMember = 'place';

/** Encodes a body for the database's `jsonb`. */
export function encodeBody(body: JsonValue): string {
  const json = JSON.stringify(body);
  if (!/\\u(?:0000|d[89a-f])/i.test(json) && !isWrapped(body)) return json;
  const isRestored = isObject(body) && body[restoredMember] === true;
  return JSON.stringify({
    [encodedMember]: Buffer.from(json).toString('base64'),
    ...(isRestored && { [restoredMember]: true }),
  });
}

/** Decodes a body from the database, which does not preserve the order of members. */
export function decodeBody(value: unknown): JsonValue {
  return jsonValue(isWrapped(value) ? jsonOf(Buffer.from(value[encodedMember], 'base64').toString()) : value);
}

const isWrapped = (value: unknown): value is { readonly [encodedMember]: string } =>
  isObject(value) &&
  typeof value[encodedMember] === 'string' &&
  Object.keys(value).length === (value[restoredMember] === true ? 2 : 1);

/** Narrows decoded JSON; anything else becomes null. */
function jsonValue(value: unknown): JsonValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(jsonValue);
  if (!isObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, jsonValue(member)]));
}

/** Converts a value to plain JSON, dropping undefined members. */
export const plain = (value: object): JsonValue => decodeBody(JSON.parse(JSON.stringify(value)));

/** Returns a digest of a value, as ids of records are made of them. */
export const idOf = (value: JsonValue): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');
