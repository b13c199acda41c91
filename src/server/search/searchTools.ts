import * as z from 'zod';
import { defined } from '../../disk/base/core.ts';
import { sourceKinds, maxHits, maxQueryLength } from '../../find/search/types.ts';
import { briefChars } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import { defineTool, type Tool } from '../base/tool.ts';
import { includeCurrent, workspaceOf } from '../sessions/sessionReplies.ts';
import { searchReply } from './searchText.ts';

/** More than ten hits need. */
const defaultMaxChars = 20_000;

const search = defineTool({
  name: 'history_search',
  profile: 'core',
  title: 'Search',
  description:
    'Search this project’s history and all agents’ sessions by words, "phrase", -word, /regex/, role: agent: tag: before: after: on:2026-02-05',
  hints: { readOnly: true },
  reply:
    'the text to read: hits with time, place, role and text, each followed by the call that fetches what is around it; the last line tells how to get more',
  input: {
    query: z.string().meta({ maxLength: maxQueryLength }),
    sources: z.array(z.enum(sourceKinds)).exactOptional(),
    dialog: z
      .string()
      .transform(nonBlank) // no filter
      .exactOptional(),
    limit: z.int().min(1).max(maxHits).default(10),
    cursor: z.string().exactOptional(),
    maxChars: z.int().min(1).max(1_000_000).default(defaultMaxChars),
    includeCurrent,
  },
  brief: { maxChars: briefChars },
  run: async ({ search, sessions }, { maxChars, query, sources, limit, ...args }, toolContext) => {
    const current =
      args.includeCurrent || !toolContext.current
        ? undefined
        : await sessions.current(workspaceOf(toolContext));
    const request = {
      query,
      limit,
      zone: 'local' as const,
      ...defined({
        sources: sources && sources.length > 0 ? sources : undefined,
        dialog: args.dialog,
        cursor: nonBlank(args.cursor),
        withoutSession: current,
      }),
    };
    return searchReply(await search.find(request), request, maxChars);
  },
});

/** The tools for search. */
export const searchTools: readonly Tool[] = [search];
