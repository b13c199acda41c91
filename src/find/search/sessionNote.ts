import { textHash } from '../../disk/text/textHash.ts';
import type { ListedSession } from '../../history/sessions/types.ts';
import type { SearchEntry, SearchItem } from './types.ts';

/** Entry id of a session's title and note in references, where messages have their number. */
export const sessionNote = '@note';
/** Ids in references of the files that a session changed, and of the errors it met. */
export const sessionFiles = '@files';
export const sessionErrors = '@errors';
/** Beginning of the ids in references of what subagents said. */
export const helperPrefix = '@subagent:';

/** Makes the id in references of what a subagent said; ids of its messages are unique in its conversation only. */
export const helperEntryId = (agentId: string, id: string): string => `${helperPrefix}${agentId}:${id}`;

type NoteEntry = SearchEntry & { readonly id: typeof sessionNote };

/** Makes an entry of the title and note that people gave a session; none without either. */
export function noteEntry({
  labels: { title, note } = {},
  activeAt: ts,
}: Pick<ListedSession, 'labels' | 'activeAt'>): readonly NoteEntry[] {
  const text = [title, note].filter((part) => part !== undefined).join('\n');
  return text === '' ? [] : [{ role: 'note', text, ts, id: sessionNote }];
}

/** Makes that entry an item of its own, as positions of messages are counted without it. */
export function noteItem(session: ListedSession): readonly SearchItem[] {
  const { path, sessionId, title, labels: { tags = [] } = {} } = session;
  return noteEntry(session).map((entry) => ({
    key: `${path}#note`,
    name: sessionId,
    title,
    tags,
    parts: [{ fingerprint: `${textHash(entry.text)} ${entry.ts}`, read: () => Promise.resolve([entry]) }],
  }));
}
