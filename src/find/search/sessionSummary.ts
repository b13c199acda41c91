import type { ListedSession } from '../../history/sessions/types.ts';
import { textHash } from '../../disk/text/textHash.ts';
import { summaryEntry, summaryLines } from './summaryEntry.ts';
import type { SearchEntry, SearchItem } from './types.ts';

type SummaryEntry = SearchEntry & { readonly id: typeof summaryEntry };

/** Makes an entry of a session's summary; none without one. */
export function sessionSummaryEntry({ summary }: Pick<ListedSession, 'summary'>): readonly SummaryEntry[] {
  const text = summary ? summaryLines(summary.summary).join('\n') : '';
  return summary && text !== '' ? [{ role: 'summary', text, ts: summary.writtenAt, id: summaryEntry }] : [];
}

/** Makes that entry an item of its own, as positions of messages are counted without it. */
export function summaryItem(session: ListedSession): readonly SearchItem[] {
  const { path, sessionId, title, labels: { tags = [] } = {} } = session;
  return sessionSummaryEntry(session).map((entry) => ({
    key: `${path}#summary`,
    name: sessionId,
    title,
    tags,
    parts: [{ fingerprint: `${textHash(entry.text)} ${entry.ts}`, read: () => Promise.resolve([entry]) }],
  }));
}
