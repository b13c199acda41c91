import { join } from 'node:path';
import type { Secrets } from '../base/context.ts';
import { errno, StoreError } from '../base/core.ts';
import { createFile, openListed, type FileHandle } from '../files/open.ts';
import { chunksOfFile } from './fileLines.ts';
import { readGzip, writeGzip } from './gzip.ts';
import type { ArchiveInfo } from './types.ts';

export const rawFolder = 'raw';
/** A copy continues at most so many others; then one holds all again. It keeps the front matter short. */
const maxBefore = 32;

type Copies = Pick<ArchiveInfo, 'raw' | 'rawBefore'>;

/** The paths, relative to the archives, whose bytes one after the other are the transcript as a part archived it. */
const copiesOf = ({ raw, rawBefore = [] }: Copies): readonly string[] =>
  raw === undefined ? [] : [...rawBefore, raw];

/** The bytes of the transcript as a part archived it. A chunk is overwritten by the next. */
export async function* transcriptBytes(folder: string, copies: Copies): AsyncGenerator<Uint8Array> {
  for (const path of copiesOf(copies)) yield* bytesOfCopy(checked(folder, path));
}

/** What a copy holds; those of older versions are not compressed. */
const bytesOfCopy = (file: string): AsyncIterable<Uint8Array> =>
  file.endsWith('.gz') ? readGzip(chunksOfFile(file)) : chunksOfFile(file);

/** The copies whose bytes a transcript begins with, and how many these are. */
export interface HeldCopies {
  readonly before: readonly string[];
  readonly bytes: number;
}

const nothing: HeldCopies = { before: [], bytes: 0 };

/** What the part before holds of the transcript in `file`: nothing where the transcript did not only grow since. */
export async function heldOf(file: string, folder: string, earlier: Copies | undefined): Promise<HeldCopies> {
  const before = earlier ? copiesOf(earlier) : [];
  if (earlier === undefined || before.length === 0 || before.length > maxBefore) return nothing;
  const handle = await openListed(file, Infinity);
  try {
    let bytes = 0;
    for await (const chunk of transcriptBytes(folder, earlier)) {
      if (!(await hasAt(handle, bytes, chunk))) return nothing;
      bytes += chunk.length;
    }
    return { before, bytes };
  } catch (error) {
    // A copy that is gone, or cannot be read, holds nothing: all is copied again.
    if (errno(error) !== undefined || error instanceof StoreError) return nothing;
    throw error;
  } finally {
    await handle.close();
  }
}

/** Whether a copy holds nothing but what a file has from a position on. */
export async function isBeginningOf(copy: string, file: string, from: number): Promise<boolean> {
  const handle = await openListed(file, Infinity);
  try {
    let position = from;
    for await (const chunk of bytesOfCopy(copy)) {
      if (!(await hasAt(handle, position, chunk))) return false;
      position += chunk.length;
    }
    return true;
  } catch (error) {
    // One that cannot be read may hold anything.
    if (errno(error) !== undefined || error instanceof StoreError) return false;
    throw error;
  } finally {
    await handle.close();
  }
}

async function hasAt(handle: FileHandle, position: number, chunk: Uint8Array): Promise<boolean> {
  const { bytesRead, buffer } = await handle.read(
    Buffer.allocUnsafe(chunk.length),
    0,
    chunk.length,
    position,
  );
  return bytesRead === chunk.length && buffer.equals(chunk);
}

/** Writes what a transcript holds without the secrets in it. The disk is not waited for. */
export async function copyMasked(
  chunks: AsyncIterable<Uint8Array>,
  to: string,
  secrets: Secrets,
): Promise<void> {
  const handle = await createFile(to);
  try {
    for await (const chunk of secrets.chunks(chunks)) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
}

/**
 * Makes a new copy, `target`, of what a file holds from a position on: compressed, and behind the members of the copy
 * it is to replace, if there is one. The disk is not waited for.
 */
export async function writeCopy(
  file: string,
  position: number,
  target: string,
  replaced?: string,
): Promise<void> {
  const handle = await createFile(target);
  try {
    if (replaced !== undefined)
      for await (const chunk of chunksOfFile(replaced, 0, Infinity)) await handle.writeFile(chunk);
    await writeGzip(chunksOfFile(file, position, Infinity), handle);
  } finally {
    await handle.close();
  }
}

/** The file of a copy; refuses what front matter that somebody changed may name. */
function checked(folder: string, path: string): string {
  const [parent, name = '', ...deeper] = path.split('/');
  if (parent !== rawFolder || deeper.length > 0 || !/^[^.\\][^\\]*$/.test(name))
    throw new StoreError(
      'outside',
      `${JSON.stringify(path)} is not a copy of a transcript below ${rawFolder}/.`,
      {
        path,
      },
    );
  return join(folder, path);
}
