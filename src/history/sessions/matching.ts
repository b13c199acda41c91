import type { ListedSession, SessionInfo, SessionQuery } from './types.ts';

/** Most recently active first. */
export const latestFirst = (a: ListedSession, b: ListedSession): number =>
  b.activeAt - a.activeAt || (a.path < b.path ? -1 : 1);

/** Whether a session's title, id, folder, branch, labels and summary hold all words of a query. */
export function mentions(session: SessionInfo, query: string): boolean {
  if (query === '') return true;
  const {
    title,
    givenTitle = '',
    sessionId,
    cwd = '',
    gitBranch = '',
    labels: { tags = [], note = '' } = {},
    summary,
  } = session;
  const written = summary ? JSON.stringify(summary.summary) : '';
  const text = [title, givenTitle, sessionId, cwd, gitBranch, ...tags, note, written]
    .join('\n')
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Whether a session has a tag, is hidden, and was run by a program as asked for. */
export function isAskedFor(
  { labels, isAutomated }: SessionInfo,
  { tag, ...asked }: Pick<SessionQuery, 'tag' | 'isArchived' | 'isAutomated'>,
): boolean {
  if (asked.isAutomated !== undefined && asked.isAutomated !== (isAutomated ?? false)) return false;
  if (asked.isArchived !== undefined && asked.isArchived !== (labels?.archived ?? false)) return false;
  return tag === undefined || (labels?.tags ?? []).includes(tag.trim().toLowerCase());
}

/** Finds the session to continue in a list, newest first; prefers a person's to those of programs and helpers. */
export function latestOf(sessions: readonly SessionInfo[]): SessionInfo | undefined {
  const own = sessions.filter(({ parentId }) => parentId === undefined);
  return own.find(({ isAutomated }) => isAutomated === undefined) ?? own[0] ?? sessions[0];
}
