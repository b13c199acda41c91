import { textHash } from '../text/textHash.ts';
import type { ListedSession } from '../sessions/types.ts';
import type { SearchEntry, SearchItem } from './types.ts';

/** Names what people wrote on a session in references, where messages have their number. */
export const sessionNote = '@note';

type NoteEntry = SearchEntry & { readonly id: typeof sessionNote };

/** The title and the note that people gave a session, as one entry; none where they gave neither. */
export function noteEntry({
  labels: { title, note } = {},
  activeAt: ts,
}: Pick<ListedSession, 'labels' | 'activeAt'>): readonly NoteEntry[] {
  const text = [title, note].filter((part) => part !== undefined).join('\n');
  return text === '' ? [] : [{ role: 'note', text, ts, id: sessionNote }];
}

/** That entry as something of its own: the places of messages are counted without it. */
export function noteItem(session: ListedSession): readonly SearchItem[] {
  const { path, sessionId, title, labels: { tags = [] } = {} } = session;
  return noteEntry(session).map((entry) => ({
    ...{ key: `${path}#note`, name: sessionId, title, tags },
    parts: [{ fingerprint: `${textHash(entry.text)} ${entry.ts}`, read: () => Promise.resolve([entry]) }],
  }));
}
