import * as z from 'zod';
import { defined, StoreError } from '../../disk/base/core.ts';
import { parseTags } from '../../history/memory/memory.ts';
import type { Memory, MemoryFilter, MemoryStore } from '../../history/memory/types.ts';
import type { TimeRange } from '../../history/memory/times/calendar.ts';
import type { ListPosition } from '../base/listCursor.ts';
import { nonBlank } from '../base/text.ts';
import { defineTool, type Tool, type ToolDefinition } from '../base/tool.ts';
import { freeObject } from '../base/toolSchema.ts';

/** Defines a tool for memories: errors are `{success: false, message}`; profile `core` by default. */
export const defineMemoryTool = <Shape extends z.ZodRawShape>(
  definition: Omit<ToolDefinition<Shape>, 'outcome'>,
): Tool => defineTool<Shape>({ profile: 'core', ...definition, outcome: 'message' });

/** Tags as a list or a text (one, comma-separated, or JSON); some clients reject what is not declared. */
export const tags = z.union([z.string(), z.array(z.string())]).transform(parseTags);

export const metadata = freeObject('source');

export const tagMatch = z.enum(['any', 'all']).default('any');

/** Requires at least one tag, as none would select everything. */
export function neededTags(tags: readonly string[]): readonly string[] {
  const present = tags.filter((tag) => tag.trim() !== '');
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
