import { lockFolder } from '../../disk/files/ignored.ts';
import { join } from 'node:path';
import { isObject, type Lease, type Log } from '../../disk/base/core.ts';
import { removeHeld } from '../../disk/files/atomic.ts';
import { WrongContent } from '../../disk/files/json.ts';
import { withLock } from '../../disk/files/lock.ts';
import { machineFolder, makeMachineFolder } from '../../disk/files/projectId.ts';
import { readSmall, sweepFor, writeSmall } from '../../disk/files/smallFile.ts';
import { locate } from './locate.ts';
import { defaultName, dialogName } from './names.ts';
import type { ActiveDialog } from './types.ts';

/** Machine-local: what a person works on here is not part of the shareable history. */
const activePath = (history: string): string => join(history, machineFolder, 'active.json');

/** The dialog a person chose, and its new name while it is being renamed. */
interface Choice {
  readonly dialog: string;
  readonly becomes?: string;
}

/** Returns the dialog an empty name means: the chosen one if it exists, else `default`. */
export async function activeDialog(history: string): Promise<ActiveDialog> {
  const { dialog, becomes } = readSmall(activePath(history), parseActive) ?? {};
  for (const name of [dialog, becomes])
    if (name !== undefined && (await locate(history, name)).exists) return { name, chosen: true };
  return { name: defaultName, chosen: false };
}

/** Sets the active dialog for the editor and every program of this folder; undefined resets the choice. */
export const setActiveDialog = (history: string, name: string | undefined, log: Log): Promise<void> =>
  changeActive(history, () => (name === undefined ? undefined : { dialog: name }), log);

interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** Prepares a rename: if the dialog is active, it is so under both names. */
export const prepareActiveRename = (history: string, { from, to }: Renaming, log: Log): Promise<void> =>
  changeFrom(history, from, { dialog: from, becomes: to }, log);

/** Completes a rename: if the dialog was active, it is so under its new name. Idempotent. */
export const finishActiveRename = (history: string, { from, to }: Renaming, log: Log): Promise<void> =>
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
    await sweepFor(file, lease);
    const choice = change(readSmall(file, parseActive));
    if (choice !== undefined) return writeSmall(file, choice, parseActive, lease);
    await sweepFor(file, lease);
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
