import { basename, join } from 'node:path';
import type { StoreContext } from '../disk/base/context.ts';
import { removeHeld, writeAtomic } from '../disk/files/atomic.ts';
import { filesIn } from '../disk/files/folders.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { withLock } from '../disk/files/lock.ts';
import { bytesOf } from '../disk/files/open.ts';
import { Trash } from '../disk/files/trash.ts';
import { forgottenText } from '../disk/secrets/forgotten.ts';
import { folderAt } from '../disk/files/way.ts';
import { archivesFolder, shortSession } from '../history/archive/names.ts';
import { rawFolder } from '../history/archive/rawCopy.ts';
import { parseLabelRecord } from '../history/sessions/labelRecords.ts';
import { sessionsFolder } from '../history/sessions/recordings.ts';
import { labelsName } from '../history/sessions/sessionLabels.ts';
import { summariesFolder } from '../history/sessions/summaryFile.ts';
import type { Store } from './types.ts';

/** Files of a history that are of one session alone, relative to the history, with slashes. */
export async function filesOfSession(
  { archives }: Pick<Store, 'archives'>,
  { folder }: StoreContext,
  session: string,
): Promise<readonly string[]> {
  const list = await archives.list();
  const isOwn = (id: string): boolean => id === session || id.includes(forgottenText); // its mark may be there
  const own = list.archives.filter((archive) => isOwn(archive.session));
  const others = list.archives.filter((archive) => !isOwn(archive.session));
  const shared = new Set(others.flatMap(({ raw, rawBefore = [] }) => [raw, ...rawBefore]));
  const copies = own.flatMap(({ raw, rawBefore = [] }) => [raw, ...rawBefore]);
  const recordings = join(folder, sessionsFolder);
  const named = (name: string): boolean => name.toLowerCase().includes(session.toLowerCase());
  return [
    ...own.map(({ path }) => `${archivesFolder}/${basename(path)}`),
    ...copies.flatMap((copy) =>
      copy === undefined || shared.has(copy) ? [] : [`${archivesFolder}/${rawFolder}/${basename(copy)}`],
    ),
    ...(await filesIn(recordings)).filter(named).map((name) => `${sessionsFolder}/${name}`),
    ...(await filesIn(summariesFolder(recordings)))
      .filter(named)
      .map((name) => `${sessionsFolder}/${basename(summariesFolder(''))}/${name}`),
  ];
}

/** Deletes these files for good, with the labels of the session and its archives in the trash. */
export async function deleteSession(
  context: StoreContext,
  session: string,
  files: readonly string[],
): Promise<void> {
  const { folder: history, clock, log, wrote } = context;
  for (const base of [archivesFolder, sessionsFolder]) {
    const own = files.filter((file) => file.startsWith(`${base}/`));
    if (folderAt(join(history, base)) === undefined) continue;
    await withLock(
      lockFolder(history, base),
      async (lease) => {
        for (const file of own) await removeHeld([join(history, ...file.split('/'))], lease);
        const labels = join(history, sessionsFolder, labelsName);
        const text = base === sessionsFolder ? (await bytesOf(labels))?.toString('utf8') : undefined;
        const kept = text?.split('\n').filter((line) => parseLabelRecord(line)?.session !== session);
        if (kept !== undefined && kept.join('\n') !== text) await writeAtomic(labels, kept.join('\n'), lease);
      },
      log,
    );
    wrote(base);
  }
  const trash = new Trash(history, clock);
  const archived = new RegExp(`-${shortSession(session)}(?:-\\d+)?$`);
  for (const { id, kind, fields } of await trash.list())
    if (kind === 'archive' && archived.test(String(fields.name))) await trash.purge(id);
}
