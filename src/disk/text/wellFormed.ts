import { isObject, jsonOf } from '../base/core.ts';

/*
 * Half a surrogate pair, as a cut text or a transcript may have, is no Unicode: models' services refuse a conversation
 * that holds one. The store keeps texts as they are; what leaves it goes through here.
 */

/** Replaces half surrogate pairs in all texts of a value, names of members included. */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return wellFormedText(value);
  if (isWellFormed(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => wellFormed(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.toWellFormed(), wellFormed(one)]),
  );
}

/** Replaces half surrogate pairs in a text, and their escapes where it is JSON. */
function wellFormedText(text: string): string {
  const whole = text.toWellFormed();
  return isJsonWithHalf(whole) ? wellFormedJson(whole) : whole;
}

/** Replaces the escapes of half surrogate pairs in JSON. */
export const wellFormedJson = (json: string): string =>
  json.includes(halfEscape)
    ? json.replaceAll(escapes, (escape, half?: string) => (half === undefined ? escape : '\uFFFD'))
    : json;

const halfEscape = '\\ud';
/** Escaped backslashes, escaped pairs, and what is left: halves. */
const escapes = /\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(\\ud[89a-f][\da-f]{2})/g;

const isJsonWithHalf = (text: string): boolean =>
  text.includes(halfEscape) && /^[[{]/.test(text) && jsonOf(text) !== undefined;

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !isJsonWithHalf(value);
  if (Array.isArray(value)) return value.every(isWellFormed);
  if (!isObject(value)) return true;
  return Object.entries(value).every(([name, one]) => name.isWellFormed() && isWellFormed(one));
}
