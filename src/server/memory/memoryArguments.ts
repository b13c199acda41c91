import * as z from 'zod';
import { StoreError } from '../../store/base/errors.ts';
import { parseTags } from '../../store/memory/tags.ts';
import type { TimeRange } from '../../store/memory/times/timeRange.ts';
import type { MemoryFilter, MemoryStore } from '../../store/memory/types.ts';
import { given } from '../base/given.ts';
import { freeObject } from '../base/toolSchema.ts';

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
    {
      arguments: ['tags'],
    },
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
  const [type, when, after, before] = [args.memory_type, args.when, args.after, args.before].map(given);
  const range = when === undefined ? undefined : await memories.time(when);
  const from = after === undefined ? range?.from : (await memories.time(after)).from;
  const to = before === undefined ? range?.to : (await memories.time(before)).from;
  const filter = {
    ...(args.tags && args.tags.length > 0 && { tags: args.tags, allTags: args.tag_match === 'all' }),
    ...(type !== undefined && { type }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  return { filter, range };
}
