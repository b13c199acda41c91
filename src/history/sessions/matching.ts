import type { SessionInfo, SessionQuery } from './types.ts';

/** Whether a session's title, id, folder, branch, labels and summary hold all words of a query. */
export function mentions(session: SessionInfo, query: string): boolean {
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

/** Whether a session has a tag and is hidden or not, where either is asked for. */
export function isLabelled(
  { labels }: SessionInfo,
  { tag, isArchived }: Pick<SessionQuery, 'tag' | 'isArchived'>,
): boolean {
  if (isArchived !== undefined && isArchived !== (labels?.archived ?? false)) return false;
  return tag === undefined || (labels?.tags ?? []).includes(tag.trim().toLowerCase());
}
