import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { trashArchive } from '../archive/archiveTrash.ts';
import { archivesFolder } from '../archive/names.ts';
import { rawFolder } from '../archive/rawCopy.ts';
import { placeReceived } from '../archive/receivedArchive.ts';
import type { ArchiveInfo } from '../archive/types.ts';
import { removeFile } from '../files/folders.ts';
import { createFile, type FileHandle } from '../files/open.ts';
import { machineFolder } from '../files/projectId.ts';
import { fileAt } from '../files/way.ts';
import {
  contentOfArchive,
  copyNamed,
  headNamed,
  markOfArchive,
  otherName,
  parseArchiveRecord,
  type ArchiveRecord,
} from './archivePieces.ts';
import { piecesInHub } from './archiveRecords.ts';
import type { KnownItem } from './hubState.ts';
import type { LocalHistory } from './localHistory.ts';
import type { HubSync } from './openedHistory.ts';
import type { OwnedRecord } from './pull.ts';
import { contentHere, ownArchives } from './unsentArchives.ts';
import { keyOf, takesPlace } from './versions.ts';

/**
 * Brings archives of the same person from other machines among those here, where they are newer; what was changed here, or
 * is deleted, goes into the trash. Gives how many that were.
 */
export async function applyArchives(sync: HubSync, records: readonly OwnedRecord[]): Promise<number> {
  let applied = 0;
  for (const record of records) {
    if (record.kind !== 'archive' || record.id.includes('.')) continue;
    if (!takesPlace(record, sync.journal.item(archivesFolder, keyOf(record)))) continue;
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
  const digest = contentOfArchive(there);
  const isSame = here !== undefined && (await isContent(local, here, { known, digest }));
  const name = here?.name ?? (await freeName(local, there, id));
  if (!isSame) {
    const isChanged = here !== undefined && (known?.unsent === true || known?.mark !== markOfArchive(here));
    const keepsOld = isChanged || (here?.messages ?? 0) > there.messages;
    if (!(await receive(sync, { id, owner, there }, { name, keepsOld }))) return false;
  }
  const placed = (await local.archives.list()).archives.find((archive) => archive.name === name);
  const mark = placed && markOfArchive(placed);
  const { pieces } = known ?? {};
  const item = { time, author, digest, name, ...(mark !== undefined && { mark }) };
  journal.setItem(archivesFolder, keyOf(record), { ...item, ...(pieces && { pieces }) });
  return !isSame;
}

/** Whether an archive here holds what a digest says; it is read where it was changed since that was known. */
async function isContent(
  local: LocalHistory,
  here: ArchiveInfo,
  { known, digest }: { readonly known: KnownItem | undefined; readonly digest: string },
): Promise<boolean> {
  const isKnown = known?.unsent !== true && known?.mark === markOfArchive(here);
  return (isKnown ? known.digest : await contentHere(local, here)) === digest;
}

/** The name of an archive, unless another one has it, or names a copy that is called so. */
export async function freeName(
  { context, archives }: LocalHistory,
  there: ArchiveRecord,
  id: string,
): Promise<string> {
  const { name, copy } = there;
  const known = (await archives.list()).archives;
  const isTaken = fileAt(join(context.folder, archivesFolder, `${name}.md`)) !== undefined;
  const isNamed = copy !== undefined && known.some(({ raw }) => raw === `${rawFolder}/${copy}`);
  return isTaken || isNamed ? otherName(name, id) : name;
}

/** An archive in the hub, with whose it is. */
export interface ArchiveThere {
  readonly id: string;
  readonly owner: string;
  readonly there: ArchiveRecord;
}

/** Reads an archive from the hub and puts it among those here; false where the hub does not have all of it, which is logged. */
export async function receive(
  { local: { context }, connection, project }: HubSync,
  { id, owner, there }: ArchiveThere,
  {
    name,
    keepsOld,
    fetchedFrom,
  }: { readonly name: string; readonly keepsOld: boolean; readonly fetchedFrom?: string },
): Promise<boolean> {
  const { pieces, by, copy } = there;
  const files = ['text', 'copy'].map((file) =>
    join(context.folder, machineFolder, `hub-archive-${file}.tmp`),
  );
  const [text = '', copied = ''] = files;
  const ofFile = (digests: readonly string[]) =>
    piecesInHub(connection, { project, owner }, id, { by, digests });
  try {
    const head = (bytes: Uint8Array) => fetchedHead(headNamed(bytes, there.name, name), fetchedFrom);
    const isWhole =
      (await written(text, ofFile(pieces.text), { head })) &&
      (copy === undefined || (await written(copied, ofFile(pieces.copy), { packed: copy.endsWith('.gz') })));
    if (isWhole) {
      const placed =
        copy === undefined ? {} : { copy: { file: copied, name: copyNamed(copy, there.name, name) } };
      await placeReceived(context, { name, text, keepsOld, ...placed });
    } else context.log.warn(`the hub does not have all of the archive ${there.name} yet`);
    return isWhole;
  } finally {
    for (const file of files) await removeFile(file).catch(() => undefined);
  }
}

/** The beginning of a text says first from whom it was fetched. */
function fetchedHead(bytes: Uint8Array, person: string | undefined): Uint8Array {
  if (person === undefined) return bytes;
  const text = Buffer.from(bytes).toString();
  return text.startsWith('---\n')
    ? Buffer.from(text.replace('---\n', () => `---\nfetchedFrom: ${JSON.stringify(person)}\n`))
    : bytes;
}

interface Written {
  readonly packed?: boolean;
  readonly head?: (bytes: Uint8Array) => Uint8Array;
}

async function written(
  file: string,
  pieces: AsyncIterable<Uint8Array | 'missing'>,
  { packed = false, head }: Written,
): Promise<boolean> {
  await removeFile(file);
  const handle = await createFile(file);
  try {
    let isFirst = true;
    for await (const piece of pieces) {
      if (piece === 'missing') return false;
      await writePiece(handle, isFirst && head ? head(piece) : piece, packed);
      isFirst = false;
    }
    return true;
  } finally {
    await handle.close();
  }
}

/** Each piece of a copy becomes a member of its own. */
const writePiece = (handle: FileHandle, piece: Uint8Array, packed: boolean): Promise<void> =>
  packed
    ? pipeline([piece], createGzip(), async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) await handle.writeFile(chunk);
      })
    : handle.writeFile(piece);
