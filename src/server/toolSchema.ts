import * as z from 'zod';

/** The part of JSON Schema that our tools' arguments use. */
export interface ValueSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

export interface ObjectSchema extends ValueSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ValueSchema>>;
}

type ZodSchema = z.core.JSONSchema._JSONSchema;

/** The arguments as JSON Schema without what costs tokens and tells an agent nothing. */
export function inputSchema(args: z.ZodObject): ObjectSchema {
  const { properties = {}, required } = compact(
    z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' }),
  );
  return { type: 'object', properties, ...(required && { required }) };
}

function compact(schema: ZodSchema): ValueSchema {
  if (typeof schema === 'boolean') return {};
  const { type, description, minimum, maximum, items, properties, required } = schema;
  const choices = schema.enum?.filter((choice) => typeof choice === 'string');
  return {
    ...(typeof type === 'string' && { type }),
    ...(description !== undefined && { description }),
    ...(choices && { enum: choices }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
    ...(schema.default !== undefined && { default: schema.default }),
    ...(items !== undefined && !Array.isArray(items) && { items: compact(items) }),
    ...(properties && { properties: mapValues(properties, compact) }),
    ...(required && { required }),
  };
}

function mapValues<From, To>(object: Readonly<Record<string, From>>, map: (value: From) => To) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
