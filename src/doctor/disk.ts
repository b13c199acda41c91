import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { launcherState } from '../disk/base/stateFolder.ts';
import { syncFolder } from '../disk/files/folders.ts';
import { historyFolder } from '../disk/files/projectHistory.ts';
import { note, ok, problem, text } from './findings.ts';
import type { Check, RepairableFinding } from './types.ts';

/** Free space below which the next archive or save may fail, and below which it is scarce. Bytes. */
const littleBytes = 50_000_000;
const scarceBytes = 500_000_000;

/** Checks the free space of the disks with the history and the person's state. */
export const diskCheck: Check = {
  id: 'disk',
  title: text('Disk space'),
  withinMs: 5_000,
  run: async ({ project, base = project, machine }) => {
    const folders = [...(base === undefined ? [] : [historyFolder(base)]), launcherState(machine)];
    const found = await Promise.all(
      folders.map(async (folder) => [await spaceOf(folder), ...(await unconfirmed(folder))]),
    );
    return found.flat();
  },
};

/** Tells of a disk that does not confirm what was changed in a folder. */
async function unconfirmed(folder: string): Promise<readonly RepairableFinding[]> {
  if (await syncFolder(await nearest(folder)).catch(() => true)) return [];
  const message = text(
    'This disk does not confirm changes in {0}: a power cut may undo the last ones.',
    folder,
  );
  return [note('disk.unconfirmed', message, { subject: folder })];
}

async function spaceOf(folder: string): Promise<RepairableFinding> {
  const { blocks, bavail, bsize } = await statfs(await nearest(folder));
  // Some file systems, network ones above all, do not report free space.
  return spaceFinding(folder, blocks === 0 ? Infinity : bavail * bsize);
}

/** Rates an amount of free space. */
export function spaceFinding(folder: string, bytes: number): RepairableFinding {
  if (bytes === Infinity)
    return ok('disk.unknown', text('{0} does not tell how much is free.', folder), {
      subject: folder,
    });
  const about = { subject: folder, data: { bytes } };
  const free = bytes >= 10_000_000_000 ? `${Math.floor(bytes / 1e9)} GB` : `${Math.floor(bytes / 1e6)} MB`;
  if (bytes < littleBytes)
    return problem('disk.full', text('Only {0} are free at {1}. Free some space.', free, folder), about);
  if (bytes < scarceBytes) return note('disk.scarce', text('{0} are free at {1}.', free, folder), about);
  return ok('disk.free', text('{0} are free at {1}.', free, folder), about);
}

/** Returns the folder or its nearest existing ancestor. */
export async function nearest(folder: string): Promise<string> {
  const isThere = await access(folder, constants.F_OK).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearest(dirname(folder));
}
