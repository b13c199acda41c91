import { lockFolder } from '../files/ignored.ts';
import { join } from 'node:path';
import { isObject, type Lease, type Log } from '../base/core.ts';
import { removeHeld } from '../files/atomic.ts';
import { WrongContent } from '../files/json.ts';
import { withLock } from '../files/lock.ts';
import { machineFolder, makeMachineFolder } from '../files/projectId.ts';
import { readSmall, writeSmall } from '../files/smallFile.ts';
import { locate } from './locate.ts';
import { defaultName, dialogName } from './names.ts';
import type { ActiveDialog } from './types.ts';

/** What a person works on here is no part of the history that they may share. */
const activePath = (history: string): string => join(history, machineFolder, 'active.json');

/** The dialog that a person has set, and while it is renamed what it is going to be called. */
interface Choice {
  readonly dialog: string;
  readonly becomes?: string;
}

/** Which dialog an empty name means: the one that was set, as long as it exists, else `default`. */
export async function activeDialog(history: string): Promise<ActiveDialog> {
  const { dialog, becomes } = readSmall(activePath(history), parseActive) ?? {};
  for (const name of [dialog, becomes])
    if (name !== undefined && (await locate(history, name)).exists) return { name, chosen: true };
  return { name: defaultName, chosen: false };
}

/** What the editor and every program of this folder take from now on; undefined takes the choice back. */
export const setActiveDialog = (history: string, name: string | undefined, log: Log): Promise<void> =>
  changeActive(history, () => (name === undefined ? undefined : { dialog: name }), log);

interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** A dialog is about to be renamed: if it is the active one, it is so under both names. */
export const renamingActiveDialog = (history: string, { from, to }: Renaming, log: Log): Promise<void> =>
  changeFrom(history, from, { dialog: from, becomes: to }, log);

/** A dialog was renamed: if it was the active one, it is so under its new name. May be told more than once. */
export const renamedActiveDialog = (history: string, { from, to }: Renaming, log: Log): Promise<void> =>
  changeFrom(history, from, { dialog: to }, log);

async function changeFrom(history: string, from: string, to: Choice, log: Log): Promise<void> {
  if (readSmall(activePath(history), parseActive)?.dialog !== from) return;
  await changeActive(history, (choice) => (choice?.dialog === from ? to : choice), log);
}

async function changeActive(
  history: string,
  change: (choice: Choice | undefined) => Choice | undefined,
  log: Log,
): Promise<void> {
  const file = activePath(history);
  const turn = async (lease: Lease): Promise<void> => {
    await makeMachineFolder(history, lease);
    const choice = change(readSmall(file, parseActive));
    if (choice !== undefined) return writeSmall(file, choice, parseActive, lease);
    await removeHeld([file], lease);
  };
  await withLock(lockFolder(history, '.active'), turn, log);
}

function parseActive(value: unknown): Choice {
  const { dialog, becomes } = isObject(value) ? value : {};
  if (typeof dialog !== 'string' || dialog === '')
    throw new WrongContent('an object with the name of a dialog was expected');
  return {
    dialog: dialogName(dialog),
    ...(typeof becomes === 'string' && becomes !== '' && { becomes: dialogName(becomes) }),
  };
}
