import { createHash, randomBytes } from 'node:crypto';
import { dirname, extname, join } from 'node:path';
import type { Secrets } from '../../disk/base/context.ts';
import { defined, type Lease, StoreError } from '../../disk/base/core.ts';
import { removeHeld, renameOver, syncFile } from '../../disk/files/atomic.ts';
import { confirmFolder, removeFile, syncFolder, temporarySuffix } from '../../disk/files/folders.ts';
import { createFile } from '../../disk/files/open.ts';
import { placeNew } from '../../disk/files/placeNew.ts';
import { isTaken } from '../../disk/files/way.ts';
import { databasePath } from '../../agents/reading/types.ts';
import { chunksOfFile } from './fileLines.ts';
import { writeHead } from './frontMatter.ts';
import { endOfArchive } from './markdown.ts';
import { archiveName, numbered } from './names.ts';
import { isBeginningOf, rawFolder } from './rawCopy.ts';
import type { ArchiveInfo, ArchiveList } from './types.ts';

/** Location of a transcript's archives, under the lock of their folder. */
export interface ArchiveLocation {
  /** Absolute path of `.conversations`, which exists. */
  readonly folder: string;
  readonly lease: Lease;
  /** Milliseconds. */
  readonly now: number;
  readonly secrets: Secrets;
  /** Lists a session's archives and damaged files. */
  readonly archivesOf: (session: string) => Promise<ArchiveList>;
}

/** Temporary files of a new archive: the copied transcript, its new bytes compressed, the messages, the Markdown. */
export type Temporary = Readonly<Record<'raw' | 'rest' | 'body' | 'whole', string>>;

/** Makes the names of one call's files. */
export function temporaryFiles(folder: string): Temporary {
  const name = randomBytes(4).toString('hex');
  return {
    raw: join(folder, rawFolder, `${name}${temporarySuffix}`),
    rest: join(folder, rawFolder, `${name}.rest${temporarySuffix}`),
    body: join(folder, `${name}.body${temporarySuffix}`),
    whole: join(folder, `${name}.md${temporarySuffix}`),
  };
}

/** An archive's head before it has a name. */
export type Head = Omit<ArchiveInfo, 'name' | 'path' | 'raw'>;

/** Extension of the copy of a transcript. */
export const rawEnding = (transcript: string): string =>
  extname(transcript) === '.json' || databasePath(transcript) ? wholeEnding : '.jsonl.gz';
/** Extension of copies of transcripts that are not lines or do not only grow by appending. */
export const wholeEnding = '.json.gz';

/** Replaces both files of a part; the copy first, because the new one begins with the old one. */
export async function replace(
  head: Head & { readonly raw: string },
  { name, path }: ArchiveInfo,
  temporary: Temporary,
  { folder, lease }: ArchiveLocation,
): Promise<ArchiveInfo> {
  const assertHeld = () => lease.assertHeld();
  await syncFile(temporary.rest);
  await writeWhole(temporary, writeHead(head));
  await renameOver(temporary.rest, join(folder, head.raw), assertHeld);
  await syncFolder(join(folder, rawFolder));
  await renameOver(temporary.whole, path, assertHeld);
  await confirmFolder(folder, lease);
  return { name, path, ...head };
}

/**
 * Gives both files the first free name; the Markdown last, as it makes the archive exist. `from` is the start of the
 * copy in the transcript, undefined without a copy.
 */
export async function commit(
  head: Head,
  { path: transcript, from }: { readonly path: string; readonly from: number | undefined },
  temporary: Temporary,
  place: ArchiveLocation,
): Promise<ArchiveInfo> {
  const { folder, lease } = place;
  const wanted = archiveName(head.title, head.session, place.now);
  if (from !== undefined) await syncFile(temporary.rest);
  for (let n = 1; ; n++) {
    const name = numbered(wanted, n);
    const path = join(folder, `${name}.md`);
    const raw = from === undefined ? undefined : `${rawFolder}/${name}${rawEnding(transcript)}`;
    const copy = raw === undefined ? undefined : join(folder, raw);
    if (isTaken(path) || (copy !== undefined && (await isHeld(copy, temporary.raw, { from, lease }))))
      continue;
    const info = { ...head, ...defined({ raw }) };
    await removeFile(temporary.whole);
    await writeWhole(temporary, writeHead(info));
    if (copy !== undefined && !(await placeNew(temporary.rest, copy, () => lease.assertHeld()))) continue;
    await placeMarkdown(temporary.whole, path, copy, lease);
    return { name, path, ...info };
  }
}

/** Renames the Markdown; on failure the unreferenced copy is removed. */
async function placeMarkdown(
  whole: string,
  path: string,
  copy: string | undefined,
  lease: Lease,
): Promise<void> {
  try {
    if (copy !== undefined) await syncFolder(dirname(copy));
    if (!(await placeNew(whole, path, () => lease.assertHeld())))
      throw new StoreError('busy', `Somebody else made ${path} just now. Try again.`, { path });
  } catch (error) {
    // the first error is the one to report
    if (copy !== undefined) await removeHeld([copy], lease).catch(() => undefined);
    throw error;
  }
  await confirmFolder(dirname(path), lease);
}

/**
 * Whether a name in `raw/` without Markdown is taken; the copy of a dead writer is contained in the new one and
 * removed.
 */
async function isHeld(
  copy: string,
  transcript: string,
  { from = 0, lease }: { readonly from: number | undefined; readonly lease: Lease },
): Promise<boolean> {
  if (!isTaken(copy)) return false;
  if (!(await isBeginningOf(copy, transcript, from))) return true;
  await removeHeld([copy], lease);
  return false;
}

/** Whether a part is unchanged since it was written; false for old ones without a digest. */
export async function isAsWritten(part: ArchiveInfo): Promise<boolean> {
  const digest = part.open ?? part.digest;
  return digest !== undefined && digest === (await digestOf(part.path, Buffer.byteLength(writeHead(part))));
}

async function digestOf(file: string, from: number): Promise<string> {
  const digest = new ArchiveDigest();
  for await (const chunk of chunksOfFile(file, from)) digest.add(chunk);
  return digest.text;
}

async function writeWhole({ whole, body }: Temporary, head: string): Promise<void> {
  const handle = await createFile(whole);
  try {
    await handle.writeFile(head);
    for await (const chunk of chunksOfFile(body, 0, Infinity)) await handle.writeFile(chunk);
    await handle.writeFile(endOfArchive);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Length of the SHA-256 that identifies an archive's content. Characters. */
const digestLength = 32;

/** Digest that detects changes of an archive, from its first message to its end, added in pieces. */
export class ArchiveDigest {
  readonly #hash = createHash('sha256');

  add(piece: Uint8Array | string): this {
    this.#hash.update(piece);
    return this;
  }

  /** The digest, once everything was added. */
  get text(): string {
    return this.#hash.digest('hex').slice(0, digestLength);
  }
}
