import * as z from 'zod';
import { defined, isObject, StoreError } from '../../disk/base/core.ts';
import { givenTags, parseTags } from '../../history/memory/labels.ts';
import type { Memory, MemoryFilter, MemoryStore } from '../../history/memory/types.ts';
import type { TimeRange } from '../../history/memory/times/calendar.ts';
import type { ListPosition } from '../base/listCursor.ts';
import { nonBlank } from '../base/text.ts';
import { defineTool, type Tool, type ToolDefinition } from '../base/tool.ts';
import { freeObject } from '../base/toolSchema.ts';

/** Defines a tool for memories: errors are `{success: false, message}`. */
export const defineMemoryTool = <Shape extends z.ZodRawShape>(
  definition: Omit<ToolDefinition<Shape>, 'outcome'>,
): Tool => defineTool<Shape>({ ...definition, outcome: 'message' });

/** Some clients reject what is not declared. */
const tagForms = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

/** Tags of a memory in any form; what is no tag is left out and told. */
export const storedTags = z.custom<unknown>((value) => !isObject(value)).meta(tagForms);

/** Tags to look for, as a list or a text (one, comma-separated, or JSON). */
export const tags = z
  .custom<unknown>((value) => !isObject(value) && value !== null && givenTags(value).left.length === 0)
  .meta(tagForms)
  .transform(parseTags);

/** Takes `operation`, by which newer versions of the original service tell whether all tags are required. */
export function withOperation({ operation, ...args }: Arguments): Arguments {
  const wanted = typeof operation === 'string' ? operation.trim().toUpperCase() : undefined;
  if (wanted !== 'AND' && wanted !== 'OR') return { ...args, ...(operation !== undefined && { operation }) };
  return { ...args, match_all: wanted === 'AND' };
}

/** The same for tools with `tag_match`. */
export function withTagMatch(given: Arguments): Arguments {
  const { match_all: all, ...args } = withOperation(given);
  if (typeof all === 'boolean') return { ...args, tag_match: all ? 'all' : 'any' };
  return { ...args, ...(all !== undefined && { match_all: all }) };
}

/** Takes the type of a memory under the name it has in other services. */
export function withType({ type, ...args }: Arguments): Arguments {
  if (typeof type === 'string' && args.memory_type === undefined) return { ...args, memory_type: type };
  return { ...args, ...(type !== undefined && { type }) };
}

type Arguments = Readonly<Record<string, unknown>>;

export const metadata = freeObject('source');

export const tagMatch = z.enum(['any', 'all']).default('any');

/** Limit of the tags to look for, which replies name again. Characters. */
const mostTagChars = 10_000;

/** Requires at least one tag, as none would select everything, and not more than a reply can name. */
export function neededTags(tags: readonly string[]): readonly string[] {
  const present = tags.filter((tag) => tag.trim() !== '');
  const chars = present.join('').length;
  if (chars > mostTagChars)
    throw new StoreError(
      'invalid_argument',
      `tags has ${chars} characters; at most ${mostTagChars} are taken.`,
      {
        arguments: ['tags'],
      },
    );
  if (present.length > 0) return present;
  throw new StoreError(
    'invalid_argument',
    'tags is empty: give one tag or more; list_tags tells which there are.',
    { arguments: ['tags'] },
  );
}

/** Arguments that select memories. */
export interface FilterArguments {
  readonly tags?: readonly string[] | undefined;
  readonly tag_match?: 'any' | 'all' | undefined;
  readonly memory_type?: string | undefined;
  /** Any expression of time. */
  readonly when?: string | undefined;
  /** Expressions of time: created at or after the start of `after`, and before the start of `before`. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** The parsed filter and its time. */
export interface ParsedFilter {
  readonly filter: MemoryFilter;
  readonly range: TimeRange | undefined;
}

/** Parses the expressions of time; throws `invalid_argument` for an invalid one. */
export async function filterOf(memories: MemoryStore, args: FilterArguments): Promise<ParsedFilter> {
  const [type, when, after, before] = [args.memory_type, args.when, args.after, args.before].map(nonBlank);
  const range = when === undefined ? undefined : await memories.time(when);
  const from = after === undefined ? range?.from : (await memories.time(after)).from;
  const to = before === undefined ? range?.to : (await memories.time(before)).from;
  const filter = {
    ...(args.tags && args.tags.length > 0 && { tags: args.tags, allTags: args.tag_match === 'all' }),
    ...defined({ type, from, to }),
  };
  return { filter, range };
}

/** The position of a memory in a list, newest first. */
export const memoryPosition = ({ createdAt, hash }: Memory): ListPosition => ({
  time: createdAt,
  id: hash.slice(0, 16),
});
