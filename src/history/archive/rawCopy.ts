import { join } from 'node:path';
import { errno, StoreError } from '../../disk/base/core.ts';
import { createFile, openListed, type FileHandle } from '../../disk/files/open.ts';
import { chunksOfFile } from './fileLines.ts';
import { readGzip, writeGzip } from './gzip.ts';
import type { ArchiveInfo } from './types.ts';

export const rawFolder = 'raw';
/** Maximum number of copies that one continues before it is complete again; keeps the front matter short. */
export const maxBefore = 32;

type Copies = Pick<ArchiveInfo, 'raw' | 'rawBefore'>;

/** Relative paths of the copies whose bytes in order are the transcript that a part archived. */
export const copiesOf = ({ raw, rawBefore = [] }: Copies): readonly string[] =>
  raw === undefined ? [] : [...rawBefore, raw];

/** Yields the bytes of the transcript that a part archived. A chunk is overwritten by the next. */
export async function* transcriptBytes(folder: string, copies: Copies): AsyncGenerator<Uint8Array> {
  for (const path of copiesOf(copies)) yield* bytesOfCopy(checked(folder, path));
}

/** Yields the content of a copy; copies of older versions are not compressed. */
const bytesOfCopy = (file: string): AsyncIterable<Uint8Array> =>
  file.endsWith('.gz') ? readGzip(chunksOfFile(file)) : chunksOfFile(file);

/** The copies whose bytes a transcript begins with, and their total length. */
export interface CopiedPrefix {
  readonly before: readonly string[];
  readonly bytes: number;
}

const nothing: CopiedPrefix = { before: [], bytes: 0 };

/** Returns the part of the transcript in `file` that earlier copies hold: none unless it only grew since. */
export async function copiedPrefixOf(
  file: string,
  folder: string,
  earlier: Copies | undefined,
): Promise<CopiedPrefix> {
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
    // If a copy is missing or cannot be read, everything is copied again.
    if (errno(error) !== undefined || error instanceof StoreError) return nothing;
    throw error;
  } finally {
    await handle.close();
  }
}

/** Whether the content of a copy equals the file's from a position on, as far as it goes. */
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
    // A copy that cannot be read may hold anything.
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

/** Writes the bytes of a transcript. Does not wait for the disk. */
export async function writeBytes(chunks: AsyncIterable<Uint8Array>, to: string): Promise<void> {
  const handle = await createFile(to);
  try {
    for await (const chunk of chunks) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
}

/**
 * Writes a new copy, `target`, of a file from a position on: compressed, after the members of the copy it replaces, if
 * any. Does not wait for the disk.
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

/** Returns the path of a copy; refuses paths that edited front matter may contain. */
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
