import { basename, join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { type Lease, StoreError } from '../base/core.ts';
import { readOnlyError, withStoreErrors } from '../files/failure.ts';
import { confirmFolder, makeFolder, syncFolder } from '../files/folders.ts';
import { linkOrCopy, removeHeld } from '../files/atomic.ts';
import { ensureHistoryFolder } from '../files/historyFolder.ts';
import { lockFolder } from '../files/ignored.ts';
import { withLock } from '../files/lock.ts';
import { Trash, type TrashItem } from '../files/trash.ts';
import { fileAt, isTaken } from '../files/way.ts';
import { archiveHead } from './list.ts';
import { archivesFolder } from './names.ts';
import { rawFolder } from './rawCopy.ts';
import type { ArchiveInfo, ArchiveTrashStore } from './types.ts';

const kind = 'archive';
/** What the files of an archive are called in the trash. */
const trashed = { text: 'archive.md', copy: 'copy' } as const;

/** Runs work on the archives of a history while nobody else changes them. */
export async function withArchives<R>(
  { folder, isReadOnly, log, wrote }: StoreContext,
  work: (archives: string, lease: Lease) => Promise<R>,
): Promise<R> {
  if (isReadOnly()) throw readOnlyError(folder);
  const archives = join(folder, archivesFolder);
  const result = await withStoreErrors(async () => {
    await ensureHistoryFolder(folder);
    await makeFolder(join(archives, rawFolder));
    return withLock(lockFolder(folder, archivesFolder), (lease) => work(archives, lease), log);
  });
  wrote(archivesFolder);
  return result;
}

/** Copies an archive into the trash: its text, and its copy of the transcript. Called under the lock of the archives. */
export async function copyToTrash(
  { folder, clock }: StoreContext,
  { name, path, raw }: ArchiveInfo,
): Promise<void> {
  const archives = join(folder, archivesFolder);
  const copy = raw === undefined ? undefined : join(archives, rawFolder, basename(raw));
  const files = {
    [trashed.text]: path,
    ...(copy !== undefined && fileAt(copy) && { [trashed.copy]: copy }),
  };
  await new Trash(folder, clock).putFiles({ kind, fields: { name, raw: raw ?? null } }, files, archives);
}

/** Moves an archive into the trash. A copy of the transcript that other parts go on from stays, too. */
export const trashArchive = (
  context: StoreContext,
  archive: ArchiveInfo,
  others: readonly ArchiveInfo[],
): Promise<void> =>
  withArchives(context, async (archives, lease) => {
    const { path, raw } = archive;
    await copyToTrash(context, archive);
    await removeHeld([path], lease);
    const isNamed = others.some(
      (other) => other.name !== archive.name && [other.raw, ...(other.rawBefore ?? [])].includes(raw),
    );
    if (raw !== undefined && !isNamed) await removeHeld([join(archives, rawFolder, basename(raw))], lease);
  });

/** Opens them; what the methods promise stands at `ArchiveTrashStore`. */
export function archiveTrash(context: StoreContext): ArchiveTrashStore {
  const trash = new Trash(context.folder, context.clock);
  const items = async () => (await withStoreErrors(() => trash.list())).filter((item) => item.kind === kind);
  return {
    list: async () =>
      (await items()).map(({ id, deletedAt, fields }) => ({ id, deletedAt, name: String(fields.name) })),
    restore: async (id, { replaces = false } = {}) => {
      const item = (await items()).find((known) => known.id === id);
      if (item === undefined) throw none(id);
      return withArchives(context, async (archives, lease) => {
        if (replaces) await giveWay(context, archives, { trash, item, lease });
        return restored(trash, item, { archives, lease });
      });
    },
  };
}

/** Moves what has the name of an archive in the trash there itself; its copy of the transcript where the other brings one. */
async function giveWay(
  context: StoreContext,
  archives: string,
  { trash, item, lease }: { readonly trash: Trash; readonly item: TrashItem; readonly lease: Lease },
): Promise<void> {
  const { name, raw } = item.fields;
  const present = await archiveHead(archives, basename(String(name))).catch(() => undefined);
  if (present === undefined) return;
  await copyToTrash(context, present);
  await removeHeld([present.path], lease);
  if (typeof raw === 'string' && present.raw === raw && fileAt(trash.fileOf(item, trashed.copy)))
    await removeHeld([join(archives, rawFolder, basename(raw))], lease);
}

async function restored(
  trash: Trash,
  item: TrashItem,
  { archives, lease }: { readonly archives: string; readonly lease: Lease },
): Promise<string> {
  const { name, raw } = item.fields;
  const text = join(archives, `${basename(String(name))}.md`);
  if (isTaken(text))
    throw new StoreError('already_exists', `There is an archive ${JSON.stringify(name)} already.`, {
      id: item.id,
    });
  const copy = typeof raw === 'string' ? join(archives, rawFolder, basename(raw)) : undefined;
  if (copy !== undefined && !isTaken(copy) && fileAt(trash.fileOf(item, trashed.copy)))
    await linkOrCopy(trash.fileOf(item, trashed.copy), copy);
  await syncFolder(join(archives, rawFolder));
  await linkOrCopy(trash.fileOf(item, trashed.text), text);
  await confirmFolder(archives, lease);
  return String(name);
}

const none = (id: string): StoreError =>
  new StoreError('not_found', `The trash holds no archive under ${JSON.stringify(id.slice(0, 100))}.`, {
    id,
  });
