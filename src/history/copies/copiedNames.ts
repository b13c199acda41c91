import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { entriesOf, temporarySuffix } from '../../disk/files/folders.ts';
import { lstatOwn } from '../../disk/files/way.ts';

/** A name that is neither copied nor a reason to keep what has it in the copy. */
export const isUnfinished = (name: string): boolean => name.endsWith(temporarySuffix);

/** Entries that are copied: folders, then files. */
export function wantedOf(
  entries: readonly Dirent[],
  isLeftOut: (name: string) => boolean = () => false,
): readonly { readonly name: string; readonly isFolder: boolean }[] {
  const wanted = entries.filter(({ name }) => !isUnfinished(name) && !isLeftOut(name));
  const folders = wanted.filter((entry) => entry.isDirectory());
  const files = wanted.filter((entry) => entry.isFile());
  return [...folders, ...files].map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
}

/** A temporary name in the same folder, as that of a new dialog, which the next writer sweeps. */
export const temporaryBeside = (path: string): string =>
  join(dirname(path), `.new-${basename(path)}.${randomBytes(4).toString('hex')}${temporarySuffix}`);

/** Size of a file, or of all files in a folder. */
export async function bytesIn(path: string): Promise<number> {
  const stat = lstatOwn(path);
  if (!stat?.isDirectory()) return stat?.isFile() ? stat.size : 0;
  let sum = 0;
  for (const { name } of (await entriesOf(path)) ?? []) sum += await bytesIn(join(path, name));
  return sum;
}
