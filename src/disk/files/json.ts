import { basename, dirname } from 'node:path';
import type { Clock } from '../base/context.ts';
import { isDeeperThan, isoTime, jsonProblem, StoreError } from '../base/core.ts';
import { namesIn } from './folders.ts';
import { bytesNow, bytesOf } from './open.ts';

/** Thrown by a parser for valid JSON that is not the expected content. */
export class WrongContent extends Error {}

/** Converts parsed JSON to a value, or throws `WrongContent` with the reason. */
export type Parse<T> = (value: unknown) => T;

export type ReadResult<T> =
  | { readonly state: 'missing' }
  | { readonly state: 'read'; readonly value: T; readonly bytes: number }
  | { readonly state: 'damaged'; readonly reason: string };

/** Maximum nesting in a file: deeper values would overflow the stack when they are written again or sent. */
export const maxFileDepth = 1_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a JSON file. A missing file and damaged content are results; everything else (permissions, disk) throws. */
export async function readJson<T>(file: string, parse: Parse<T>): Promise<ReadResult<T>> {
  try {
    const bytes = await bytesOf(file);
    return bytes === undefined ? { state: 'missing' } : parseJson(bytes, parse);
  } catch (error) {
    return unreadable(error);
  }
}

/** Synchronous `readJson` for files of a few lines that everything else depends on. */
export function readSmallJson<T>(file: string, parse: Parse<T>): ReadResult<T> {
  try {
    const bytes = bytesNow(file);
    return bytes === undefined ? { state: 'missing' } : parseJson(bytes, parse);
  } catch (error) {
    return unreadable(error);
  }
}

/** A file that is too large to be read counts as damaged; other errors are rethrown. */
function unreadable(error: unknown): ReadResult<never> {
  if (error instanceof StoreError && error.code === 'damaged')
    return { state: 'damaged', reason: error.message };
  throw error;
}

/** Result of `readJson` for the bytes of a file. */
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

/** Throws `WrongContent` for JSON nested too deeply to be processed. */
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

/** An unused name beside a damaged file, for quarantining it. */
export async function nameAside(file: string, clock: Clock): Promise<string> {
  const time = isoTime(clock.now()).replace(/[-:]|\.\d+/g, '');
  const taken = new Set(await namesIn(dirname(file)));
  const wanted = `${basename(file)}.damaged-${time}`;
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`;
  return name;
}
