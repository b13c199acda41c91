import { randomBytes } from 'node:crypto';
import { dirname, extname, join } from 'node:path';
import type { Secrets } from '../base/context.ts';
import { defined, type Lease, StoreError } from '../base/core.ts';
import { renameOver, syncFile } from '../files/atomic.ts';
import { confirmFolder, removeFile, syncFolder, temporarySuffix } from '../files/folders.ts';
import { createFile } from '../files/open.ts';
import { placeNew } from '../files/placeNew.ts';
import { isTaken } from '../files/way.ts';
import { databasePath } from '../transcripts/shared/types.ts';
import { ArchiveDigest } from './digest.ts';
import { chunksOfFile } from './fileLines.ts';
import { writeHead } from './frontMatter.ts';
import { endOfArchive } from './markdown.ts';
import { archiveName, numbered } from './names.ts';
import { isBeginningOf, rawFolder } from './rawCopy.ts';
import type { ArchiveInfo, ArchiveList } from './types.ts';

/** Where a transcript is archived, under the lock of that folder. */
export interface ArchiveLocation {
  /** Absolute path of `.conversations`, which exists. */
  readonly folder: string;
  readonly lease: Lease;
  /** Milliseconds. */
  readonly now: number;
  readonly secrets: Secrets;
  /** What is archived of a session, and files that have lost their heads. */
  readonly archivesOf: (session: string) => Promise<ArchiveList>;
}

/** What is not yet an archive: the transcript as it was copied, its new bytes compressed, the messages, the Markdown. */
export type Temporary = Readonly<Record<'raw' | 'rest' | 'body' | 'whole', string>>;

/** Names for the files of one call. */
export function temporaryFiles(folder: string): Temporary {
  const name = randomBytes(4).toString('hex');
  return {
    raw: join(folder, rawFolder, `${name}${temporarySuffix}`),
    rest: join(folder, rawFolder, `${name}.rest${temporarySuffix}`),
    body: join(folder, `${name}.body${temporarySuffix}`),
    whole: join(folder, `${name}.md${temporarySuffix}`),
  };
}

/** What an archive says of itself, before it has a name. */
export type Head = Omit<ArchiveInfo, 'name' | 'path' | 'raw'>;

/** The ending of the copy of a transcript. */
export const rawEnding = (transcript: string): string =>
  extname(transcript) === '.json' || databasePath(transcript) ? wholeEnding : '.jsonl.gz';
/** The ending of copies of what is no lines, or does not only grow by them. */
export const wholeEnding = '.json.gz';

/** Puts both files in the place of those of a part; the copy first, for it begins with the other. */
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
 * Gives both files the first name that neither has taken; the Markdown last, for with it the archive is there. `from` is
 * where the copy begins in the transcript; without one there is no copy.
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
    if (isTaken(path) || (copy !== undefined && (await isHeld(copy, temporary.raw, from)))) continue;
    const info = { ...head, ...defined({ raw }) };
    await removeFile(temporary.whole);
    await writeWhole(temporary, writeHead(info));
    if (copy !== undefined && !(await placeNew(temporary.rest, copy, () => lease.assertHeld()))) continue;
    await placeMarkdown(temporary.whole, path, copy, lease);
    return { name, path, ...info };
  }
}

/** Where this fails the copy goes, which nothing names. */
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
    if (copy !== undefined) await removeFile(copy).catch(() => undefined); // the first error is the one to tell
    throw error;
  }
  await confirmFolder(dirname(path), lease);
}

/** Whether a name in `raw/` without its Markdown is taken: a copy whose writer died is in the new one and goes. */
async function isHeld(copy: string, transcript: string, from = 0): Promise<boolean> {
  if (!isTaken(copy)) return false;
  if (!(await isBeginningOf(copy, transcript, from))) return true;
  await removeFile(copy);
  return false;
}

/** Whether nobody changed a part since; false for one that was written before parts told their digest. */
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
