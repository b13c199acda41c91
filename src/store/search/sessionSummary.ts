import type { ListedSession } from '../sessions/types.ts';
import { textHash } from '../text/textHash.ts';
import { summaryEntry } from './summaryEntry.ts';
import { summaryLines } from './summaryLines.ts';
import type { SearchEntry, SearchItem } from './types.ts';

type SummaryEntry = SearchEntry & { readonly id: typeof summaryEntry };

/** What was written down of a session, as one entry; none where nothing was. */
export function sessionSummaryEntry({ summary }: Pick<ListedSession, 'summary'>): readonly SummaryEntry[] {
  const text = summary ? summaryLines(summary.summary).join('\n') : '';
  return summary && text !== '' ? [{ role: 'summary', text, ts: summary.writtenAt, id: summaryEntry }] : [];
}

/** That entry as something of its own: the places of messages are counted without it. */
export function summaryItem(session: ListedSession): readonly SearchItem[] {
  const { path, sessionId, title, labels: { tags = [] } = {} } = session;
  return sessionSummaryEntry(session).map((entry) => ({
    ...{ key: `${path}#summary`, name: sessionId, title, tags },
    parts: [{ fingerprint: `${textHash(entry.text)} ${entry.ts}`, read: () => Promise.resolve([entry]) }],
  }));
}
