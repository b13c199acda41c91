import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { archivesFolder } from '../history/archive/names.ts';
import { rawFolder } from '../history/archive/rawCopy.ts';
import { placeReceived, type ReceivedArchive } from '../history/archive/receivedArchive.ts';
import { makeTemporaryFolder, removeTree } from '../disk/files/folders.ts';
import { createFile, type FileHandle } from '../disk/files/open.ts';
import { machineFolder } from '../disk/files/projectId.ts';
import { fileAt } from '../disk/files/way.ts';
import type { Secrets } from '../disk/base/context.ts';
import { forgottenFile, forgottenText } from '../disk/secrets/forgotten.ts';
import { renamedCopy, renameInHead, alternativeName, type ArchiveRecord } from './archivePieces.ts';
import { piecesInHub } from './archiveRecords.ts';
import type { LocalHistory } from './localHistory.ts';
import type { HubSync } from './hubSync.ts';

/** Returns the archive's name, or another one if that name or that of its copy is taken. */
export async function freeName(
  { context, archives }: LocalHistory,
  there: ArchiveRecord,
  id: string,
): Promise<string> {
  const { name, copy } = there;
  const known = (await archives.list()).archives;
  const isTaken = fileAt(join(context.folder, archivesFolder, `${name}.md`)) !== undefined;
  const isNamed = copy !== undefined && known.some(({ raw }) => raw === `${rawFolder}/${copy}`);
  return isTaken || isNamed ? alternativeName(name, id) : name;
}

/** An archive in the hub and its owner. */
export interface OwnedArchive {
  readonly id: string;
  readonly owner: string;
  readonly there: ArchiveRecord;
}

export interface ReceiveOptions {
  /** Local name. */
  readonly name: string;
  readonly keepsOld: boolean;
  readonly fetchedFrom?: string;
  /** Aborts with its reason before any archive is added. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Downloads archives and adds them to the local ones, all or none if aborted or disconnected. Returns how many were
 * added. Archives incomplete in the hub are logged and skipped.
 */
export async function receive(
  sync: HubSync,
  wanted: readonly (OwnedArchive & ReceiveOptions)[],
): Promise<number> {
  if (wanted.length === 0) return 0;
  const { context } = sync.local;
  const path = join(context.folder, machineFolder, 'hub-archives');
  const folder = await makeTemporaryFolder(path, context.clock.now());
  try {
    const brought: ReceivedArchive[] = [];
    const isForgotten = ({ there: { session } }: OwnedArchive): boolean =>
      context.secrets.text(session).includes(forgottenText);
    for (const [n, archive] of wanted.filter((one) => !isForgotten(one)).entries())
      brought.push(...(await download(sync, archive, join(folder, String(n)))));
    for (const archive of brought) await placeReceived(context, archive);
    return brought.length;
  } finally {
    await removeTree(folder).catch(() => undefined);
  }
}

/** Returns nothing if the hub's archive is incomplete. */
async function download(
  { local: { context }, connection, project }: HubSync,
  { id, owner, there, name, keepsOld, fetchedFrom, signal }: OwnedArchive & ReceiveOptions,
  file: string,
): Promise<readonly ReceivedArchive[]> {
  const { pieces, by, copy } = there;
  const files = { text: `${file}.text`, copy: `${file}.copy` };
  const ofFile = (digests: readonly string[]) =>
    piecesInHub(connection, { project, owner }, id, { by, digests });
  const head = (bytes: Uint8Array) => fetchedHead(renameInHead(bytes, there.name, name), fetchedFrom);
  const packed = copy?.endsWith('.gz') === true;
  // The archive may be older than what a person had forgotten here.
  const hasForgotten = fileAt(join(context.folder, forgottenFile)) !== undefined;
  const secrets = hasForgotten ? context.secrets : undefined;
  const form = { signal, secrets };
  const isWhole =
    (await written(files.text, ofFile(pieces.text), { head, ...form })) &&
    (copy === undefined || (await written(files.copy, ofFile(pieces.copy), { packed, ...form })));
  if (!isWhole) {
    context.log.warn(`the hub does not have all of the archive ${there.name} yet`);
    return [];
  }
  const placed =
    copy === undefined ? {} : { copy: { file: files.copy, name: renamedCopy(copy, there.name, name) } };
  return [{ name, text: files.text, keepsOld, ...placed }];
}

/** Adds the owner to the front matter of a fetched archive. */
function fetchedHead(bytes: Uint8Array, person: string | undefined): Uint8Array {
  if (person === undefined) return bytes;
  const text = Buffer.from(bytes).toString();
  return text.startsWith('---\n')
    ? Buffer.from(text.replace('---\n', () => `---\nfetchedFrom: ${JSON.stringify(person)}\n`))
    : bytes;
}

interface Written {
  readonly signal: AbortSignal | undefined;
  /** Masks what is written. */
  readonly secrets: Secrets | undefined;
  readonly packed?: boolean;
  readonly head?: (bytes: Uint8Array) => Uint8Array;
}

async function written(
  file: string,
  pieces: AsyncIterable<Uint8Array | 'missing'>,
  { packed = false, head, signal, secrets }: Written,
): Promise<boolean> {
  let [isFirst, isWhole] = [true, true];
  async function* there(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      isWhole = piece !== 'missing';
      if (piece === 'missing') return;
      yield isFirst && head ? head(piece) : piece;
      isFirst = false;
    }
  }
  const handle = await createFile(file);
  try {
    const bytes = there();
    for await (const piece of secrets?.chunks(bytes) ?? bytes) await writePiece(handle, piece, packed);
    return isWhole;
  } finally {
    await handle.close();
  }
}

/** Compresses each piece of a copy as a gzip member. */
const writePiece = (handle: FileHandle, piece: Uint8Array, packed: boolean): Promise<void> =>
  packed
    ? pipeline([piece], createGzip(), async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) await handle.writeFile(chunk);
      })
    : handle.writeFile(piece);
