import { isObject, type JsonObject, type JsonValue } from '../../store/base/json.ts';
import { beginning } from './reply.ts';

/** Characters of the message of an error, whatever it quotes of what was sent or stored. */
const messageChars = 4_000;
/** Characters of the JSON of what an error tells besides. */
const dataChars = 8_000;
/** What is tried one after the other until that holds. */
const cuts = [
  { text: 500, items: 50 },
  { text: 200, items: 10 },
  { text: 80, items: 3 },
] as const;

type Cut = (typeof cuts)[number];

/** The message of an error, cut where it would be long. */
export const shortened = (text: string): string => begin(text, messageChars);

/** What an error tells besides its message: whole where that is short, else with long texts and lists cut. */
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

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

function begin(text: string, chars: number): string {
  if (text.length <= chars) return text;
  return `${beginning(text, chars)}… (cut: ${text.length} characters)`;
}
