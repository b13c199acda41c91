import { trashArchive } from '../history/archive/archiveTrash.ts';
import { archivesFolder } from '../history/archive/names.ts';
import type { ArchiveInfo } from '../history/archive/types.ts';
import { archiveDigest, archiveFingerprint, parseArchiveRecord } from './archivePieces.ts';
import type { KnownItem } from './hubState.ts';
import type { LocalHistory } from './localHistory.ts';
import type { HubSync } from './hubSync.ts';
import type { OwnedRecord } from './pull.ts';
import { freeName, receive } from './receiveArchives.ts';
import { localArchiveDigest, ownArchives } from './unsentArchives.ts';
import { keyOf, replaces } from './versions.ts';

/**
 * Applies newer archives from the person's other machines, moving locally changed or deleted ones to the trash.
 * Returns how many were applied.
 */
export async function applyArchives(sync: HubSync, records: readonly OwnedRecord[]): Promise<number> {
  let applied = 0;
  for (const record of records) {
    if (record.kind !== 'archive' || record.id.includes('.')) continue;
    if (!replaces(record, sync.journal.item(archivesFolder, keyOf(record)))) continue;
    if (record.deleted ? await removeArchive(sync, record) : await takeArchive(sync, record)) applied++;
  }
  return applied;
}

async function removeArchive({ local, journal }: HubSync, record: OwnedRecord): Promise<boolean> {
  const { time, author } = record;
  const { archives } = await local.archives.list();
  const archive = (await ownArchives(local)).own.get(record.id);
  if (archive) await trashArchive(local.context, archive, archives);
  const { pieces } = journal.item(archivesFolder, keyOf(record)) ?? {};
  journal.setItem(archivesFolder, keyOf(record), { time, author, digest: '', ...(pieces && { pieces }) });
  return archive !== undefined;
}

async function takeArchive(sync: HubSync, record: OwnedRecord): Promise<boolean> {
  const { local, journal } = sync;
  const { id, time, author, owner, body } = record;
  const there = parseArchiveRecord(body);
  if (there === undefined) {
    local.context.log.warn(`the archive ${id} of the hub cannot be read`);
    return false;
  }
  const here = (await ownArchives(local)).own.get(id);
  const known = journal.item(archivesFolder, keyOf(record));
  const digest = archiveDigest(there);
  const isSame = here !== undefined && (await isContent(local, here, { known, digest }));
  const name = here?.name ?? (await freeName(local, there, id));
  if (!isSame) {
    const isChanged =
      here !== undefined && (known?.unsent === true || known?.mark !== archiveFingerprint(here));
    const keepsOld = isChanged || (here?.messages ?? 0) > there.messages;
    if ((await receive(sync, [{ id, owner, there, name, keepsOld }])) === 0) return false;
  }
  const placed = (await local.archives.list()).archives.find((archive) => archive.name === name);
  const mark = placed && archiveFingerprint(placed);
  const { pieces } = known ?? {};
  const item = { time, author, digest, name, ...(mark !== undefined && { mark }) };
  journal.setItem(archivesFolder, keyOf(record), { ...item, ...(pieces && { pieces }) });
  return !isSame;
}

/**
 * Reports whether a local archive has the content of the digest; reads the archive only if it changed since the last
 * comparison.
 */
async function isContent(
  local: LocalHistory,
  here: ArchiveInfo,
  { known, digest }: { readonly known: KnownItem | undefined; readonly digest: string },
): Promise<boolean> {
  const isKnown = known?.unsent !== true && known?.mark === archiveFingerprint(here);
  return (isKnown ? known.digest : await localArchiveDigest(local, here)) === digest;
}
