import { ChangeReader, changeMark } from '../disk/files/changeLog.ts';
import { archivesFolder } from '../history/archive/names.ts';
import { sharedFolder } from '../history/shared/types.ts';
import { Reception } from './applyMessages.ts';
import { applyRecords } from './applyRecords.ts';
import { RemoteDeletions } from './remoteDeletions.ts';
import { goneFolder } from './journal.ts';
import { localFolders, type LocalHistory } from './localHistory.ts';
import type { HubSync } from './hubSync.ts';
import { applyRemovalNotes, unsentDeletions } from './localDeletions.ts';
import { pullRecords, type OwnedRecord } from './pull.ts';
import { orderDialogs } from './messageOrder.ts';
import { pushRecords } from './push.ts';
import type { HubRecord, HubShare } from './types.ts';
import { cardsFolder, noteCards, unsentCards } from './sessionCards.ts';
import { compare, noteRestored, unsentMessages } from './unsent.ts';
import {
  compareArchives,
  unsentArchives,
  type UnsentRecord,
  localArchiveDigest,
  ownArchives,
} from './unsentArchives.ts';
import { keyOf, replaces } from './versions.ts';
import { trashArchive } from '../history/archive/archiveTrash.ts';
import type { ArchiveInfo } from '../history/archive/types.ts';
import { archiveDigest, archiveFingerprint, parseArchiveRecord } from './archivePieces.ts';
import type { KnownItem } from './hubState.ts';
import { freeName, receive } from './receiveArchives.ts';

/** How often all folders are compared, since other programs change files without logging it. Milliseconds. */
const fullScanEveryMs = 24 * 60 * 60 * 1_000;

/** Sends what the hub lacks, from folders changed since the last push. Returns the number of records. */
export async function pushHistory(sync: HubSync, share: HubShare): Promise<number> {
  const { local, journal, connection, project } = sync;
  const { changed, reached } = changesSince(sync, 'sent');
  const whole = isFullScanDue(sync) || journal.state.share !== share;
  await applyRemovalNotes(sync);
  const onSent: (() => void)[] = [];
  let count = 0;
  async function* records(): AsyncGenerator<HubRecord> {
    for (const [folder, dialog] of await currentFolders(sync)) {
      if (share === 'promoted' && folder !== sharedFolder) continue;
      if (!whole && !changed(folder) && !hasUnsent(sync, folder)) continue;
      for (const { record, sent } of await unsentIn(sync, folder, dialog)) {
        onSent.push(sent);
        yield record;
      }
      if (dialog === undefined) continue;
      for await (const { record, count: known } of unsentMessages(local, journal, folder, dialog)) {
        onSent.push(() => journal.setMessages(folder, known));
        yield record;
      }
    }
    for await (const { record, sent } of others()) {
      onSent.push(sent);
      yield record;
    }
  }
  async function* others(): AsyncGenerator<UnsentRecord> {
    if (share !== 'promoted') yield* unsentDeletions(journal); // after what was renamed
    if (share !== 'promoted') yield* unsentCards(sync);
    const isArchivesDue = whole || changed(archivesFolder) || hasUnsent(sync, archivesFolder);
    if (share === 'everything' && isArchivesDue) yield* unsentArchives(sync);
  }
  await pushRecords(connection, project, records(), async (batch) => {
    for (const done of onSent.splice(0, batch.length)) done();
    count += batch.length;
    await journal.keep();
    sync.onBatch?.({ sent: count });
  });
  await journal.keep({ sent: reached, share, ...(whole && { wholeAt: local.context.clock.now() }) });
  return count;
}

/**
 * Applies changes from the person's other machines and returns the number of records. Compares local changes first,
 * so that the later version wins.
 */
