import { textOf } from '../history/archive/message.ts';
import { defined, StoreError } from '../disk/base/core.ts';
import { summaryEntryById } from '../find/search/summaryEntryId.ts';
import { formatReference, type Reference } from '../find/search/reference.ts';
import { summaryEntry } from '../find/search/summaryEntry.ts';
import {
  helperEntryId,
  helperPrefix,
  noteEntry,
  sessionErrors,
  sessionFiles,
  sessionNote,
} from '../find/search/sessionNote.ts';
import { sessionSummaryEntry } from '../find/search/sessionSummary.ts';
import type { MessageRecord, SessionRecord } from '../agents/reading/types.ts';
import type { Workspace } from '../history/sessions/types.ts';
import type { Store } from './types.ts';

/** Sources in which references are looked up. */
export interface ReferenceSources {
  readonly store: Pick<Store, 'dialogs' | 'contexts' | 'archives' | 'sessions' | 'memories' | 'shared'>;
  readonly workspace: Workspace;
}

/** An entry of any source. */
export interface ReferredEntry {
  readonly role: string;
  /** Milliseconds. */
  readonly ts: number;
  readonly id?: string;
  readonly text: string;
}

/**
 * The entry of a reference with its neighbours, `limit` in all, half of them before it; throws `not_found` if it does
 * not exist. An entry is identified by its id, by its time, or as in briefs: a message of a session by its number
 * from 1, a memory by the beginning of its hash.
 */
export async function entriesAround(
  sources: ReferenceSources,
  reference: Reference,
  limit: number,
): Promise<readonly ReferredEntry[]> {
  const before = Math.floor((limit - 1) / 2);
  const recent: ReferredEntry[] = [];
  let left: number | undefined;
  let number = 0;
  for await (const entry of entriesOf(sources, reference)) {
    if (left === 0) break;
    number++;
    recent.push(entry);
    if (left !== undefined) left -= 1;
    else if (isMeant(entry, number, reference)) left = limit - 1 - Math.min(before, recent.length - 1);
    else if (recent.length > before) recent.shift();
  }
  if (left !== undefined) return recent;
  throw new StoreError(
    'not_found',
    `${formatReference(reference)} names nothing that is there now. Search again for it.`,
  );
}

function isMeant({ id, ts }: ReferredEntry, number: number, { source, entry }: Reference): boolean {
  if (id === entry || String(ts) === entry) return true;
  if (source === 'sessions') return String(number) === entry;
  return source === 'memories' && entry.length >= 8 && id?.startsWith(entry) === true;
}

/** Name of an entry in a reference. */
export const entryName = ({ id, ts }: ReferredEntry): string => id ?? String(ts);

/** All entries of the item that a reference names, oldest first; of a dialog either its messages or its summary. */
export async function* entriesOf(
  { store, workspace }: ReferenceSources,
  { source, name, entry }: Reference,
): AsyncGenerator<ReferredEntry> {
  switch (source) {
    case 'dialogs':
      if (entry === summaryEntry) yield* await summaryOf(store, name);
      else if (entry.startsWith(`${summaryEntry}:`)) yield* await markedIn(store, name, entry);
      else for await (const run of store.dialogs.all(name)) yield* run;
      return;
    case 'contexts':
      yield* (await store.contexts.get(name)).context.turns;
      return;
    case 'archives':
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const page = await store.archives.read(name, { offset });
        for (const { id, timestamp, type, text } of page.messages)
          yield { id, ts: Date.parse(timestamp), role: type, text };
        offset = page.nextOffset;
      }
      return;
    case 'sessions': {
      const info = await store.sessions.find(workspace, name);
      if (entry === sessionNote) {
        yield* noteEntry(info);
        return;
      }
      if (entry === summaryEntry) {
        yield* sessionSummaryEntry(info);
        return;
      }
      const session = await store.sessions.read(info);
      if (entry === sessionFiles || entry === sessionErrors) {
        const { SessionWork, workStep } = await import('../find/search/sessionWork.ts'); // needed here only
        const work = new SessionWork();
        const helpers = session.subagents?.flatMap(({ messages }) => messages) ?? [];
        [...session.messages, ...helpers].forEach((message, position) =>
          work.add(workStep(message, info.cwd), position),
        );
        yield* work.entries.filter(({ id }) => id === entry);
        return;
      }
      yield* entry.startsWith(helperPrefix) ? saidByHelper(session, entry) : session.messages.map(referred);
      return;
    }
    case 'shared': {
      const { id, updatedAt, text } = await store.shared.get(entry === '' ? name : entry);
      yield { id, ts: updatedAt, role: 'note', text };
      return;
    }
    case 'memories':
      for (const { hash, content, createdAt, type } of await store.memories.list())
        if (type === name) yield { id: hash, ts: createdAt, role: 'note', text: content };
  }
}

const referred = ({ id, timestamp, type, content }: MessageRecord): ReferredEntry => ({
  id,
  ts: Date.parse(timestamp),
  role: type,
  text: textOf(content),
});

/** The conversation of the subagent that said what an entry names. */
const saidByHelper = ({ subagents = [] }: SessionRecord, entry: string): readonly ReferredEntry[] =>
  subagents
    .filter(({ agentId }) => entry.startsWith(helperEntryId(agentId, '')))
    .flatMap(({ agentId, messages }) =>
      messages.map((message) => ({ ...referred(message), id: helperEntryId(agentId, message.id) })),
    );

/** The entry of a summary with a mark; empty if it no longer exists. */
async function markedIn(
  { dialogs }: ReferenceSources['store'],
  name: string,
  mark: string,
): Promise<readonly ReferredEntry[]> {
  const marked = summaryEntryById(await dialogs.summary(name), mark);
  const dialog = (await dialogs.list()).find((one) => one.name === name);
  return marked && dialog ? [{ id: mark, role: 'summary', ts: dialog.activeAt, text: marked.text }] : [];
}

/** The summary of a dialog as one entry; empty if it has none. */
async function summaryOf(
  { dialogs }: ReferenceSources['store'],
  name: string,
): Promise<readonly ReferredEntry[]> {
  const summary = await dialogs.summary(name);
  const dialog = (await dialogs.list()).find((one) => one.name === name);
  if (summary === undefined || !dialog) return [];
  const text = typeof summary === 'string' ? summary : JSON.stringify(summary, null, 2);
  return [defined({ id: summaryEntry, role: 'summary', ts: dialog.activeAt, text })];
}
