import * as z from 'zod';
import { defined, isoTime, StoreError } from '../../store/base/core.ts';
import { sessionSources, type SessionInfo, type Workspace } from '../../store/sessions/types.ts';
import { summaryLines } from '../../store/search/summaryLines.ts';
import type { SessionUsageRow } from '../../store/usage/types.ts';
import { afterCursor, cursorAfter, type ListPosition } from '../base/listCursor.ts';
import { charsOf, listReply, type Reply } from '../base/reply.ts';
import { preview } from '../../store/text/containText.ts';
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
  readonly usage: boolean;
}

/** The reply of `session_list`. */
export async function sessionsReply(
  { store: { sessions: store, insight }, around }: OpenProject,
  { source, query, limit, cursor, includeCurrent, usage }: ListArguments,
): Promise<Reply> {
  const { sessions, total } = await store.list(workspaceOf(around), {
    ...defined({ source: source === undefined ? undefined : sourceOf(source), query }),
    ...(query === undefined && { isArchived: false }),
    includeCurrent: includeCurrent === true,
  });
  const left = afterCursor(sessions, cursor, placeOf);
  const shown = left.slice(0, limit);
  const ids = usage ? shown.map(({ sessionId }) => sessionId) : [];
  const rows = usage ? await insight.usageOf(workspaceOf(around), ids) : [];
  const usages = new Map(rows.map((row) => [row.key, usageFields(row)]));
  return listReply(
    {
      head: { success: true },
      name: 'sessions',
      items: shown.map((session) => ({ ...listed(session), usage: usages.get(session.sessionId) })),
      tail: { total },
      cursorAfter: cursorAfter(left, placeOf),
    },
    charsOf(around),
  );
}

const placeOf = ({ activeAt, sessionId }: SessionInfo): ListPosition => ({ time: activeAt, id: sessionId });

function sourceOf(source: string): SessionInfo['source'] {
  const known = sessionSources.find((name) => name === source);
  if (known) return known;
  throw new StoreError(
    'invalid_argument',
    `source takes ${sessionSources.join(', ')}, but got ${show(source)}.`,
    { arguments: ['source'] },
  );
}

/** Of a note in a list. Characters. */
const noteChars = 300;

/** Of a summary in a list. Characters. */
const summaryChars = 300;

const listed = (session: SessionInfo) => {
  const { number, sessionId, source, title, activeAt, isElsewhere, labels = {}, summary, ...more } = session;
  return {
    ...{ number, id: sessionId, source, title, updated: isoTime(activeAt) },
    ...{ folder: isElsewhere && more.cwd, branch: more.gitBranch, archived: more.archived },
    ...{ tags: labels.tags, note: labels.note === undefined ? undefined : preview(labels.note, noteChars) },
    summary: summary && preview(summaryLines(summary.summary).join(' · '), summaryChars),
    current: number === 0 || undefined,
    ...keepingOf(session),
  };
};

const usageFields = ({
  requests,
  input,
  output,
  cacheRead,
  cacheWrite,
  cost,
  unpriced,
  models,
}: SessionUsageRow) => ({
  ...{ requests, input, output, cacheRead, cacheWrite, unpriced, models },
  cost: cost === undefined ? undefined : Math.round(cost * 10_000) / 10_000,
});

/** Whether a session is kept, and when its agent deletes it where it is not. */
const keepingOf = ({ kept, deletedAt, deletedAfter }: SessionInfo) =>
  kept === 'wholly'
    ? { kept: true }
    : {
        kept: kept && ('partly' as const),
        deleted: deletedAt === undefined ? undefined : isoTime(deletedAt),
        outlives: deletedAfter,
      };
