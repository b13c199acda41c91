import * as z from 'zod';
import { defined, isoTime, StoreError } from '../../disk/base/core.ts';
import { sayIn } from '../../disk/base/texts.ts';
import { agentIdOf, agents } from '../../agents/agents.ts';
import { unreadText } from '../../agents/unreadText.ts';
import { mentions } from '../../history/sessions/matching.ts';
import type { SessionInfo, Workspace } from '../../history/sessions/types.ts';
import { maxHits } from '../../find/search/types.ts';
import { summaryLines } from '../../find/search/summaryEntry.ts';
import type { SessionUsageRow } from '../../insight/usage/types.ts';
import { afterCursor, cursorAfter, type ListPosition } from '../base/listCursor.ts';
import { charsOf, listReply, type Reply } from '../base/reply.ts';
import { jsonLine, preview } from '../../disk/text/containText.ts';
import { show } from '../base/text.ts';
import type { BriefRequest, BriefChannel } from '../../insight/brief/types.ts';
import type { OpenProject, ToolContext } from '../base/tool.ts';

/** Includes the calling chat, which is otherwise omitted, as its agent knows it. */
export const includeCurrent = z.boolean().exactOptional();

/** The workspace of a call's project. */
export function workspaceOf({ root, otherRoots, places, current }: ToolContext): Workspace {
  const project = root();
  const shown = otherRoots().filter((other) => other !== project);
  return { folders: [project], shown, places, ...defined({ current }) };
}

/** Returns a function that formats the call for the turns before a page. */
export const restOf =
  ({ format, maxTokens }: { readonly format: string; readonly maxTokens?: number }) =>
  (cursor: string): string =>
    `session_resume ${jsonLine({
      cursor,
      ...(format !== 'text' && { format }),
      ...defined({ maxTokens }),
    })}`;

/** Formats a past session for a chat that knows its own environment: its newest turns, and the call for those before. */
export async function handedOver({ store, toolContext }: OpenProject, id: string): Promise<string> {
  const form = { format: 'text', maxChars: charsOf(toolContext) } as const;
  const options = { ...form, environment: 'none', rest: restOf(form) } as const;
  return (await store.sessions.resume(workspaceOf(toolContext), id.trim() || 'latest', options)).text;
}

/** Composes a brief of the configured length and records it as given to the calling chat; empty where there is nothing to say. */
export async function givenBrief(
  { store, toolContext }: OpenProject,
  by: BriefChannel,
  request: BriefRequest = {},
): Promise<string> {
  const workspace = workspaceOf(toolContext);
  const brief = await store.brief.make(workspace, request);
  if (brief.text === '') return '';
  const session = await store.sessions.current(workspace);
  await store.brief.noteGiven(brief, { by, ...defined({ agent: toolContext.client, session }) });
  return brief.text;
}

interface ListArguments {
  readonly source: string | undefined;
  readonly query: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly includeCurrent: boolean | undefined;
  readonly usage: boolean;
  readonly automated: boolean | undefined;
}

/** The reply of `session_list`. */
export async function sessionsReply(
  { store, toolContext }: OpenProject,
  { source, query, limit, cursor, includeCurrent, usage, automated }: ListArguments,
): Promise<Reply> {
  const workspace = workspaceOf(toolContext);
  const asked = {
    ...defined({ source: source === undefined ? undefined : sourceOf(source), isAutomated: automated }),
    includeCurrent: includeCurrent === true,
  };
  const labels = query === undefined ? { isArchived: false } : {};
  const { sessions: all, unread } = await store.sessions.list(workspace, { ...asked, ...labels });
  const sessions = query === undefined ? all : all.filter((session) => mentions(session, query));
  const said = query !== undefined && sessions.length === 0 ? await saidIn(all, query, store) : undefined;
  const isSaid = said !== undefined && said.sessions.length > 0;
  const left = afterCursor(sessions, cursor, placeOf);
  const shown = (said?.sessions ?? left).slice(0, limit);
  const ids = usage ? shown.map(({ sessionId }) => sessionId) : [];
  const rows = usage ? await store.insight.usageOf(workspace, ids) : [];
  const usages = new Map(rows.map((row) => [row.key, usageFields(row)]));
  return listReply(
    {
      head: { success: true, ...(isSaid && { foundBy: 'what was said, best first' }) },
      name: 'sessions',
      items: shown.map((session) => ({ ...listed(session), usage: usages.get(session.sessionId) })),
      tail: {
        total: said?.sessions.length ?? sessions.length,
        pending: said?.pending,
        why:
          shown.length > 0 ? undefined : await whyNoSession(store, workspace, { count: all.length, ...said }),
        unread: unread.length === 0 ? undefined : unread.map((place) => unreadText(place, sayIn('en'))),
      },
      ...(isSaid ? { rest: byOtherWords } : { cursorAfter: cursorAfter(left, placeOf) }),
    },
    charsOf(toolContext),
  );
}

