import { dirname, join, sep } from 'node:path';
import { defined, errno, StoreError } from '../store/base/core.ts';
import { launcherState } from '../store/base/stateFolder.ts';
import { makeOutermost } from '../store/files/folders.ts';
import { withLock } from '../store/files/lock.ts';
import { firstMissing, readConfig, removeEmptyFolders, sweepBeside, writeConfig } from './configFile.ts';
import type { ConfigChange } from './drafts.ts';
import { noteWritten, readJournal } from './journal.ts';
import type { AgentMachine } from './machine.ts';

/**
 * Does a change to one file, as a whole or not at all, while no other process of ours does one, and remembers what was
 * there before. Throws `busy` where the file changed since, and `storage` where it may not be written.
 */
export async function applyChange(change: ConfigChange, machine: AgentMachine): Promise<void> {
  const { path, real, before, after, wasWritten, isWritten } = change;
  if (after === before && isWritten === wasWritten) return;
  await makeOutermost(launcherState(machine));
  await withLock(lockOf(machine), async () => {
    if (after !== before && (await readConfig(real)) === after) return; // another process did the same just now
    const made = isWritten?.made ?? (after === undefined ? undefined : outermostMade(dirname(real), machine));
    // First, so that what was there before is known whatever happens next.
    await noteWritten(machine, real, isWritten && { ...isWritten, ...defined({ made }) });
    try {
      await sweepBeside(real);
      await writeConfig(real, before, after);
    } catch (error) {
      await noteWritten(machine, real, wasWritten);
      throw isRefused(error)
        ? new StoreError('storage', `${path} may not be written`, { path }, { cause: error })
        : error;
    }
    if (after === undefined && wasWritten?.made !== undefined)
      await removeEmptyFolders(dirname(real), wasWritten.made);
  });
}

/** The outermost folder that was, or is to be, made for a file in a folder. */
function outermostMade(folder: string, machine: AgentMachine): string | undefined {
  const known = Object.values(readJournal(machine)).flatMap(({ made }) => made ?? []);
  const around = known.filter((made) => `${folder}${sep}`.startsWith(`${made}${sep}`));
  return around.sort((a, b) => a.length - b.length)[0] ?? firstMissing(folder);
}

const isRefused = (error: unknown): boolean => ['EACCES', 'EPERM', 'EROFS'].includes(errno(error) ?? '');

/** What takes a change back. */
export const undoing = ({ before, after, wasWritten, isWritten, ...change }: ConfigChange): ConfigChange => ({
  ...{ ...change, before: after, after: before },
  ...{ wasWritten: isWritten, isWritten: wasWritten },
});

/** Below the folder of the launcher, so that it goes with it. */
const lockOf = (machine: AgentMachine): string => join(launcherState(machine), '.lock');
