import * as z from 'zod';
import { isObject, type JsonObject } from '../../store/base/json.ts';

/** The part of JSON Schema that our tools' arguments use. */
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
  /** Of an object that may have any members: what these often are. Listed as its properties. */
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

/** An object of any members; the names are of those it often has, all of them texts. */
export const freeObject = (...names: readonly string[]) =>
  z
    .custom<JsonObject>(isObject)
    .meta({ type: 'object', members: Object.fromEntries(names.map((name) => [name, text])) });

/** What is listed of a schema: older models' services refuse objects without properties. */
export function listed({ members, items, properties, anyOf, ...rest }: ValueSchema): ValueSchema {
  const shown = properties ?? members;
  return {
    ...rest,
    ...(items && { items: listed(items) }),
    ...(anyOf && { anyOf: anyOf.map(listed) }),
    ...(shown && {
      properties: Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, listed(value)])),
    }),
  };
}

/**
 * The arguments as JSON Schema without what costs tokens and tells an agent nothing. That nothing else is taken stands
 * only at objects inside, which are kept as they are: unknown arguments themselves may be ignored. Covers the zod types our tools
 * use; a test compares it with `z.toJSONSchema`, which would leave a type it does not know without a word.
 */
export function inputSchema(args: z.ZodObject): ObjectSchema {
  const { properties = {}, required } = convertObject(args);
  return { type: 'object', properties, ...(required && { required }) };
}

function convert(schema: z.core.$ZodType): ValueSchema {
  if (schema instanceof z.ZodDefault)
    return { ...convert(schema.unwrap()), default: schema.def.defaultValue };
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return convert(schema.unwrap());
  if (schema instanceof z.ZodPipe)
    return convert(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map(convert) };
  if (schema instanceof z.ZodObject) return { ...convertObject(schema), additionalProperties: false };
  if (schema instanceof z.ZodArray) return { type: 'array', items: convert(schema.element) };
  if (schema instanceof z.ZodEnum) return { type: 'string', enum: schema.options.map(String) };
  if (schema instanceof z.ZodNumber) return convertNumber(schema);
  if (schema instanceof z.ZodBoolean) return { type: 'boolean', ...descriptionOf(schema) };
  if (schema instanceof z.ZodString) return { type: 'string', ...lengthOf(schema) };
  if (!(schema instanceof z.ZodCustom))
    throw new Error(`no JSON Schema for ${schema._zod.def.type}: add it here`);
  const { type, members } = z.globalRegistry.get(schema) ?? {};
  return {
    ...(typeof type === 'string' && { type }),
    ...descriptionOf(schema),
    ...(members && { members }),
  };
}

/** What the names of tool and argument do not say. */
function descriptionOf(schema: z.core.$ZodType): Pick<ValueSchema, 'description'> {
  const { description } = z.globalRegistry.get(schema) ?? {};
  return description === undefined ? {} : { description };
}

/** The store checks lengths, so that its errors tell more; what is said of them stands in the metadata. */
function lengthOf(schema: z.ZodString): Pick<ValueSchema, 'maxLength'> {
  const { maxLength } = z.globalRegistry.get(schema) ?? {};
  return maxLength === undefined ? {} : { maxLength };
}

function convertObject({ shape }: z.ZodObject): ValueSchema {
  const entries = Object.entries<z.core.$ZodType>(shape);
  const required = entries.filter(([, value]) => value._zod.optin === undefined).map(([name]) => name);
  const properties = Object.fromEntries(entries.map(([name, value]) => [name, convert(value)]));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function convertNumber({ format, minValue, maxValue }: z.ZodNumber): ValueSchema {
  const limited = (value: number | null): value is number =>
    value !== null && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return {
    type: format?.includes('int') ? 'integer' : 'number',
    ...(limited(minValue) && { minimum: minValue }),
    ...(limited(maxValue) && { maximum: maxValue }),
  };
}
