import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { isList, objectOf } from '../../agents/reading/fields.ts';
import { parseJson } from '../../agents/reading/lines.ts';
import { isKnownValue } from './knownValues.ts';

/** Bounds of the shape of one record. */
const [maxDepth, maxKeys, maxForms, maxNodes] = [10, 60, 4, 1_500] as const;
/** Items of a list, or keys of an object, that are looked at. */
const maxLooked = 200;
/** Minimum number of objects, or of texts and numbers, of one form that are summed up as a map. */
const [manyObjects, manyValues] = [3, 12] as const;
/** Longer texts are not looked into for JSON. Characters. */
const maxJson = 256 * 1024;

/** Whether a text holds a secret. */
export type HoldsSecret = (text: string) => boolean;

/**
 * Returns the shape of a record: its keys and lists in their order, and in the place of each text and number what it is
 * and how long. Kinds, roles and states stay if they are made of known words, `true`, `false` and `null` always.
 */
export const shapeOf = (record: JsonValue, holdsSecret: HoldsSecret): JsonValue =>
  new Shape(holdsSecret, typeof objectOf(record)?.table === 'string').of(record, '', 0);

/** Returns a shape without its figures, by which records of one form are known. */
export const formOf = (shape: JsonValue): string => JSON.stringify(shape).replace(/<[^<>]*>/g, withoutDigits);

const withoutDigits = (text: string): string => text.replace(/\d/g, '');

/** Returns what a text is, and its length; kinds of known words as they are. */
export function shapeOfText(text: string, field = ''): string {
  if (text === '' || isKnownValue(text, field)) return text;
  return `<${what.find(([pattern]) => pattern.test(text))?.[1] ?? 'text'} ${text.length}>`;
}

const what: readonly (readonly [RegExp, string])[] = [
  [/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, 'uuid'],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?[\d.]{0,10}(?:Z|[+-]\d\d:?\d\d)?$/, 'time'],
  [/^-?\d+(?:\.\d+)?$/, 'digits'],
  [/^[a-z][a-z\d+.-]{1,20}:\/\/\S*$/i, 'address'],
  [/^(?:[\\/~]|\.{1,2}[\\/]|[A-Za-z]:[\\/])[^\n]{0,4000}$/, 'path'],
];

/** Returns a key that is the name of a field or column unchanged, and the length of any other. */
export const shapeOfName = (key: string, holdsSecret: HoldsSecret): string =>
  isName(key) && !holdsSecret(key) ? key : `<key ${key.length}>`;

/** Whether a key is the name of a field; others may be paths, ids, or what a person wrote. */
function isName(key: string): boolean {
  const isPlain = /^\$?[A-Za-z_-][\w-]{0,39}$/.test(key) && key.length <= 40;
  const turns = key.match(/\d[A-Za-z]|[A-Za-z]\d/g)?.length ?? 0;
  return isPlain && turns < 4 && !/\d{6}|[\da-f]{8}-[\da-f]{4}-/i.test(key);
}

class Shape {
  readonly #holdsSecret: HoldsSecret;
  readonly #isRow: boolean;
  #left: number = maxNodes;

  /** `isRow`: the record is a row of a database, whose cells are records; JSON in other texts is what somebody wrote. */
  constructor(holdsSecret: HoldsSecret, isRow: boolean) {
    this.#holdsSecret = holdsSecret;
    this.#isRow = isRow;
  }

  of(value: JsonValue, field: string, depth: number): JsonValue {
    if (--this.#left < 0) return '<more>';
    if (typeof value === 'string') return this.#text(value, field, depth);
    if (typeof value === 'number') return numberShape(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= maxDepth) return '<deeper>';
    return isList(value) ? this.#list(value, field, depth) : this.#object(value, depth);
  }

  #text(text: string, field: string, depth: number): JsonValue {
    const isCell = this.#isRow && depth === 1 && text.length <= maxJson;
    const inner = isCell && /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
    if (inner === undefined) return shapeOfText(text, field);
    return { [`<json ${text.length}>`]: this.of(inner, field, depth + 1) };
  }

  /** Shows the first item of each form, and how many there are. */
  #list(items: readonly JsonValue[], field: string, depth: number): JsonValue {
    const forms = new Map<string, JsonValue>();
    for (const item of items.slice(0, maxLooked)) {
      if (forms.size === maxForms || this.#left < 0) break;
      const shape = this.of(item, field, depth + 1);
      const form = formOf(shape);
      if (!forms.has(form)) forms.set(form, shape);
    }
    const shown = [...forms.values()];
    return items.length > shown.length ? [...shown, `<${items.length} items>`] : shown;
  }

  #object(object: JsonObject, depth: number): JsonValue {
    const entries = Object.entries(object);
    const looked = entries.slice(0, maxLooked);
    const shapes: (readonly [string, JsonValue])[] = [];
    for (const [key, value] of looked) {
      if (this.#left < 0) break;
      shapes.push([this.#key(key), this.of(value, key, depth + 1)]);
    }
    const first = shapes[0]?.[1];
    if (first !== undefined && isMap(shapes)) return { [`<${entries.length} keys>`]: first };
    const shown = shapes.slice(0, maxKeys);
    const rest = entries.length - shown.length;
    return withOwnKeys(rest > 0 ? [...shown, ['<more>', `<${rest} keys>`]] : shown);
  }

  #key(key: string): string {
    return shapeOfName(key, this.#holdsSecret);
  }
}

/** Whether an object is a map from what its program met: its values are of one form, or its keys are no names. */
function isMap(entries: readonly (readonly [string, JsonValue])[]): boolean {
  const [first] = entries;
  if (first === undefined) return false;
  const isObject = typeof first[1] === 'object';
  const isNameless = entries.every(([key]) => key.startsWith('<key '));
  const many = isNameless ? 2 : isObject ? manyObjects : manyValues;
  if (entries.length < many || entries.every(([key]) => isKnownValue(key, 'type'))) return false;
  const form = formOf(first[1]);
  return form !== 'null' && entries.every(([, shape]) => formOf(shape) === form);
}

/** Makes an object whose keys differ: those that were replaced by equal ones are numbered. */
function withOwnKeys(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const seen = new Set<string>();
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const own = seen.has(key) ? `${key} ${seen.size}` : key;
      seen.add(own);
      return [own, value];
    }),
  );
}

function numberShape(value: number): string {
  const text = String(value);
  return `<${Number.isInteger(value) ? 'integer' : 'decimal'} ${text.replace(/^-/, '').length}>`;
}
