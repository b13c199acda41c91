import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errno } from '../base/core.ts';

/*
 * Private folders in the temporary folder of this machine, for copies that exist no longer than the process. Their
 * names identify the process, so what a killed process left is removed by the next one that needs such a folder.
 */

const prefix = 'mcp-history-store-';
/** Processes of another machine or container, which may share the folder, cannot be checked. Milliseconds. */
const strangersKeepMs = 24 * 60 * 60 * 1_000;
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Folders that are needed for longer are marked as in use this often. Milliseconds. */
const markedMs = 60 * 60 * 1_000;

const made = new Set<string>();
let clearing = false;

/**
 * Creates a folder that only this user can access, and removes those of dead processes. It is removed when this
 * process ends.
 */
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

/** Removes such a folder with its content. */
export async function removeScratch(folder: string): Promise<void> {
  await fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 3 });
  made.delete(folder);
}

/** Free bytes in the temporary folder; infinite if the system does not report them. */
export async function scratchSpace(): Promise<number> {
  const disk = await fs.promises.statfs(tmpdir()).catch(() => undefined);
  return disk === undefined ? Infinity : disk.bavail * disk.bsize;
}

/** A process of another machine that shares the temporary folder can only check the time of the folder. */
function markAll(): void {
  const now = new Date();
  for (const folder of made) fs.utimes(folder, now, now, () => undefined);
}

function removeAll(): void {
  for (const folder of made)
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Windows keeps open files; the next process sweeps them.
    }
}

async function sweepScratch(): Promise<void> {
  const names = await fs.promises.readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, host, pid] = ownName.exec(name) ?? [];
    if (host === undefined || pid === undefined || Number(pid) === process.pid) continue;
    const folder = join(tmpdir(), name);
    if (await isLeft(folder, host, Number(pid)))
      await fs.promises.rm(folder, { recursive: true, force: true }).catch(() => undefined); // of another user
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
