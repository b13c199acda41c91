import { join } from 'node:path';
import { ContextArchives } from '../history/contexts/archives.ts';
import {
  deleteNote,
  removalNotes,
  notedMessages,
  type RemovalNote,
} from '../history/dialogs/removalNotes.ts';
import type { Message } from '../history/dialogs/types.ts';
import { fetchedAuthor } from './fetchedItems.ts';
import type { KnownItem } from './hubState.ts';
import { goneFolder, type HubJournal } from './journal.ts';
import type { LocalHistory } from './localHistory.ts';
import { idOf } from './recordBodies.ts';
import { hubIdOf, isIdIn, MessageRecords } from './messageRecords.ts';
import type { KnownMessage } from './messageVersions.ts';
import type { HubSync } from './hubSync.ts';
import { isFetched, type HubRecord } from './types.ts';
import { keyOf, nextVersion } from './versions.ts';

/** The messages of a dialog by their ids in the hub, with a digest for those that have ids of their own. */
type MessagesNow = ReadonlyMap<string, string>;

/**
 * Applies the notes written when a dialog was cleared, restored, compacted, renamed or deleted here: missing messages
 * are deleted everywhere. Files that vanish without a note, as when a disk is erased, stay in the hub.
 */
export async function applyRemovalNotes({
  local,
  journal,
}: Pick<HubSync, 'local' | 'journal'>): Promise<void> {
  const notes = await removalNotes(local.context.folder);
  if (notes.length === 0) return;
  const present = new Map<string, MessagesNow | undefined>();
  const renamed = new Map(notes.flatMap(({ dialog, to }) => (to === undefined ? [] : [[dialog, to]])));
  for (const note of notes) {
    if (!present.has(note.dialog)) present.set(note.dialog, await messagesIn(local, journal, note.dialog));
    await applyRemovalNote(
      local,
      journal,
      { ...note, to: lastName(note.dialog, renamed) },
      present.get(note.dialog),
    );
  }
  await journal.keep();
  for (const note of notes) await deleteNote(local.context.folder, note);
}

/**
 * Returns a dialog's name after all its renamings, following at most as many as there are, since names may form a
 * cycle.
 */
function lastName(dialog: string, renamed: ReadonlyMap<string, string>): string | undefined {
  let name = renamed.get(dialog);
  for (let n = 0; n < renamed.size && name !== undefined; n++) name = renamed.get(name) ?? name;
  return name === dialog ? undefined : name;
}

/** Returns the messages of a dialog; undefined if no dialog has the name. */
async function messagesIn(
  local: LocalHistory,
  journal: HubJournal,
  name: string,
): Promise<MessagesNow | undefined> {
  if (!(await local.access.locate(name)).exists) return undefined;
  const now = new Map<string, string>();
  const records = new MessageRecords(local, name, journal);
  for await (const messages of local.dialogs.all(name))
    for (const message of messages) {
      const record = records.of(message);
      now.set(record.id, saidIn(message, record));
    }
  return now;
}

const saidIn = ({ id, role }: Message, { text }: HubRecord): string =>
  id === undefined ? '' : idOf([role, text]);

async function applyRemovalNote(
  local: LocalHistory,
  journal: HubJournal,
  note: RemovalNote,
  present: MessagesNow | undefined,
): Promise<void> {
  const { messages: versions } = journal;
  const dialog = local.masked.text(note.dialog);
  const now = local.context.clock.now();
  const name = note.to === undefined ? undefined : local.masked.text(note.to);
  if (name !== undefined) versions.rename(dialog, name);
  const records = new MessageRecords(local, note.dialog, journal);
  for await (const messages of notedMessages(local.context.folder, note))
    for (const message of messages) {
      if (isFetched(message)) continue;
      const record = records.of(message);
      const { id, time: written } = record;
      const known = versions.get(id);
      const isThere = present?.has(id) === true;
      if (isThere && present.get(id) === saidIn(message, record)) {
        // Keeps deriving its id from this dialog after the next renaming.
        if (hubIdOf(message) === id && !known) versions.set(id, { time: written, dialog, isGone: false });
        continue;
      }
      if (known?.isGone === true || isFromRenamedDialog(message, record, dialog, known)) continue;
      const time = Math.max(now, (known?.time ?? written) + 1);
      // If another message has its id now, that one is sent as restored.
      const unsent = isThere
        ? {}
        : present
          ? { unsent: 'message' as const }
          : { unsent: 'dialog' as const, now: name };
      versions.set(id, { time, dialog, isGone: true, ...unsent });
    }
  await noteItems(local, journal, note, present !== undefined);
}

/**
 * Reports whether a message came from the hub into a dialog that was renamed before renamings were noted: its id
 * belongs to the other dialog, which stays.
 */
const isFromRenamedDialog = (
  message: Message,
  { id, text, time: ts }: HubRecord,
  dialog: string,
  known: KnownMessage | undefined,
): boolean =>
  known === undefined && hubIdOf(message) === id && !isIdIn(dialog, { role: message.role, ts, text }, id);

/**
 * Marks the folder's known items as deleted; if there is a dialog of this name, as one that was cleared or begun anew,
 * only what it lacks.
 */
async function noteItems(
  local: LocalHistory,
  journal: HubJournal,
  { dialog, base }: RemovalNote,
  stays: boolean,
): Promise<void> {
  const { context, dialogs, masked } = local;
  const hasSummary = stays && (await dialogs.summary(dialog)) !== undefined;
  const snapshots = stays ? await new ContextArchives(context, join(context.folder, base)).ids() : [];
  const there = new Set(snapshots.map((id) => keyOf({ kind: 'context', id })));
  for (const [key, known] of Object.entries(journal.folder(base)?.items ?? {})) {
    if (key.startsWith('summary ') ? hasSummary : there.has(key)) continue;
    journal.dropItem(base, key);
    if (known.author === fetchedAuthor) continue;
    // One that was deleted before its dialog may still have to be sent.
    const gone: KnownItem =
      known.digest === ''
        ? known
        : { ...nextVersion(known, context.clock.now(), journal.state.author), digest: '', unsent: true };
    journal.setItem(goneFolder, key, { ...gone, name: masked.text(dialog) });
  }
  if (journal.folder(base)) journal.setMessages(base, { epoch: '', count: 0 }); // compare everything again
}

/**
 * Yields deletions the hub has not received, of items deleted with their dialog and of messages, each with a callback
 * that marks it as sent.
 */
export function* unsentDeletions(
  journal: HubJournal,
): Generator<{ readonly record: HubRecord; readonly sent: () => void }> {
  for (const [key, item] of Object.entries(journal.folder(goneFolder)?.items ?? {})) {
    if (!item.unsent) continue;
    const [kind, id = ''] = key.split(' ', 2);
    const { unsent: _unsent, ...known } = item;
    const body = { dialog: item.name ?? '' };
    yield {
      record: { ...deletion(item), kind: kind === 'summary' ? kind : 'context', id, body },
      sent: () => journal.setItem(goneFolder, key, known),
    };
  }
  for (const [id, known] of journal.messages.unsent()) {
    const { time, dialog, unsent, now } = known;
    const body = { dialog, ...(unsent === 'dialog' && { whole: true }), ...(now !== undefined && { now }) };
    yield {
      record: { ...deletion({ time, author: journal.state.author }), kind: 'message', id, body },
      sent: () => journal.messages.set(id, { time, dialog, isGone: true, now }),
    };
  }
}

const deletion = ({ time, author }: { readonly time: number; readonly author: string }) => ({
  time,
  author,
  text: '',
  deleted: true,
});
