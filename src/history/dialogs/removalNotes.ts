import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { isObject, isoTime, type Lease } from '../../disk/base/core.ts';
import { linkOrCopy, renameOver, writeSynced } from '../../disk/files/atomic.ts';
import { createFolder, namesIn, removeTree, syncFolder, temporarySuffix } from '../../disk/files/folders.ts';
import { makeIgnoredFolder } from '../../disk/files/ignored.ts';
import { readJson, WrongContent } from '../../disk/files/json.ts';
import { machineFolder } from '../../disk/files/projectId.ts';
import { tidy } from '../../disk/files/failure.ts';
import { isTaken } from '../../disk/files/way.ts';
import { stateFiles } from './apply.ts';
import { summaryFile } from './layout.ts';
import { parseMessages } from './messages.ts';
import type { Message } from './types.ts';

/** File of the hub journal; without it, nothing is noted. */
export const hubJournalFile = 'hub-state.json';

const notesFolder = 'hub-gone';
const noteFile = 'note.json';

/** How long notes are kept on a machine that does not connect to a hub. Milliseconds. */
const noteLifetimeMs = 90 * 24 * 60 * 60 * 1_000;
/** After this time, a half-written note is considered abandoned. Milliseconds. */
const abandonedAfterMs = 60 * 60 * 1_000;

/** A dialog under its lock. */
interface HeldDialog {
  readonly name: string;
  readonly place: { readonly folder: string; readonly base: string };
  readonly lease: Lease;
}

/** Content of a dialog before it was cleared, restored, compacted, renamed or deleted. */
export interface RemovalNote {
  readonly id: string;
  readonly dialog: string;
  /** Name of its folder. */
  readonly base: string;
  /** Its new name if it was to be renamed. */
  readonly to?: string | undefined;
}

/**
 * Notes the messages of a dialog before some are removed, so that the person's other machines can follow at the next
 * synchronization with a hub. Whether they are gone is determined then, since the change may have failed. A failure
 * to note is logged; other machines then keep the messages. Costs one file check without a hub, and links to files
 * with one.
 */
export async function noteRemoval(context: StoreContext, held: HeldDialog, to?: string): Promise<void> {
  const { folder, log } = context;
  if (!isTaken(join(folder, machineFolder, hubJournalFile))) return;
  await tidy(log, `note for other machines what "${held.name}" had`, () => note(context, held, to));
}

async function note(
  { folder: history, clock }: StoreContext,
  { name, place, lease }: HeldDialog,
  to: string | undefined,
): Promise<void> {
  const all = notesPath(history);
  await makeIgnoredFolder(all);
  await sweepNotes(all, clock.now());
  const id = `${stamp(clock.now())}_${randomBytes(3).toString('hex')}`;
  const staging = join(place.folder, `${id}${temporarySuffix}`); // swept by the next holder of its lock
  try {
    await createFolder(staging);
    for (const file of await stateFiles(place.folder))
      if (file !== summaryFile) await linkOrCopy(join(place.folder, file), join(staging, file));
    await writeSynced(
      join(staging, noteFile),
      `${JSON.stringify({ v: 1, dialog: name, base: place.base, to })}\n`,
    );
    await syncFolder(staging);
    await renameOver(staging, join(all, id), () => lease.assertHeld());
  } catch (error) {
    await removeTree(staging).catch(() => undefined); // report the first error
    throw error;
  }
  await syncFolder(all);
}

/** Returns all readable notes, oldest first. */
export async function removalNotes(history: string): Promise<readonly RemovalNote[]> {
  const all = notesPath(history);
  const notes: RemovalNote[] = [];
  for (const id of (await namesIn(all)).filter(isNote).sort()) {
    const read = await readJson(join(all, id, noteFile), (value) => parseNote(id, value));
    if (read.state === 'read') notes.push(read.value);
  }
  return notes;
}

/** Yields the messages of a note, file by file, skipping damaged files. */
export async function* notedMessages(
  history: string,
  { id }: RemovalNote,
): AsyncGenerator<readonly Message[]> {
  const folder = join(notesPath(history), id);
  for (const name of await stateFiles(folder)) {
    const read = await readJson(join(folder, name), parseMessages);
    if (read.state === 'read') yield read.value;
  }
}

/** Deletes a note, once everything that follows from it is saved. */
export const deleteNote = (history: string, { id }: RemovalNote): Promise<void> =>
  removeTree(join(notesPath(history), id));

/** Deletes all notes after leaving a hub. */
export const deleteNotes = (history: string): Promise<void> => removeTree(notesPath(history));

const notesPath = (history: string): string => join(history, machineFolder, notesFolder);
const isNote = (name: string): boolean => /^\d{4}-[^/\\]*_[0-9a-f]{6}$/.test(name);
const stamp = (ms: number): string => isoTime(ms).replaceAll(':', '-');

async function sweepNotes(all: string, now: number): Promise<void> {
  for (const name of await namesIn(all)) {
    const age = name.endsWith(temporarySuffix) ? abandonedAfterMs : noteLifetimeMs;
    if (/^\d{4}-/.test(name) && name < stamp(now - age)) await removeTree(join(all, name));
  }
}

function parseNote(id: string, value: unknown): RemovalNote {
  const { dialog, base, to } = isObject(value) ? value : {};
  if (typeof dialog !== 'string' || typeof base !== 'string') throw new WrongContent('not a note');
  return { id, dialog, base, ...(typeof to === 'string' && { to }) };
}
