import { isObject, jsonOf } from '../../disk/base/core.ts';
import type { ValueSchema } from './toolSchema.ts';

/**
 * Converts arguments that a client sent as text to the types of a schema, nested ones as well: a number from digits, a
 * boolean from `true` or `false`, a list or an object from its JSON, a list from a single value or from choices with
 * commas. Leaves everything else as it is, and texts where the schema takes text.
 */
export function asMeant(value: unknown, schema: ValueSchema): unknown {
  if (schema.anyOf) return value;
  const typed = typeof value === 'string' ? fromText(value, schema) : value;
  switch (schema.type ?? '') {
    case 'array':
      return asList(typed, schema.items ?? {});
    case 'object':
      return asObject(typed, schema);
    default:
      return typed;
  }
}

const numberText = /^\s*-?\d+(?:\.\d+)?\s*$/;

function fromText(text: string, { type }: ValueSchema): unknown {
  switch (type ?? '') {
    case 'integer':
    case 'number':
      return numberText.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'array':
      return fromJson(text, /^\s*\[/, Array.isArray);
    case 'object':
      return fromJson(text, /^\s*\{/, isObject);
    default:
      return text;
  }
}

function fromJson(text: string, start: RegExp, isType: (value: unknown) => boolean): unknown {
  if (!start.test(text)) return text;
  const value = jsonOf(text);
  return isType(value) ? value : text;
}

function asList(value: unknown, items: ValueSchema): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => asMeant(item, items));
  const choices = typeof value === 'string' ? value.split(',').map((choice) => choice.trim()) : [];
  if (choices.length > 1 && choices.every((choice) => items.enum?.includes(choice))) return choices;
  const one = asMeant(value, items);
  return isOfType(one, items) ? [one] : value;
}

function asObject(value: unknown, { properties = {} }: ValueSchema): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name, asMeant(one, properties[name] ?? {})]));
}

function isOfType(value: unknown, { type }: ValueSchema): boolean {
  switch (type ?? '') {
    case 'string':
      return typeof value === 'string' && value.trim() !== '';
    case 'object':
      return isObject(value);
    default:
      return typeof value === (type === 'integer' ? 'number' : type);
  }
}
