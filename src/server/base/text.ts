import { isList, isObject, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { jsonLine, quotable } from '../../disk/text/containText.ts';

/** Returns a text unless it is blank: agents fill omitted arguments with empty texts. */
export const nonBlank = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

const shownChars = 60;
const shownPathChars = 500;

/** Quotes a value for a message, at most a line long. */
export const show = (value: unknown): string => shown(value, shownChars);

/** Quotes a path for a message; longer, as the end of a missing path is the most informative. */
export const showPath = (path: string): string => shown(path, shownPathChars);

function shown(value: unknown, maxChars: number): string {
  const text = jsonLine(value);
  return text.length <= maxChars ? text : `${quotable(text, maxChars)}… (${text.length} characters)`;
}

/** ` (did you mean "name"?)` for the closest known name; empty where none is close. */
export function didYouMean(typed: string, known: readonly string[]): string {
  if (typed.length > 100) return '';
  const near = known
    .map((name) => ({ name, distance: editDistance(plain(typed), plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(2, name.length / 3))
    .sort((a, b) => a.distance - b.distance)[0];
  return near ? ` (did you mean "${near.name}"?)` : '';
}

/** Makes `project_root` and `projectRoot` equal. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? a.length;
}

const pieceLength = 65_536;

/** Returns the longest prefix of a text that costs at most `room`, without splitting a code point. */
export function longestPrefix(text: string, room: number, cost: (piece: string) => number): string {
  let left = room;
  let start = 0;
  for (; start < text.length; start += pieceLength) {
    const used = cost(text.slice(start, start + pieceLength));
    if (used > left) break;
    left -= used;
  }
  let end = Math.min(text.length, start + pieceLength);
  while (end > start && cost(text.slice(start, end)) > left) end = start + Math.floor((end - start) * 0.9);
  return cutBefore(text, end);
}

function cutBefore(text: string, end: number): string {
  const cutsPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end));
  return text.slice(0, cutsPair ? end - 1 : end);
}

/** The first characters of a text, without splitting a code point. */
export const beginning = (text: string, chars: number): string =>
  cutBefore(text, Math.min(text.length, Math.max(0, chars)));

/** Maximum length of an error message, which may quote input or stored text. Characters. */
const messageChars = 4_000;
/** Maximum length of an error's data as JSON. Characters. */
const dataChars = 8_000;
/** Limits tried in order until the data fits. */
const cuts = [
  { text: 500, items: 50 },
  { text: 200, items: 10 },
  { text: 80, items: 3 },
] as const;

type Cut = (typeof cuts)[number];

/** Shortens a long error message. */
export const shortened = (text: string): string => begin(text, messageChars);

/** Shortens an error's data by cutting long texts and lists. */
export function withinChars(data: Readonly<Record<string, JsonValue>>): JsonObject {
  const fits = (some: JsonValue): boolean => JSON.stringify(some).length <= dataChars;
  if (fits(data)) return data;
  for (const cut of cuts) {
    const shorter = shorten(data, cut);
    if (isObject(shorter) && fits(shorter)) return shorter;
  }
  return { omitted: 'The details are too long for an error.' };
}

function shorten(value: JsonValue, cut: Cut): JsonValue {
  if (typeof value === 'string') return begin(value, cut.text);
  if (isList(value)) {
    const left = value.length - cut.items;
    const items = value.slice(0, cut.items).map((item) => shorten(item, cut));
    return left > 0 ? [...items, `… (${left} more)`] : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one, cut)]));
}

function begin(text: string, chars: number): string {
  if (text.length <= chars) return text;
  return `${beginning(text, chars)}… (cut: ${text.length} characters)`;
}
