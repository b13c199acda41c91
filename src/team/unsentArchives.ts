import { archivesFolder } from '../history/archive/names.ts';
import type { ArchiveInfo } from '../history/archive/types.ts';
import {
  archiveId,
  archiveRecord,
  archiveDigest,
  archiveFingerprint,
  parseArchiveRecord,
  pieceId,
  pieceRecord,
  piecesOf,
  type ArchiveFile,
} from './archivePieces.ts';
import { knownArchives } from './archiveRecords.ts';
import type { KnownItem } from './hubState.ts';
import type { HubJournal } from './journal.ts';
import type { LocalHistory } from './localHistory.ts';
import type { HubSync } from './hubSync.ts';
import type { HubRecord } from './types.ts';
import { keyOf, nextVersion } from './versions.ts';

const keyOfArchive = (id: string): string => keyOf({ kind: 'archive', id });

/** A record with a callback that marks it as sent. */
export interface UnsentRecord {
  readonly record: HubRecord;
  readonly sent: () => void;
}

/** Returns the archives of a history by their hub ids, without those fetched from colleagues, who send them. */
export async function ownArchives({ archives }: LocalHistory): Promise<{
  readonly own: ReadonlyMap<string, ArchiveInfo>;
  readonly damaged: ReadonlySet<string>;
  readonly isEmpty: boolean;
}> {
  const list = await archives.list();
  const own = list.archives.filter(({ fetchedFrom }) => fetchedFrom === undefined);
  return {
    own: new Map(own.map((archive) => [archiveId(archive), archive])),
    damaged: new Set(list.damaged.map(({ name }) => name)),
    isEmpty: list.archives.length === 0,
  };
}

/**
 * Compares archives with the journal by their fingerprints: changed and missing ones get a new version. If none is
 * left, the folder was removed, which deletes nothing elsewhere.
 */
export async function compareArchives(local: LocalHistory, journal: HubJournal): Promise<void> {
  const { own, damaged, isEmpty } = await ownArchives(local);
  const { author } = journal.state;
  for (const [id, archive] of own) {
    const before = journal.item(archivesFolder, keyOfArchive(id));
    const mark = archiveFingerprint(archive);
    if (before?.mark === mark) continue;
    const version = nextVersion(before, Date.parse(archive.archived), author);
    const { name } = archive;
    const { pieces, digest = 'new' } = before ?? {};
    const item = { ...version, digest: digest || 'new', mark, name, unsent: true } as const;
    journal.setItem(archivesFolder, keyOfArchive(id), { ...item, ...(pieces && { pieces }) });
  }
  if (isEmpty) return;
  for (const [key, item] of Object.entries(journal.folder(archivesFolder)?.items ?? {})) {
    const isThere = own.has(key.slice(keyOfArchive('').length)) || damaged.has(item.name ?? '');
    if (isThere || item.digest === '') continue;
    const { mark: _mark, ...gone } = { ...item, ...nextVersion(item, local.context.clock.now(), author) };
    journal.setItem(archivesFolder, key, { ...gone, digest: '', unsent: true });
  }
}

/**
 * Yields what the hub lacks of archives: pieces, then the archive that lists them, then deletions of obsolete pieces.
 */
export async function* unsentArchives(sync: HubSync): AsyncGenerator<UnsentRecord> {
  const { local, journal } = sync;
  await compareArchives(local, journal);
  const { own } = await ownArchives(local);
  await adoptKnown(sync, own);
  for (const [key, item] of Object.entries(journal.folder(archivesFolder)?.items ?? {})) {
    const id = key.slice(keyOfArchive('').length);
    const archive = own.get(id);
    if (item.unsent && item.digest === '') yield deletedArchive(journal, id, item);
    if (item.unsent && item.digest !== '' && archive) yield* changedArchive(sync, id, archive);
    else yield* obsoletePieces(journal, id, new Set());
  }
}

