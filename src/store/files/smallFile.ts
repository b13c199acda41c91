import { basename, dirname, join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { type Lease, StoreError } from '../base/core.ts';
import { writeAtomic } from './atomic.ts';
import { namesIn, removeTree, temporarySuffix } from './folders.ts';
import { quarantine, readJson, readSmallJson, type Parse, type QuarantinedFile } from './json.ts';
import { isTaken, peek } from './way.ts';

/**
 * What a file of a few lines says that is never essential; undefined where it is missing or damaged. What is a link, or
 * no file, is as good as damaged.
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

/** Writes such a file; what is there and cannot be read, be it a link or a folder, is moved out of the way first. */
export async function writeSmall<T>(
  file: string,
  fields: object,
  parse: Parse<T>,
  lease: Lease,
): Promise<void> {
  if (isTaken(file) && readSmall(file, parse) === undefined) await moveAside(file, lease);
  await sweepFor(file);
  await writeAtomic(file, `${JSON.stringify({ v: 1, ...fields })}\n`, lease);
}

/** Moves what is no file of ours out of the way, with all it holds. */
export async function moveAside(file: string, lease: Lease): Promise<void> {
  const clock = { now: () => peek(file)?.mtimeMs ?? 0 };
  await quarantine(file, 'not readable', { clock, log: lease });
}

/** Removes what a process that died left of a file. Call it under the lock of the file. */
export async function sweepFor(file: string): Promise<void> {
  const folder = dirname(file);
  const isLeft = (name: string): boolean =>
    name.startsWith(`${basename(file)}.`) && name.endsWith(temporarySuffix);
  for (const name of (await namesIn(folder)).filter(isLeft)) await removeTree(join(folder, name));
}

/**
 * Reads, changes and atomically replaces a JSON file under a lock the caller holds. `change` gets undefined for
 * a missing or damaged file (the damaged one is put aside first, see the result) and returns the new content,
 * or undefined to leave the file as it is.
 */
export async function updateJson<T>(
  file: string,
  parse: Parse<T>,
  change: (value: T | undefined) => string | undefined,
  { lease, clock }: { lease: Lease; clock: Clock },
): Promise<QuarantinedFile | undefined> {
  const read = await readJson(file, parse);
  const aside =
    read.state === 'damaged' ? await quarantine(file, read.reason, { clock, log: lease }) : undefined;
  const text = change(read.state === 'read' ? read.value : undefined);
  if (text !== undefined) await writeAtomic(file, text, lease);
  return aside;
}
