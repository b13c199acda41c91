import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject, isoTime, type Lease } from '../base/core.ts';
import { linkOrCopy, renameOver, writeSynced } from '../files/atomic.ts';
import { createFolder, namesIn, removeTree, syncFolder, temporarySuffix } from '../files/folders.ts';
import { makeIgnoredFolder } from '../files/ignored.ts';
import { readJson, WrongContent } from '../files/json.ts';
import { machineFolder } from '../files/projectId.ts';
import { tidy } from '../files/tidy.ts';
import { isTaken } from '../files/way.ts';
import { stateFiles } from './apply.ts';
import { summaryFile } from './layout.ts';
import { parseMessages } from './messages.ts';
import type { Message } from './types.ts';

/** The journal of a hub: where there is none, nothing is noted. */
export const hubJournalFile = 'hub-state.json';

const notesFolder = 'hub-gone';
const noteFile = 'note.json';

/** A machine that comes to no hub for longer keeps no notes. Milliseconds. */
const keptMs = 90 * 24 * 60 * 60 * 1_000;
/** After this, a half-written note is nobody's work any more. Milliseconds. */
const unfinishedMs = 60 * 60 * 1_000;

/** A dialog under its lock. */
interface HeldDialog {
  readonly name: string;
  readonly place: { readonly folder: string; readonly base: string };
  readonly lease: Lease;
}

/** What a dialog had when it was about to be cleared, restored, compacted, renamed or deleted. */
export interface GoneNote {
  readonly id: string;
  readonly dialog: string;
  /** Name of its folder. */
  readonly base: string;
  /** What it was to be called then, where it was renamed. */
  readonly to?: string | undefined;
}

/**
 * Notes, before somebody takes messages out of a dialog, which messages it has, so that other machines of the person can follow
 * the next time this one comes to its hub, however late that is. Whether they are gone is seen then: where the change did not
 * come about, they are not. Where it cannot be noted, which is logged, the other machines keep what they have. Costs a look at one
 * file where no hub was set up, and links to files else.
 */
export async function noteGone(context: StoreContext, held: HeldDialog, to?: string): Promise<void> {
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
  const staging = join(all, `${id}${temporarySuffix}`);
  await createFolder(staging);
  for (const file of await stateFiles(place.folder))
    if (file !== summaryFile) await linkOrCopy(join(place.folder, file), join(staging, file));
  await writeSynced(
    join(staging, noteFile),
    `${JSON.stringify({ v: 1, dialog: name, base: place.base, to })}\n`,
  );
  await syncFolder(staging);
  await renameOver(staging, join(all, id), () => lease.assertHeld());
  await syncFolder(all);
}

/** All notes, oldest first, but for those that cannot be read. */
export async function goneNotes(history: string): Promise<readonly GoneNote[]> {
  const all = notesPath(history);
  const notes: GoneNote[] = [];
  for (const id of (await namesIn(all)).filter(isNote).sort()) {
    const read = await readJson(join(all, id, noteFile), (value) => parseNote(id, value));
    if (read.state === 'read') notes.push(read.value);
  }
  return notes;
}

/** The messages of a note, file by file; of a file that is damaged there are none. */
export async function* noted(history: string, { id }: GoneNote): AsyncGenerator<readonly Message[]> {
  const folder = join(notesPath(history), id);
  for (const name of await stateFiles(folder)) {
    const read = await readJson(join(folder, name), parseMessages);
    if (read.state === 'read') yield read.value;
  }
}

/** Call it once everything that follows from a note is kept. */
export const forgetNote = (history: string, { id }: GoneNote): Promise<void> =>
  removeTree(join(notesPath(history), id));

/** Deletes all notes: there is no hub any more that would be told. */
export const forgetNotes = (history: string): Promise<void> => removeTree(notesPath(history));

const notesPath = (history: string): string => join(history, machineFolder, notesFolder);
const isNote = (name: string): boolean => /^\d{4}-[^/\\]*_[0-9a-f]{6}$/.test(name);
const stamp = (ms: number): string => isoTime(ms).replaceAll(':', '-');

async function sweepNotes(all: string, now: number): Promise<void> {
  for (const name of await namesIn(all)) {
    const age = name.endsWith(temporarySuffix) ? unfinishedMs : keptMs;
    if (/^\d{4}-/.test(name) && name < stamp(now - age)) await removeTree(join(all, name));
  }
}

function parseNote(id: string, value: unknown): GoneNote {
  const { dialog, base, to } = isObject(value) ? value : {};
  if (typeof dialog !== 'string' || typeof base !== 'string') throw new WrongContent('not a note');
  return { id, dialog, base, ...(typeof to === 'string' && { to }) };
}
