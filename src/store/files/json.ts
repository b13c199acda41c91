import { basename, dirname, join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { isDeeperThan, isoTime, jsonProblem, type Log, StoreError } from '../base/core.ts';
import { confirmFolder, moveTo, namesIn } from './folders.ts';
import { bytesNow, bytesOf } from './open.ts';

/** Thrown by a parser for content that is JSON but not what the file must hold. */
export class WrongContent extends Error {}

/** Turns parsed JSON into a value, throwing `WrongContent` with what is wrong. */
export type Parse<T> = (value: unknown) => T;

export type ReadResult<T> =
  | { readonly state: 'missing' }
  | { readonly state: 'read'; readonly value: T; readonly bytes: number }
  | { readonly state: 'damaged'; readonly reason: string };

/** Nesting allowed in a file: what is deeper would overflow the stack of whoever writes it again or sends it on. */
export const maxFileDepth = 1_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a JSON file. A missing file is a value, damaged content is a value, everything else (permissions, disk) throws. */
export async function readJson<T>(file: string, parse: Parse<T>): Promise<ReadResult<T>> {
  try {
    const bytes = await bytesOf(file);
    return bytes === undefined ? { state: 'missing' } : parseJson(bytes, parse);
  } catch (error) {
    return unreadable(error);
  }
}

/** The same without waiting, for files of a few lines that stand in the way of everything else. */
export function readSmallJson<T>(file: string, parse: Parse<T>): ReadResult<T> {
  try {
    const bytes = bytesNow(file);
    return bytes === undefined ? { state: 'missing' } : parseJson(bytes, parse);
  } catch (error) {
    return unreadable(error);
  }
}

/** A file that is too large to be read is damaged; everything else is thrown on. */
function unreadable(error: unknown): ReadResult<never> {
  if (error instanceof StoreError && error.code === 'damaged')
    return { state: 'damaged', reason: error.message };
  throw error;
}

/** What `readJson` makes of the bytes of a file. */
export function parseJson<T>(bytes: Uint8Array, parse: Parse<T>): ReadResult<T> {
  try {
    const value: unknown = JSON.parse(decode(bytes));
    checkDepth(value);
    return { state: 'read', value: parse(value), bytes: bytes.byteLength };
  } catch (error) {
    if (error instanceof WrongContent) return { state: 'damaged', reason: error.message };
    if (error instanceof SyntaxError)
      return { state: 'damaged', reason: `not valid JSON: ${jsonProblem(error)}` };
    throw error;
  }
}

/** Throws `WrongContent` for JSON nested too deeply to be worked with. */
export function checkDepth(value: unknown): void {
  if (isDeeperThan(value, maxFileDepth)) throw new WrongContent(`nested deeper than ${maxFileDepth} levels`);
}

function decode(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) throw new WrongContent('the file is empty');
  try {
    return utf8.decode(bytes);
  } catch {
    throw new WrongContent('not UTF-8 text');
  }
}

/** A damaged file under its new name. */
export interface QuarantinedFile {
  readonly keptAs: string;
  readonly reason: string;
}

/** Moves a damaged file to `<file>.damaged-<time>` beside it, with all its bytes. Call it under the lock of its folder. */
export async function quarantine(
  file: string,
  reason: string,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
): Promise<QuarantinedFile> {
  const folder = dirname(file);
  const keptAs = await nameAside(file, clock);
  await moveTo(file, join(folder, keptAs));
  await confirmFolder(folder, log);
  return { keptAs, reason };
}

/** A name that no file beside a damaged one has: that of what is put aside of it. */
export async function nameAside(file: string, clock: Clock): Promise<string> {
  const time = isoTime(clock.now()).replace(/[-:]|\.\d+/g, '');
  const taken = new Set(await namesIn(dirname(file)));
  const wanted = `${basename(file)}.damaged-${time}`;
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`;
  return name;
}
