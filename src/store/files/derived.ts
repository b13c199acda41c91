import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Log } from '../base/core.ts';
import { filesIn, makeFolderNow, moveTo, removeFile, removeTree, temporarySuffix } from './folders.ts';
import { makeIgnoredFolderNow } from './ignored.ts';
import { readJson, readSmallJson, type Parse, type ReadResult } from './json.ts';
import { createFile } from './open.ts';
import { fileAt, foldersAbove } from './way.ts';

/** What can be made again from other files lies below this folder of a history. */
export const indexFolder = (history: string): string => join(history, '.index');

/** The index of the search that processes share. It holds the words of everything that is searched. */
export const searchFolder = (history: string): string => join(indexFolder(history), 'search');

/** What processes share of what is known of the folders of dialogs. It holds their names. */
export const dialogTableFile = (history: string): string => join(indexFolder(history), 'dialogs.jsonl');

/** Deletes what holds words of a history, for instance because they were masked. */
export async function forgetWords(history: string): Promise<void> {
  await removeTree(searchFolder(history));
  await removeFile(dialogTableFile(history));
}

/** Makes the folder of a file of `.index/`, or of another folder that is kept out of git. */
export function makeIndexFolder(file: string): void {
  const [, index = dirname(file)] = foldersAbove(file);
  makeIgnoredFolderNow(index);
  makeFolderNow(dirname(file));
}

/**
 * Reads a JSON file of `.index/`; undefined where it is missing or damaged, and, as it only saves time, where it cannot
 * be read: then the log says why.
 */
export async function readDerived<T>(file: string, parse: Parse<T>, log: Log): Promise<T | undefined> {
  try {
    return valueOf(await readJson(file, parse));
  } catch (error) {
    tellUnread(file, error, log);
    return undefined;
  }
}

/** The same without waiting, for small files. */
export function readDerivedNow<T>(file: string, parse: Parse<T>, log: Log): T | undefined {
  try {
    return valueOf(readSmallJson(file, parse));
  } catch (error) {
    tellUnread(file, error, log);
    return undefined;
  }
}

const valueOf = <T>(read: ReadResult<T>): T | undefined => (read.state === 'read' ? read.value : undefined);

const tellUnread = (file: string, error: unknown, log: Log): void =>
  log.warn(`cannot read ${file}, which is made again: ${String(error)}`);

/** Writes a file of `.index/`, or of `.machine/`. It is not synced, and one torn by a power cut is made anew. */
export async function writeDerived(file: string, content: string | Uint8Array): Promise<void> {
  makeIndexFolder(file);
  const temporary = `${file}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  try {
    const handle = await createFile(temporary);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
    await moveTo(temporary, file);
  } catch (error) {
    await removeFile(temporary).catch(() => undefined); // the first error is the one to tell
    throw error;
  }
}

/** What is temporary for so long was left by a process that died. Milliseconds. */
const writingMs = 60_000;

/** Deletes what processes that died left unfinished in a folder of `.index/`. */
export async function sweepUnfinished(folder: string, now: number): Promise<void> {
  for (const name of await filesIn(folder)) {
    if (!name.endsWith(temporarySuffix)) continue;
    const file = join(folder, name);
    if (now - (fileAt(file)?.mtimeMs ?? now) > writingMs) await removeFile(file);
  }
}

/** Deletes the files in a folder of `.index/` that nobody wrote since that time, milliseconds. */
export async function sweepDerived(folder: string, before: number): Promise<void> {
  for (const name of await filesIn(folder)) {
    const file = join(folder, name);
    if ((fileAt(file)?.mtimeMs ?? Infinity) < before) await removeFile(file);
  }
}
