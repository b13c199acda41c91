import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { archivesFolder } from '../archive/names.ts';
import { rawFolder } from '../archive/rawCopy.ts';
import { placeReceived, type ReceivedArchive } from '../archive/receivedArchive.ts';
import { makeFolder, removeTree, temporarySuffix } from '../files/folders.ts';
import { createFile, type FileHandle } from '../files/open.ts';
import { machineFolder } from '../files/projectId.ts';
import { fileAt } from '../files/way.ts';
import { copyNamed, headNamed, otherName, type ArchiveRecord } from './archivePieces.ts';
import { piecesInHub } from './archiveRecords.ts';
import type { LocalHistory } from './localHistory.ts';
import type { HubSync } from './openedHistory.ts';

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

export interface ReceiveOptions {
  /** What it is called here. */
  readonly name: string;
  readonly keepsOld: boolean;
  readonly fetchedFrom?: string;
  /** Ends it with its reason, before anything of it is among the archives here. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads archives from the hub and puts them among those here, once all of them are on this disk: where that is
 * stopped, or the connection breaks, none is. Gives how many that were; what the hub does not have all of is left out, which is logged.
 */
export async function receive(
  sync: HubSync,
  wanted: readonly (ArchiveThere & ReceiveOptions)[],
): Promise<number> {
  const folder = join(sync.local.context.folder, machineFolder, `hub-archives${temporarySuffix}`);
  await removeTree(folder); // of a program that died
  if (wanted.length === 0) return 0;
  await makeFolder(folder);
  try {
    const brought: ReceivedArchive[] = [];
    for (const [n, archive] of wanted.entries())
      brought.push(...(await bring(sync, archive, join(folder, String(n)))));
    for (const archive of brought) await placeReceived(sync.local.context, archive);
    return brought.length;
  } finally {
    await removeTree(folder).catch(() => undefined);
  }
}

/** Nothing where the hub does not have all of it. */
async function bring(
  { local: { context }, connection, project }: HubSync,
  { id, owner, there, name, keepsOld, fetchedFrom, signal }: ArchiveThere & ReceiveOptions,
  file: string,
): Promise<readonly ReceivedArchive[]> {
  const { pieces, by, copy } = there;
  const files = { text: `${file}.text`, copy: `${file}.copy` };
  const ofFile = (digests: readonly string[]) =>
    piecesInHub(connection, { project, owner }, id, { by, digests });
  const head = (bytes: Uint8Array) => fetchedHead(headNamed(bytes, there.name, name), fetchedFrom);
  const packed = copy?.endsWith('.gz') === true;
  const isWhole =
    (await written(files.text, ofFile(pieces.text), { head, signal })) &&
    (copy === undefined || (await written(files.copy, ofFile(pieces.copy), { packed, signal })));
  if (!isWhole) {
    context.log.warn(`the hub does not have all of the archive ${there.name} yet`);
    return [];
  }
  const placed =
    copy === undefined ? {} : { copy: { file: files.copy, name: copyNamed(copy, there.name, name) } };
  return [{ name, text: files.text, keepsOld, ...placed }];
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
  readonly signal: AbortSignal | undefined;
  readonly packed?: boolean;
  readonly head?: (bytes: Uint8Array) => Uint8Array;
}

async function written(
  file: string,
  pieces: AsyncIterable<Uint8Array | 'missing'>,
  { packed = false, head, signal }: Written,
): Promise<boolean> {
  const handle = await createFile(file);
  try {
    let isFirst = true;
    for await (const piece of pieces) {
      signal?.throwIfAborted();
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
