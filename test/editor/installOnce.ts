import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const stampFile = 'installed.json';

/**
 * Makes sure that `folder` holds what `fill` puts into an empty folder, for exactly this `stamp`. It is filled under
 * another name and renamed when complete, so an interrupted installation is done again, a new stamp replaces the old
 * contents, and of two processes that install at the same time the first one wins.
 */
export function installOnce(folder: string, stamp: string, fill: (into: string) => void): void {
  if (isInstalled(folder, stamp)) return;
  sweepInterrupted(folder);
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  fill(unfinished);
  writeFileSync(join(unfinished, stampFile), stamp);
  moveInto(unfinished, folder, stamp);
}

function isInstalled(folder: string, stamp: string): boolean {
  const file = join(folder, stampFile);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

function moveInto(unfinished: string, folder: string, stamp: string): void {
  if (existsSync(folder) && !isInstalled(folder, stamp)) rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!isInstalled(folder, stamp)) throw error; // else another process was faster, with the same result
  }
}

/** Deletes what installations of processes that no longer live have left. */
function sweepInterrupted(folder: string): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${basename(folder)}\\.(\\d+)$`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // no such process
  }
}
