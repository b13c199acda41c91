import { basename, join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { type Lease, StoreError } from '../../disk/base/core.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { confirmFolder, makeFolder, syncFolder } from '../../disk/files/folders.ts';
import { linkOrCopy, removeHeld } from '../../disk/files/atomic.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { withLock } from '../../disk/files/lock.ts';
import { Trash, type TrashItem } from '../../disk/files/trash.ts';
import { fileAt, isTaken } from '../../disk/files/way.ts';
import { archiveHead } from './list.ts';
import { archivesFolder } from './names.ts';
import { rawFolder } from './rawCopy.ts';
import type { ArchiveInfo, ArchiveTrashStore } from './types.ts';

const kind = 'archive';
/** Names of an archive's files in the trash. */
const trashed = { text: 'archive.md', copy: 'copy' } as const;

/** Runs work on the archives of a history under their lock. */
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

/** Copies an archive to the trash: its text and its copy of the transcript. Requires the lock of the archives. */
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

/** Moves an archive to the trash. A copy of the transcript that other parts continue stays as well. */
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

/** Opens the trash of archives; the methods are documented at `ArchiveTrashStore`. */
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
        if (replaces) await trashExisting(context, archives, { trash, item, lease });
        return restored(trash, item, { archives, lease });
      });
    },
  };
}

/**
 * Moves the archive with the name of a restored one to the trash. Its copy of the transcript follows if the restored
 * one has its own.
 */
async function trashExisting(
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
