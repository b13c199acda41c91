import { join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { type Lease } from '../../disk/base/core.ts';
import { renameOver, writeAtomic } from '../../disk/files/atomic.ts';
import { confirmFolder, filesIn } from '../../disk/files/folders.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { withLock } from '../../disk/files/lock.ts';
import { bytesOf } from '../../disk/files/open.ts';
import { folderAt, isTaken } from '../../disk/files/way.ts';
import { archivesFolder } from '../archive/names.ts';
import { rawFolder } from '../archive/rawCopy.ts';
import { sharedFolder } from '../shared/types.ts';

/** Folders whose files are named by a title, with the folder of further files of that name. */
const titled = [archivesFolder, sharedFolder];
const beside = (folder: string): string => join(folder, rawFolder);

/** Day, title, and session or id of the name of a file. */
const parts = /^(\d{4}-\d\d-\d\d)-(.+)-([a-z\d]{1,8}(?:-\d+)?)$/;

/** Files of a history whose titles have a part of a file name in them. */
export async function filesNamed(history: string, slug: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const base of titled)
    for (const name of await namesWith(join(history, base), slug)) found.push(`${base}/${name}.md`);
  return found;
}

/** Gives these files names without their titles, also where others name them. */
export async function renameFiles(
  { folder: history, log, wrote }: StoreContext,
  slug: string,
): Promise<void> {
  for (const base of titled) {
    const folder = join(history, base);
    if ((await namesWith(folder, slug)).length === 0) continue;
    await withLock(
      lockFolder(history, base === sharedFolder ? '.shared' : base),
      async (lease) => {
        for (const name of await namesWith(folder, slug)) await renameFile(folder, name, lease);
      },
      log,
    );
    wrote(base);
  }
}

async function namesWith(folder: string, slug: string): Promise<readonly string[]> {
  if (slug === '' || folderAt(folder) === undefined) return [];
  const names = [...(await filesIn(folder)), ...(await filesIn(beside(folder)))].map((name) =>
    name.replace(/(?:\.jsonl)?(?:\.gz)?$|\.md$/, ''),
  );
  return [...new Set(names)].filter((name) => parts.exec(name)?.[2]?.includes(slug));
}

async function renameFile(folder: string, name: string, lease: Lease): Promise<void> {
  const to = newName(folder, name);
  for (const place of [folder, beside(folder)]) {
    for (const file of await filesIn(place))
      if (file.startsWith(`${name}.`))
        await renameOver(join(place, file), join(place, `${to}${file.slice(name.length)}`), () =>
          lease.assertHeld(),
        );
    if (folderAt(place)) await confirmFolder(place, lease);
  }
  for (const file of await filesIn(folder)) {
    const text = (await bytesOf(join(folder, file)))?.toString('utf8') ?? '';
    if (text.includes(name)) await writeAtomic(join(folder, file), text.replaceAll(name, to), lease);
  }
}

function newName(folder: string, name: string): string {
  const to = name.replace(parts, '$1-forgotten-$3');
  for (let n = 1; ; n++) {
    const free = n === 1 ? to : `${to}-${n}`;
    if (!isTaken(join(folder, `${free}.md`))) return free;
  }
}
