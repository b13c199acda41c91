import { StoreError } from '../../store/base/errors.ts';
import {
  sessionSources,
  type SessionInfo,
  type SessionStore,
  type Workspace,
} from '../../store/sessions/types.ts';
import { show } from '../base/argumentErrors.ts';
import { fit, jsonObject, maxReplyChars, type Reply } from '../base/reply.ts';
import type { Surroundings } from '../base/tool.ts';

/** The project of a call, as sessions belong to it. */
export function workspaceOf({ root, otherRoots, places, current }: Surroundings): Workspace {
  const project = root();
  const shown = otherRoots().filter((other) => other !== project);
  return { folders: [project], shown, places, ...(current && { current }) };
}

interface ListArguments {
  readonly source: string | undefined;
  readonly query: string | undefined;
  readonly limit: number;
  readonly includeCurrent: boolean | undefined;
}

/** The reply of `session_list`. */
export async function sessionsReply(
  store: SessionStore,
  workspace: Workspace,
  { source, query, limit, includeCurrent }: ListArguments,
): Promise<Reply> {
  const known = source === undefined ? undefined : sourceOf(source);
  const { sessions, total } = await store.list(workspace, {
    ...(known && { source: known }),
    ...(query !== undefined && { query }),
    limit,
    includeCurrent: includeCurrent === true,
  });
  return fit(
    {
      items: sessions,
      keep: 'first',
      render: itemOf,
      compose: (items, omitted) => [
        jsonObject({
          success: 'true',
          sessions: `[${items.join(',')}]`,
          total: String(total),
          omitted: omitted && JSON.stringify(omitted),
        }),
      ],
      rest: (dropped) =>
        `${dropped.length} older sessions were left out of this reply, which would be too long; find them with a query.`,
      shorten: (item) => item,
    },
    maxReplyChars,
  );
}

function sourceOf(source: string): SessionInfo['source'] {
  const known = sessionSources.find((name) => name === source);
  if (known) return known;
  throw new StoreError(
    'invalid_argument',
    `source takes ${sessionSources.join(', ')}, but got ${show(source)}.`,
    {
      arguments: ['source'],
    },
  );
}

function itemOf({ number, sessionId, source, title, activeAt, gitBranch, archived }: SessionInfo): string {
  const updated = new Date(activeAt).toISOString();
  const current = number === 0 || undefined;
  return JSON.stringify({
    number,
    id: sessionId,
    source,
    title,
    updated,
    branch: gitBranch,
    archived,
    current,
  });
}
