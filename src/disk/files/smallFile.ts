import { basename, dirname, join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { type Lease, StoreError } from '../base/core.ts';
import { linkOrCopy, removeHeld, renameOver, writeAtomic } from './atomic.ts';
import { confirmFolder, removeFile, sweep } from './folders.ts';
import { nameAside, readJson, readSmallJson, type Parse } from './json.ts';
import { isTaken, lstatOwn } from './way.ts';

/**
 * Content of a file of a few lines that is never essential; undefined if it is missing or damaged. A link, or
 * anything but a file, counts as damaged.
 */
export function readSmall<T>(file: string, parse: Parse<T>): T | undefined {
  try {
    const read = readSmallJson(file, parse);
    return read.state === 'read' ? read.value : undefined;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** Writes such a file; an existing one that cannot be read, including a link or a folder, is moved aside first. */
export async function writeSmall<T>(
  file: string,
  fields: object,
  parse: Parse<T>,
  lease: Lease,
): Promise<void> {
  if (isTaken(file) && readSmall(file, parse) === undefined) await moveAside(file, lease);
  await sweepFor(file, lease);
  await writeAtomic(file, `${JSON.stringify({ v: 1, ...fields })}\n`, lease);
}

/** A damaged file under its new name. */
export interface QuarantinedFile {
  readonly keptAs: string;
  readonly reason: string;
}

/**
 * Moves a damaged file to `<file>.damaged-<time>` beside it, with all its bytes. Call it under the lock of its
 * folder. A file gets its second name before it loses the first, so that anything a successor has written stays in
 * place.
 */
export async function quarantine(
  file: string,
  reason: string,
  { clock, lease }: { readonly clock: Clock; readonly lease: Lease },
): Promise<QuarantinedFile> {
  const keptAs = await nameAside(file, clock);
  const aside = join(dirname(file), keptAs);
  if (lstatOwn(file)?.isFile() === true) await renameHeld(file, aside, lease);
  else await renameOver(file, aside, () => lease.assertHeld());
  await confirmFolder(dirname(file), lease);
  return { keptAs, reason };
}

async function renameHeld(file: string, to: string, lease: Lease): Promise<void> {
  await linkOrCopy(file, to);
  try {
    await removeHeld([file], lease);
  } catch (error) {
    await removeFile(to).catch(() => undefined); // the first error is reported
    throw error;
  }
}

/** Moves anything that is not a file of the store aside, with its content. */
export async function moveAside(file: string, lease: Lease): Promise<void> {
  const clock = { now: () => lstatOwn(file)?.mtimeMs ?? 0 };
  await quarantine(file, 'not readable', { clock, lease });
}

/** Removes unfinished versions of a file left by a dead process. Call it under the lock of the file. */
export async function sweepFor(file: string, lease: Lease): Promise<void> {
  await sweep(dirname(file), lease, (name) => name.startsWith(`${basename(file)}.`));
}

/**
 * Reads, changes and atomically replaces a JSON file under a lock held by the caller. `change` receives undefined for
 * a missing or damaged file (a damaged one is quarantined first, see the result) and returns the new content, or
 * undefined to leave the file unchanged.
 */
export async function updateJson<T>(
  file: string,
  parse: Parse<T>,
  change: (value: T | undefined) => string | undefined,
  { lease, clock }: { lease: Lease; clock: Clock },
): Promise<QuarantinedFile | undefined> {
  const read = await readJson(file, parse);
  const aside = read.state === 'damaged' ? await quarantine(file, read.reason, { clock, lease }) : undefined;
  const text = change(read.state === 'read' ? read.value : undefined);
  if (text !== undefined) await writeAtomic(file, text, lease);
  return aside;
}
