import { forgetNote, goneNotes, noted, type GoneNote } from '../dialogs/goneNotes.ts';
import type { Message } from '../dialogs/types.ts';
import { fetchedAuthor } from './fetchedItems.ts';
import { gonePlace, type HubJournal } from './journal.ts';
import { hubIdOf, idOf, isFetched, messageId, messageRecord, type LocalHistory } from './localHistory.ts';
import type { KnownMessage } from './messageVersions.ts';
import type { HubSync } from './openedHistory.ts';
import type { HubRecord } from './types.ts';
import { nextVersion } from './versions.ts';

/** What a dialog has now: what its messages say, as far as they have ids of their own, by their ids in the hub. */
type MessagesNow = ReadonlyMap<string, string>;

/**
 * Takes in what was noted where somebody cleared, restored, compacted, renamed or deleted a dialog here: what is not there
 * any more is gone, everywhere. What is gone without such a note, because a folder was removed or a disk cleared, stays elsewhere.
 */
export async function takeNotes({ local, journal }: HubSync): Promise<void> {
  const notes = await goneNotes(local.context.folder);
  if (notes.length === 0) return;
  const present = new Map<string, MessagesNow | undefined>();
  const renamed = new Map(notes.flatMap(({ dialog, to }) => (to === undefined ? [] : [[dialog, to]])));
  for (const note of notes) {
    if (!present.has(note.dialog)) present.set(note.dialog, await messagesIn(local, journal, note.dialog));
    await takeNote(local, journal, { ...note, to: lastName(note.dialog, renamed) }, present.get(note.dialog));
  }
  await journal.keep();
  for (const note of notes) await forgetNote(local.context.folder, note);
}

/** What a dialog is called after all its renamings; as often as there are any, since names may come round. */
function lastName(dialog: string, renamed: ReadonlyMap<string, string>): string | undefined {
  let name = renamed.get(dialog);
  for (let n = 0; n < renamed.size && name !== undefined; n++) name = renamed.get(name) ?? name;
  return name === dialog ? undefined : name;
}

/** Ids in the hub of what a dialog has; undefined where there is none of the name. */
async function messagesIn(
  local: LocalHistory,
  journal: HubJournal,
  name: string,
): Promise<MessagesNow | undefined> {
  if (!(await local.access.locate(name)).exists) return undefined;
  const now = new Map<string, string>();
  for await (const messages of local.dialogs.all(name))
    for (const message of messages) {
      const record = messageRecord(local, name, message, journal);
      now.set(record.id, saidIn(message, record));
    }
  return now;
}

const saidIn = ({ id, role }: Message, { text }: HubRecord): string =>
  id === undefined ? '' : idOf([role, text]);

async function takeNote(
  local: LocalHistory,
  journal: HubJournal,
  note: GoneNote,
  present: MessagesNow | undefined,
): Promise<void> {
  const { messages: versions } = journal;
  const dialog = local.masked.text(note.dialog);
  const now = local.context.clock.now();
  const name = note.to === undefined ? undefined : local.masked.text(note.to);
  for await (const messages of noted(local.context.folder, note))
    for (const message of messages) {
      if (isFetched(message)) continue;
      const record = messageRecord(local, note.dialog, message, journal);
      const { id, time: written } = record;
      const known = versions.get(id);
      const isThere = present?.has(id) === true;
      if (isThere && present.get(id) === saidIn(message, record)) {
        // After the next renaming its id is that of this dialog still.
        if (hubIdOf(message) === id && !known) versions.set(id, { time: written, dialog, isGone: false });
        continue;
      }
      if (known?.isGone === true || isOfNoName(message, record, dialog, known)) continue;
      const time = Math.max(now, (known?.time ?? written) + 1);
      // Where another one has its id now, that one is sent as what came back.
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
 * Whether a message came from the hub into a dialog of another name, which was renamed when nobody noted it yet: its id is that
 * of the other dialog, which stays.
 */
const isOfNoName = (
  message: Message,
  { id, text, time: ts }: HubRecord,
  dialog: string,
  known: KnownMessage | undefined,
): boolean =>
  known === undefined &&
  hubIdOf(message) === id &&
  messageId(dialog, { role: message.role, ts, text }) !== id;

/** What was known of the folder is gone with the dialog; where that stays, its summary may be. */
async function noteItems(
  local: LocalHistory,
  journal: HubJournal,
  { dialog, base }: GoneNote,
  stays: boolean,
): Promise<void> {
  const hasSummary = stays && (await local.dialogs.summary(dialog)) !== undefined;
  for (const [key, known] of Object.entries(journal.place(base)?.items ?? {})) {
    if (stays && (hasSummary || !key.startsWith('summary '))) continue;
    journal.dropItem(base, key);
    if (known.digest === '' || known.author === fetchedAuthor) continue;
    const version = nextVersion(known, local.context.clock.now(), journal.state.author);
    const name = local.masked.text(dialog);
    journal.setItem(gonePlace, key, { ...version, digest: '', unsent: true, name });
  }
  if (journal.place(base)) journal.setMessages(base, { epoch: '', count: 0 }); // all that is there is compared once more
}

/** What the hub is yet to be told of: what went with its dialog, and messages. Each with what notes that it has it. */
export function* unsentGone(
  journal: HubJournal,
): Generator<{ readonly record: HubRecord; readonly sent: () => void }> {
  for (const [key, item] of Object.entries(journal.place(gonePlace)?.items ?? {})) {
    if (!item.unsent) continue;
    const [kind, id = ''] = key.split(' ', 2);
    const { unsent: _unsent, ...known } = item;
    const body = { dialog: item.name ?? '' };
    yield {
      record: { ...ofGone(item), kind: kind === 'summary' ? kind : 'context', id, body },
      sent: () => journal.setItem(gonePlace, key, known),
    };
  }
  for (const [id, known] of journal.messages.unsent()) {
    const { time, dialog, unsent, now } = known;
    const body = { dialog, ...(unsent === 'dialog' && { whole: true }), ...(now !== undefined && { now }) };
    yield {
      record: { ...ofGone({ time, author: journal.state.author }), kind: 'message', id, body },
      sent: () => journal.messages.set(id, { time, dialog, isGone: true }),
    };
  }
}

const ofGone = ({ time, author }: { readonly time: number; readonly author: string }) => ({
  ...{ time, author, text: '', deleted: true },
});
