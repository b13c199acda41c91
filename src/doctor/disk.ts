import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { launcherState } from '../store/base/stateFolder.ts';
import { historyFolder } from '../store/files/projectHistory.ts';
import { note, ok, problem, text } from './findings.ts';
import type { Check, RepairableFinding } from './types.ts';

/** With less, the next archive or the next save may fail. Bytes. */
const littleBytes = 50_000_000;
const scarceBytes = 500_000_000;

/** Whether there is space where the history and the person's own state are. */
export const diskCheck: Check = {
  id: 'disk',
  title: text('Disk space', '磁盘空间'),
  withinMs: 5_000,
  run: async ({ project, base = project, machine }) => {
    const folders = [...(base === undefined ? [] : [historyFolder(base)]), launcherState(machine)];
    return Promise.all(folders.map(spaceOf));
  },
};

async function spaceOf(folder: string): Promise<RepairableFinding> {
  const { blocks, bavail, bsize } = await statfs(await nearest(folder));
  // Some file systems, of other machines above all, do not tell.
  return spaceFinding(folder, blocks === 0 ? Infinity : bavail * bsize);
}

/** What so much free space means. */
export function spaceFinding(folder: string, bytes: number): RepairableFinding {
  if (bytes === Infinity)
    return ok(
      'disk.unknown',
      text(`${folder} does not tell how much is free.`, `无法得知 ${folder} 的剩余空间。`),
      {
        subject: folder,
      },
    );
  const about = { subject: folder, data: { bytes } };
  const free = bytes >= 10_000_000_000 ? `${Math.floor(bytes / 1e9)} GB` : `${Math.floor(bytes / 1e6)} MB`;
  if (bytes < littleBytes)
    return problem(
      'disk.full',
      text(
        `Only ${free} are free at ${folder}. Free some space.`,
        `${folder} 所在磁盘仅剩 ${free}。请释放空间。`,
      ),
      about,
    );
  if (bytes < scarceBytes)
    return note(
      'disk.scarce',
      text(`${free} are free at ${folder}.`, `${folder} 所在磁盘剩余 ${free}。`),
      about,
    );
  return ok('disk.free', text(`${free} are free at ${folder}.`, `${folder} 所在磁盘剩余 ${free}。`), about);
}

/** The folder itself, or the nearest one above it that is there. */
async function nearest(folder: string): Promise<string> {
  const isThere = await access(folder, constants.F_OK).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearest(dirname(folder));
}
