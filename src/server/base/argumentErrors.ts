import type * as z from 'zod';
import { isObject, StoreError } from '../../disk/base/core.ts';
import { didYouMean, show } from './text.ts';
import type { ObjectSchema, ValueSchema } from './toolSchema.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Creates the error for wrong arguments: for each its name, the value and what is allowed. */
export function refuseArguments(
  tool: string,
  schema: ObjectSchema,
  args: unknown,
  issues: readonly Issue[],
): StoreError {
  const explained = issues.slice(0, 5).map((issue) => explain(tool, schema, args, issue));
  if (issues.length > explained.length)
    explained.push(`${issues.length - explained.length} more arguments are wrong.`);
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => spell([...issue.path, key]))
      : [spell(issue.path)],
  );
  return new StoreError('invalid_argument', explained.join(' '), { arguments: names });
}

function explain(tool: string, schema: ObjectSchema, args: unknown, issue: Issue): string {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownArgument(tool, schema, issue.path, key)).join(' ');
  const takes = describe(schemaAt(schema, issue.path));
  const got = valueAt(args, issue.path);
  if (got === undefined) return `${spell(issue.path)} is missing: ${tool} needs it, it takes ${takes}.`;
  return `${spell(issue.path)} takes ${takes}, but got ${show(got)}${hint(got, takes)}.`;
}

function unknownArgument(tool: string, schema: ObjectSchema, path: Path, key: string): string {
  const known = Object.keys(schemaAt(schema, path).properties ?? {});
  const place = path.length > 0 ? spell(path) : tool;
  return `${place} has no argument ${show(key)}${didYouMean(key, known)}; it takes ${known.join(', ')}.`;
}

/** Describes the values of a schema: `a whole number from 1 to 200`. */
export function describe(schema: ValueSchema): string {
  if (schema.enum) return schema.enum.map((choice) => `"${choice}"`).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(describe).join(' or ');
  switch (schema.type ?? 'object') {
    case 'integer':
      return `a whole number${range(schema)}`;
    case 'number':
      return `a number${range(schema)}`;
    case 'string':
      return `text${length(schema)}${schema.description === undefined ? '' : ` (${schema.description})`}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return schema.items ? `a list, each item ${describe(schema.items)}` : 'a list';
    default:
      return describeObject(schema);
  }
}

function describeObject({ properties, members }: ValueSchema): string {
  if (properties) return `an object {${Object.keys(properties).join(', ')}}`;
  return members ? `an object, such as {${Object.keys(members).join(', ')}}` : 'an object';
}

const length = ({ maxLength }: ValueSchema): string =>
  maxLength === undefined ? '' : ` of at most ${maxLength} characters`;

function range({ minimum, maximum }: ValueSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function schemaAt(schema: ValueSchema, path: Path): ValueSchema {
  return path.reduce<ValueSchema>(
    (at, key) => (typeof key === 'number' ? at.items : at.properties?.[String(key)]) ?? {},
    schema,
  );
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return typeof key === 'number' ? at[key] : undefined;
    return isObject(at) ? at[String(key)] : undefined;
  }, value);
}

/** Formats a path as in code: `entries[2].role`. */
function spell(path: Path): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`))
    .join('');
}

function hint(got: unknown, takes: string): string {
  if (typeof got !== 'string' || takes.startsWith('text')) return '';
  if (/^a (whole )?number/.test(takes) && got.trim() !== '' && Number.isFinite(Number(got)))
    return ', a text: send the number without quotes';
  if (takes === 'true or false' && /^(true|false)$/i.test(got)) return ', a text: send it without quotes';
  if (/^(an object|a list)/.test(takes)) return ', a text: send the value itself, not its JSON text';
  return '';
}
