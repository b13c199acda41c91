import * as z from 'zod';
import { defined, isObject, type JsonObject } from '../../disk/base/core.ts';

/** The part of JSON Schema used by our tools' arguments. */
export interface ValueSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly items?: ValueSchema;
  readonly anyOf?: readonly ValueSchema[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  /** Typical members of an object with any members, or enough of one that another argument shows. Listed as its properties. */
  readonly members?: Readonly<Record<string, ValueSchema>>;
}

export interface ObjectSchema extends ValueSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ValueSchema>>;
}

declare module 'zod' {
  interface GlobalMeta {
    readonly maxLength?: number;
    readonly members?: Readonly<Record<string, ValueSchema>>;
  }
}

const text: ValueSchema = { type: 'string' };

/** An object with any members; the names are typical ones, all of them texts. */
export const freeObject = (...names: readonly string[]) =>
  z
    .custom<JsonObject>(isObject)
    .meta({ type: 'object', members: Object.fromEntries(names.map((name) => [name, text])) });

/**
 * Converts a schema for listing, for which a model pays in each request. Limits that only guard stay in the parser and
 * in its errors. Older model services reject objects without properties.
 */
export function listed(schema: ValueSchema): ValueSchema {
  const { description, enum: choices, required, items, properties, members } = schema;
  const { type, anyOf } = asText(schema);
  const shown = members ?? properties;
  return {
    ...defined({ type, description, enum: choices }),
    ...(required && !members && { required }),
    ...(isTelling(schema.default, choices) && { default: schema.default }),
    ...(items && { items: listed(items) }),
    ...(anyOf && { anyOf: anyOf.map(listed) }),
    ...(shown && {
      properties: Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, listed(value)])),
    }),
  };
}

/** A text that may also be sent as a number is listed as a text. */
const asText = ({ type, anyOf }: ValueSchema): Pick<ValueSchema, 'type' | 'anyOf'> =>
  anyOf?.some((one) => one.type === 'integer') ? text : defined({ type, anyOf });

/** Reports whether a model needs to know a default: not of nothing, the first choice, or the usual length of a page. */
function isTelling(value: unknown, choices: readonly string[] = []): boolean {
  if (typeof value === 'number') return value > 0 && value < shortestPage;
  return value !== undefined && value !== '' && value !== false && value !== choices[0];
}

/** Defaults from this on are lengths of pages and replies, which say themselves how to get the rest. */
const shortestPage = 10;

/**
 * Creates the JSON Schema of a call's arguments with zod, without parts that cost tokens for nothing. Only nested
 * objects forbid other properties, as unknown arguments may be ignored. Throws for a type unknown to JSON Schema
 * without metadata.
 */
export function inputSchema(args: z.ZodObject): ObjectSchema {
  const schema: object = z.toJSONSchema(args, {
    io: 'input',
    target: 'openapi-3.0', // where a type is one word, as model services reject a list
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  if (!isObjectSchema(schema)) throw new Error('arguments are an object');
  const { properties, required } = schema;
  const unknown = Object.keys(properties).filter((name) => !isKnown(properties[name] ?? {}));
  if (unknown.length > 0)
    throw new Error(`no JSON Schema for ${unknown.join(', ')}: tell the type with meta()`);
  return { type: 'object', properties, ...defined({ required }) };
}

const isObjectSchema = (schema: object): schema is ObjectSchema =>
  'type' in schema && schema.type === 'object' && 'properties' in schema;

const isKnown = ({ type, anyOf = [], items, properties = {} }: ValueSchema): boolean =>
  (type !== undefined || anyOf.length > 0) &&
  [...anyOf, ...(items ? [items] : []), ...Object.values(properties)].every(isKnown);
