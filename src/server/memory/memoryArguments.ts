import * as z from 'zod';
import { defined, StoreError } from '../../store/base/core.ts';
import { parseTags } from '../../store/memory/memory.ts';
import type { Memory, MemoryFilter, MemoryStore } from '../../store/memory/types.ts';
import type { TimeRange } from '../../store/memory/times/calendar.ts';
import type { ListPosition } from '../base/listCursor.ts';
import { nonBlank } from '../base/text.ts';
import { defineTool, type Tool, type ToolDefinition } from '../base/tool.ts';
import { freeObject } from '../base/toolSchema.ts';

/** A tool over memories: its refusals are `{success: false, message}`; it is a core tool unless said otherwise. */
export const defineMemoryTool = <Shape extends z.ZodRawShape>(
  definition: Omit<ToolDefinition<Shape>, 'outcome'>,
): Tool => defineTool<Shape>({ profile: 'core', ...definition, outcome: 'message' });

/** Tags as a text (one tag, several with commas, JSON text of a list) or a list; some clients refuse what is not advertised. */
export const tags = z.union([z.string(), z.array(z.string())]).transform(parseTags);

export const metadata = freeObject('source');

export const tagMatch = z.enum(['any', 'all']).default('any');

/** Tags of a call that needs some. Without any, everything could be meant. */
export function neededTags(tags: readonly string[]): readonly string[] {
  const said = tags.filter((tag) => tag.trim() !== '');
  if (said.length > 0) return said;
  throw new StoreError(
    'invalid_argument',
    'tags is empty: give one tag or more; list_tags tells which there are.',
    { arguments: ['tags'] },
  );
}

/** What calls say of the memories they mean. */
export interface FilterArguments {
  readonly tags?: readonly string[] | undefined;
  readonly tag_match?: 'any' | 'all' | undefined;
  readonly memory_type?: string | undefined;
  /** Any words for a time. */
  readonly when?: string | undefined;
  /** Dates or other words for a time; created at or after its beginning, and before its beginning. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** The filter that a call means, and the time it spoke of. */
export interface MeantFilter {
  readonly filter: MemoryFilter;
  readonly range: TimeRange | undefined;
}

/** Reads the words for a time; throws `invalid_argument` for one that says none. */
export async function filterOf(memories: MemoryStore, args: FilterArguments): Promise<MeantFilter> {
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

/** Where a memory stands in a list, newest first. */
export const memoryPlace = ({ createdAt, hash }: Memory): ListPosition => ({
  time: createdAt,
  id: hash.slice(0, 16),
});
