import { isObject, jsonOf } from '../../disk/base/core.ts';
import { listIn, separators } from '../../history/memory/listText.ts';
import type { ValueSchema } from './toolSchema.ts';

/**
 * Converts arguments that a client sent in another form to the types of a schema, nested ones as well: a number from
 * digits, a boolean from `true` or `false`, a list or an object from its JSON, a list from the form of Python, a single
 * value or choices with commas, a choice in other letters. Leaves everything else as it is, and
 * texts where the schema takes text.
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

function fromText(text: string, { type, enum: choices }: ValueSchema): unknown {
  switch (type ?? '') {
    case 'integer':
    case 'number':
      return numberText.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'array':
      return fromJson(text, /^\s*\[/, Array.isArray) ?? fromPython(text);
    case 'object':
      return fromJson(text, /^\s*\{/, isObject) ?? text;
    default:
      return choiceOf(text, choices) ?? text;
  }
}

function fromJson(text: string, start: RegExp, isType: (value: unknown) => boolean): unknown {
  const value = start.test(text) ? jsonOf(text) : undefined;
  return isType(value) ? value : undefined;
}

/** Reads a list of texts in the form of Python; returns other texts as they are. */
const fromPython = (text: string): unknown => (/^\s*\[\s*['"]/.test(text) ? listIn(text) : undefined) ?? text;

/** Returns the choice that a text is in small or capital letters; undefined if there is none, or no one. */
function choiceOf(text: string, choices: readonly unknown[] = []): unknown {
  if (choices.includes(text)) return text;
  const same = choices.filter((choice) => String(choice).toLowerCase() === text.trim().toLowerCase());
  return same.length === 1 ? same[0] : undefined;
}

function asList(value: unknown, items: ValueSchema): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => asMeant(item, items));
  const choices =
    typeof value === 'string' ? value.split(separators).map((each) => choiceOf(each, items.enum)) : [];
  if (choices.length > 1 && choices.every((choice) => choice !== undefined)) return choices;
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