/** Adopts versions the hub already has, as after the loss of the journal, so that equal content is not sent again. */
async function adoptKnown(
  { local, journal, connection, project }: HubSync,
  own: ReadonlyMap<string, ArchiveInfo>,
): Promise<void> {
  const unknown = [...own.keys()].filter(
    (id) => journal.item(archivesFolder, keyOfArchive(id))?.digest === 'new',
  );
  for (const { id, time, author, body, deleted } of await knownArchives(connection, project, unknown)) {
    const archive = own.get(id);
    const there = deleted ? undefined : parseArchiveRecord(body);
    if (archive === undefined || there === undefined) continue;
    const digest = archiveDigest(there);
    const mark = archiveFingerprint(archive);
    if (digest !== (await localArchiveDigest(local, archive))) continue;
    journal.setItem(archivesFolder, keyOfArchive(id), { time, author, digest, mark, name: archive.name });
  }
}

/** Returns a digest of an archive's masked content. */
export async function localArchiveDigest({ masked }: LocalHistory, archive: ArchiveInfo): Promise<string> {
  const pieces: Record<ArchiveFile, string[]> = { text: [], copy: [] };
  for await (const { file, digest } of piecesOf(masked, archive)) pieces[file].push(digest);
  return archiveDigest({ pieces });
}

async function* changedArchive(
  { local, journal }: HubSync,
  id: string,
  archive: ArchiveInfo,
): AsyncGenerator<UnsentRecord> {
  const key = keyOfArchive(id);
  const item = journal.item(archivesFolder, key);
  if (item === undefined) return;
  const version = { time: item.time, author: journal.state.author };
  const by = version.author.slice(0, 8);
  const has = new Set(item.pieces);
  const pieces: Record<ArchiveFile, string[]> = { text: [], copy: [] };
  for await (const piece of piecesOf(local.masked, archive)) {
    const own = pieceId(id, by, piece.digest);
    pieces[piece.file].push(piece.digest);
    if (has.has(own)) continue;
    has.add(own);
    const { session } = archive;
    const record = pieceRecord({ id: own, session: local.masked.text(session) }, piece, version);
    yield { record, sent: () => addPiece(journal, key, own) };
  }
  if (archiveFingerprint(archive) !== item.mark) return; // written since: the next push sends the new version
  const body = archiveRecord(local.masked, archive, pieces, version.author);
  const digest = archiveDigest(body);
  yield {
    record: { kind: 'archive', id, ...version, body: { ...body }, text: '', deleted: false },
    sent: () => noteSent(journal, key, { ...item, ...version, digest }),
  };
  const needed = [...pieces.text, ...pieces.copy].map((each) => pieceId(id, by, each));
  yield* obsoletePieces(journal, id, new Set(needed));
}

/** Yields deletions of pieces sent from here that the archive no longer uses. */
function* obsoletePieces(
  journal: HubJournal,
  archive: string,
  needed: ReadonlySet<string>,
): Generator<UnsentRecord> {
  const key = keyOfArchive(archive);
  const item = journal.item(archivesFolder, key);
  if (item === undefined || (item.author === journal.state.author && needed.size === 0 && item.digest !== ''))
    return;
  const { time } = item;
  const { author } = journal.state;
  for (const id of item.pieces ?? [])
    if (!needed.has(id))
      yield {
        record: { kind: 'archive', id, time, author, body: null, text: '', deleted: true },
        sent: () => forgetPiece(journal, key, id),
      };
}

function forgetPiece(journal: HubJournal, key: string, piece: string): void {
  const { pieces = [], ...item } = journal.item(archivesFolder, key) ?? {};
  const left = pieces.filter((known) => known !== piece);
  if ('digest' in item)
    journal.setItem(archivesFolder, key, { ...item, ...(left.length > 0 && { pieces: left }) });
}

function addPiece(journal: HubJournal, key: string, piece: string): void {
  const item = journal.item(archivesFolder, key);
  if (item) journal.setItem(archivesFolder, key, { ...item, pieces: [...(item.pieces ?? []), piece] });
}

/** Marks an archive as sent, keeping the pieces recorded since. */
function noteSent(journal: HubJournal, key: string, { unsent: _unsent, ...item }: KnownItem): void {
  const pieces = journal.item(archivesFolder, key)?.pieces;
  journal.setItem(archivesFolder, key, { ...item, ...(pieces && { pieces }) });
}

function deletedArchive(journal: HubJournal, id: string, item: KnownItem): UnsentRecord {
  const { time, author } = item;
  return {
    record: { kind: 'archive', id, time, author, body: null, text: '', deleted: true },
    sent: () => noteSent(journal, keyOfArchive(id), item),
  };
}
