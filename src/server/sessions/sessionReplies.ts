import * as z from 'zod';
import { defined, isoTime, StoreError } from '../../store/base/core.ts';
import { sessionSources, type SessionInfo, type Workspace } from '../../store/sessions/types.ts';
import { afterCursor, cursorAfter, type ListPlace } from '../base/listCursor.ts';
import { charsOf, listReply, type Reply } from '../base/reply.ts';
import { show } from '../base/text.ts';
import type { BriefRequest, BriefWay } from '../../store/brief/types.ts';
import type { OpenProject, Surroundings } from '../base/tool.ts';

/** The argument that asks for the chat that calls, which is left out otherwise: its agent knows what was said in it. */
export const includeCurrent = z.boolean().meta({ description: 'Also this chat' }).exactOptional();

/** The project of a call, as sessions belong to it. */
export function workspaceOf({ root, otherRoots, places, current }: Surroundings): Workspace {
  const project = root();
  const shown = otherRoots().filter((other) => other !== project);
  return { folders: [project], shown, places, ...defined({ current }) };
}

/** What most agents show of a reply, in estimated tokens. */
export const replyTokens = 4_500;
/** The same for a client that shows little. */
export const briefTokens = 1_600;

/** The call that gives the turns before a page. */
export const restOf =
  ({ format, maxTokens }: { readonly format: string; readonly maxTokens: number }) =>
  (cursor: string): string =>
    `session_resume ${JSON.stringify({
      cursor,
      ...(format !== 'text' && { format }),
      ...(maxTokens !== replyTokens && { maxTokens }),
    })}`;

/** What was said in a past session, for a chat that knows its own environment: its newest turns, and the call for those before. */
export async function handedOver({ store, around }: OpenProject, id: string): Promise<string> {
  const form = { format: 'text', maxTokens: around.brief ? briefTokens : replyTokens } as const;
  const options = { ...form, environment: 'none', rest: restOf(form) } as const;
  return (await store.sessions.resume(workspaceOf(around), id.trim() || 'latest', options)).text;
}

/** The text of a brief, as long as settings say, which is noted as given to the chat that asks; empty where there is nothing to tell. */
export async function givenBrief(
  { store, around }: OpenProject,
  by: BriefWay,
  request: BriefRequest = {},
): Promise<string> {
  const workspace = workspaceOf(around);
  const brief = await store.brief.make(workspace, request);
  if (brief.text === '') return '';
  const session = await store.sessions.current(workspace);
  await store.brief.noteGiven(brief, { by, ...defined({ agent: around.client, session }) });
  return brief.text;
}

interface ListArguments {
  readonly source: string | undefined;
  readonly query: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly includeCurrent: boolean | undefined;
}

/** The reply of `session_list`. */
export async function sessionsReply(
  { store: { sessions: store }, around }: OpenProject,
  { source, query, limit, cursor, includeCurrent }: ListArguments,
): Promise<Reply> {
  const { sessions, total } = await store.list(workspaceOf(around), {
    ...defined({ source: source === undefined ? undefined : sourceOf(source), query }),
    includeCurrent: includeCurrent === true,
  });
  const left = afterCursor(sessions, cursor, placeOf);
  return listReply(
    {
      head: { success: true },
      name: 'sessions',
      items: left.slice(0, limit).map(listed),
      tail: { total },
      cursorAfter: cursorAfter(left, placeOf),
    },
    charsOf(around),
  );
}

const placeOf = ({ activeAt, sessionId }: SessionInfo): ListPlace => ({ time: activeAt, id: sessionId });

function sourceOf(source: string): SessionInfo['source'] {
  const known = sessionSources.find((name) => name === source);
  if (known) return known;
  throw new StoreError(
    'invalid_argument',
    `source takes ${sessionSources.join(', ')}, but got ${show(source)}.`,
    { arguments: ['source'] },
  );
}

const listed = (session: SessionInfo) => {
  const { number, sessionId, source, title, activeAt, isElsewhere, ...more } = session;
  return {
    ...{ number, id: sessionId, source, title, updated: isoTime(activeAt) },
    ...{ folder: isElsewhere && more.cwd, branch: more.gitBranch, archived: more.archived },
    current: number === 0 || undefined,
    ...keepingOf(session),
  };
};

/** Whether a session is kept, and when its agent deletes it where it is not. */
const keepingOf = ({ kept, deletedAt, deletedAfter }: SessionInfo) =>
  kept === 'wholly'
    ? { kept: true }
    : {
        kept: kept && ('partly' as const),
        deleted: deletedAt === undefined ? undefined : isoTime(deletedAt),
        outlives: deletedAfter,
      };