interface Searched {
  /** Number of sessions among which words were looked for. */
  readonly count: number;
  /** Number of sessions that are still being read. */
  readonly pending?: number | undefined;
}

/** Says why a list has no session. */
async function whyNoSession(
  { sessions }: OpenProject['store'],
  workspace: Workspace,
  { count, pending }: Searched,
): Promise<string> {
  if (pending !== undefined)
    return `None of ${count} sessions has these words in its title and labels; what was said is still being read, so ask again.`;
  if (count > 0) return `None of ${count} sessions has these words in its title and labels, or said them.`;
  const { total } = await sessions.list(workspace, { includeCurrent: true });
  if (total === 0) return `No agent has a session of ${workspace.folders.join(', ')}, nor has this history.`;
  return `None of ${total} sessions is as asked: they have another source, are this chat, or the user put them out of the way.`;
}

/** A search has no cursor here: a better query finds more than a further page. */
const byOtherWords = (dropped: number): string =>
  `${dropped} more were left out of this reply, which would be too long; a more specific query finds fewer.`;

/** Finds the sessions in which a query was said, best first, and the number of those that are still being read. */
async function saidIn(
  sessions: readonly SessionInfo[],
  query: string,
  { search }: OpenProject['store'],
): Promise<{ readonly sessions: readonly SessionInfo[]; readonly pending: number | undefined }> {
  const request = { query, sources: ['sessions'], limit: maxHits, withoutSnippets: true } as const;
  const { hits, pending } = await search.find(request);
  const byId = new Map(sessions.map((session) => [session.sessionId, session]));
  const found = [...new Set(hits.map(({ name }) => name))].flatMap((id) => byId.get(id) ?? []);
  return { sessions: found, pending };
}

const placeOf = ({ activeAt, sessionId }: SessionInfo): ListPosition => ({ time: activeAt, id: sessionId });

/** Values of `source`: agents, and this store for its recordings. */
const sessionSources: readonly string[] = ['history', ...agents];

function sourceOf(source: string): SessionInfo['source'] {
  const id = agentIdOf(source);
  if (sessionSources.includes(id)) return id;
  throw new StoreError(
    'invalid_argument',
    `source takes ${sessionSources.join(', ')}, but got ${show(source)}.`,
    { arguments: ['source'] },
  );
}

/** Maximum length of a note in a list. Characters. */
const noteChars = 300;

/** Maximum length of a summary in a list. Characters. */
const summaryChars = 300;

const listed = (session: SessionInfo) => {
  const { number, sessionId, source, title, activeAt, isElsewhere, labels = {}, summary, ...more } = session;
  return {
    number,
    id: sessionId,
    source,
    title,
    updated: isoTime(activeAt),
    folder: isElsewhere && more.cwd,
    branch: more.gitBranch,
    archived: more.archived,
    tags: labels.tags,
    note: labels.note === undefined ? undefined : preview(labels.note, noteChars),
    summary: summary && preview(summaryLines(summary.summary).join(' · '), summaryChars),
    current: number === 0 || undefined,
    automated: more.isAutomated,
    recovered: more.recovered,
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
  requests,
  input,
  output,
  cacheRead,
  cacheWrite,
  unpriced,
  models,
  cost: cost === undefined ? undefined : Math.round(cost * 10_000) / 10_000,
});

/** Whether a session is kept, and otherwise when its agent deletes it. */
const keepingOf = ({ kept, deletedAt, deletedAfter }: SessionInfo) =>
  kept === 'wholly'
    ? { kept: true }
    : {
        kept: kept && ('partly' as const),
        deleted: deletedAt === undefined ? undefined : isoTime(deletedAt),
        outlives: deletedAfter,
      };