export async function pullHistory(sync: HubSync): Promise<number> {
  const { local, journal, connection, project } = sync;
  const { changed, reached } = changesSince(sync, 'compared');
  await applyRemovalNotes(sync);
  for (const [folder, dialog] of await currentFolders(sync)) {
    if (!changed(folder)) continue;
    await compareFolder(sync, folder, dialog);
    if (dialog !== undefined && journal.messages.hasGone) await noteRestored(local, journal, folder, dialog);
  }
  if (changed(archivesFolder)) await compareArchives(local, journal);
  await journal.keep({ compared: reached });
  const { author, cursor } = journal.state;
  let [count, taken] = [0, cursor];
  let reception = new Reception();
  const gone = new RemoteDeletions(local, journal);
  const applyGone = async (): Promise<void> => {
    count += await gone.apply();
    reception = new Reception();
    await journal.keep({ cursor: taken });
  };
  try {
    await pullRecords(connection, { project, cursor, of: 'me', except: author }, async (page) => {
      count += await applyRecords(local, journal, gone.collect(page.records), reception);
      count += await applyArchives(sync, page.records);
      noteCards(journal, page.records);
      taken = page.cursor;
      if (gone.isFull) await applyGone();
      // Deletions collected but not applied must be received again if the process ends.
      else if (gone.isEmpty) await journal.keep({ cursor: taken });
      sync.onBatch?.({ received: count });
    });
  } finally {
    if (!gone.isEmpty) await applyGone(); // also after the connection breaks
  }
  await orderDialogs(sync);
  return count;
}

/**
 * Returns the folders exchanged with a hub, and drops missing dialogs from the journal; their records stay in the
 * hub.
 */
async function currentFolders({ local, journal }: HubSync): Promise<ReadonlyMap<string, string | undefined>> {
  const folders = await localFolders(local);
  journal.keepFolders(
    (name) => folders.has(name) || name === archivesFolder || name === cardsFolder || name === goneFolder,
  );
  return folders;
}

/** Returns a test for folders changed since the journal's position, and the new position. */
function changesSince({ local, journal }: HubSync, since: 'sent' | 'compared') {
  const reader = new ChangeReader(local.context.folder, journal.state[since]);
  const marks = reader.changed();
  const changed = (folder: string): boolean =>
    marks === 'all' || marks.has(changeMark(folder)) || folder === sharedFolder; // git changes it
  return { changed, reached: reader.position };
}

const isFullScanDue = ({ local, journal }: HubSync): boolean =>
  Math.abs(local.context.clock.now() - journal.state.wholeAt) > fullScanEveryMs;

const hasUnsent = ({ journal }: HubSync, folder: string): boolean =>
  Object.values(journal.folder(folder)?.items ?? {}).some(({ unsent }) => unsent);

/** Yields what the hub lacks of a folder, each with a callback that marks it as sent. */
async function unsentIn(sync: HubSync, folder: string, dialog: string | undefined) {
  const { journal } = sync;
  const unsent = await compareFolder(sync, folder, dialog);
  return unsent.map((record) => ({
    record,
    sent: () => {
      const { unsent: _sent, ...item } = journal.item(folder, keyOf(record)) ?? { ...record, digest: '' };
      journal.setItem(folder, keyOf(record), { time: item.time, author: item.author, digest: item.digest });
    },
  }));
}

/** Compares a folder, records its state in the journal and returns what the hub lacks. */
async function compareFolder({ local, journal }: HubSync, folder: string, dialog: string | undefined) {
  const [before, gone] = [journal.folder(folder), journal.folder(goneFolder)];
  const { known, unsent } = await compare(local, journal.state.author, { before, gone }, { folder, dialog });
  journal.setFolder(folder, known);
  for (const key of Object.keys(known.items)) journal.dropItem(goneFolder, key); // restored
  return unsent;
}

/**
 * Applies newer archives from the person's other machines, moving locally changed or deleted ones to the trash.
 * Returns how many were applied.
 */
async function applyArchives(sync: HubSync, records: readonly OwnedRecord[]): Promise<number> {
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
