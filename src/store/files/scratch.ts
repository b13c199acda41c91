import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errno } from '../base/core.ts';

/*
 * Private folders in the temporary folder of this machine, for copies that live no longer than a process. Their names say whose they
 * are, so that what a killed process left is removed by the next one that needs such a folder.
 */

const prefix = 'mcp-history-store-';
/** Processes of another machine or container, which may share the folder, cannot be asked after. Milliseconds. */
const strangersKeepMs = 24 * 60 * 60 * 1_000;
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** So often folders that are needed for longer are marked as in use. Milliseconds. */
const markedMs = 60 * 60 * 1_000;

const made = new Set<string>();
let clearing = false;

/** Makes a folder that only this user may enter, and removes what dead processes left. It goes with this process at the latest. */
export async function makeScratch(): Promise<string> {
  await sweepScratch();
  const folder = await fs.promises.mkdtemp(join(tmpdir(), `${prefix}${machine}-${process.pid}-`));
  made.add(folder);
  if (!clearing) {
    process.once('exit', removeAll);
    setInterval(markAll, markedMs).unref();
  }
  clearing = true;
  return folder;
}

/** Removes such a folder with all that is in it. */
export async function removeScratch(folder: string): Promise<void> {
  await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
  made.delete(folder);
}

/** How many bytes more the temporary folder can take; infinite where the system does not tell. */
export async function scratchSpace(): Promise<number> {
  const disk = await fs.promises.statfs(tmpdir()).catch(() => undefined);
  return disk === undefined ? Infinity : disk.bavail * disk.bsize;
}

/** A process of another machine that shares the temporary folder goes by the time of the folder alone. */
function markAll(): void {
  const now = new Date();
  for (const folder of made) fs.utimes(folder, now, now, () => undefined);
}

function removeAll(): void {
  for (const folder of made)
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Windows keeps what is open; the next process sweeps it.
    }
}

async function sweepScratch(): Promise<void> {
  const names = await fs.promises.readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, host, pid] = ownName.exec(name) ?? [];
    if (host === undefined || pid === undefined || Number(pid) === process.pid) continue;
    const folder = join(tmpdir(), name);
    if (await isLeft(folder, host, Number(pid)))
      await fs.promises.rm(folder, { recursive: true, force: true }).catch(() => undefined); // another's
  }
}

const ownName = new RegExp(`^${prefix}([0-9a-f]{8})-(\\d+)-\\w{6}$`);

async function isLeft(folder: string, host: string, pid: number): Promise<boolean> {
  if (host === machine && !isAlive(pid)) return true;
  const stat = await fs.promises.lstat(folder).catch(() => undefined);
  return stat !== undefined && Date.now() - stat.mtimeMs > strangersKeepMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errno(error) !== 'ESRCH';
  }
}
