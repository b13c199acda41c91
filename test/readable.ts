import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Whether other users get through to a path: a clone of root's may lie in a private folder. */
function isReachable(path: string): boolean {
  for (let at = resolve(path); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'readable-'));
  chmodSync(folder, 0o711);
  return folder;
};

/** Returns a folder whose programs other users can start: itself, or a copy of it in the temporary folder. */
export function startable(folder: string): string {
  if (isReachable(folder)) return folder;
  const copy = join(newFolder(), basename(folder));
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Returns a folder of packages of which other users can start the named ones. */
export function startablePackages(packages: string, names: readonly string[]): string {
  if (isReachable(packages)) return packages;
  const copy = join(newFolder(), basename(packages));
  mkdirSync(copy);
  for (const name of readdirSync(packages))
    if (names.includes(name))
      cpSync(join(packages, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(packages, name), join(copy, name));
  return copy;
}
