import { join } from 'node:path';
import { errno, StoreError } from '../base/core.ts';
import { createFile, openListed, type FileHandle } from '../files/open.ts';
import { chunksOfFile } from './fileLines.ts';
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
  for (const path of copiesOf(copies)) yield* chunksOfFile(checked(folder, path));
}

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
  const handle = await openListed(file);
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

/** Whether a copy holds nothing but what a file begins with. */
export async function isBeginningOf(copy: string, file: string): Promise<boolean> {
  const handle = await openListed(file);
  try {
    let bytes = 0;
    for await (const chunk of chunksOfFile(copy)) {
      if (!(await hasAt(handle, bytes, chunk))) return false;
      bytes += chunk.length;
    }
    return true;
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

/** Writes what a file holds from a position on into a new one. The disk is not waited for. */
export async function writeRest(file: string, position: number, rest: string): Promise<void> {
  const handle = await createFile(rest);
  try {
    for await (const chunk of chunksOfFile(file, position)) await handle.writeFile(chunk);
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
