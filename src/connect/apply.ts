import { dirname, join, sep } from 'node:path';
import { defined } from '../disk/base/core.ts';
import { launcherState } from '../disk/base/stateFolder.ts';
import { makeOutermost } from '../disk/files/folders.ts';
import { withLock } from '../disk/files/lock.ts';
import {
  firstMissing,
  readConfig,
  refusal,
  removeEmptyFolders,
  sweepBeside,
  writeConfig,
} from './configFile.ts';
import type { ConfigChange } from './drafts.ts';
import { noteWritten, readJournal } from './journal.ts';
import type { AgentMachine } from '../agents/profile/machine.ts';

/**
 * Applies a change to one file, as a whole or not at all, while no other process of this product applies one, and
 * records the previous content. Throws `busy` if the file changed since, and `storage` if it may not be written.
 */
export async function applyChange(change: ConfigChange, machine: AgentMachine): Promise<void> {
  if (change.after === change.before && change.isWritten === change.wasWritten) return;
  const state = launcherState(machine);
  try {
    await makeOutermost(state);
    await withLock(lockOf(machine), () => applyHeld(change, machine));
  } catch (error) {
    throw refusal(error, state);
  }
}

/** `applyChange` while the lock is held. */
async function applyHeld(
  { path, real, before, after, wasWritten, isWritten }: ConfigChange,
  machine: AgentMachine,
): Promise<void> {
  if (after !== before && (await readConfig(real)) === after) return; // another process has just made the same change
  const made = isWritten?.made ?? (after === undefined ? undefined : outermostMade(dirname(real), machine));
  // First, so that the previous content is known even if this fails.
  await noteWritten(machine, real, isWritten && { ...isWritten, ...defined({ made }) });
  try {
    await sweepBeside(real);
    await writeConfig(real, before, after);
  } catch (error) {
    await noteWritten(machine, real, wasWritten);
    throw refusal(error, path);
  }
  if (after === undefined && wasWritten?.made !== undefined)
    await removeEmptyFolders(dirname(real), wasWritten.made);
}

/** The outermost folder that was, or will be, made for a file in a folder. */
function outermostMade(folder: string, machine: AgentMachine): string | undefined {
  const known = Object.values(readJournal(machine)).flatMap(({ made }) => made ?? []);
  const around = known.filter((made) => `${folder}${sep}`.startsWith(`${made}${sep}`));
  return around.sort((a, b) => a.length - b.length)[0] ?? firstMissing(folder);
}

/** The change that undoes a change. */
export const undoing = ({ before, after, wasWritten, isWritten, ...change }: ConfigChange): ConfigChange => ({
  ...change,
  before: after,
  after: before,
  wasWritten: isWritten,
  isWritten: wasWritten,
});

/** In the launcher's folder, so that it is removed with it. */
export const lockOf = (machine: AgentMachine): string => join(launcherState(machine), '.lock');
