import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '../base/core.ts';
import {
  confirmFolder,
  entriesOf,
  filesIn,
  moveTo,
  removeFile,
  removeTree,
  temporarySuffix,
} from './folders.ts';
import { indexFolder, makeIndexFolder } from './ignored.ts';
import { readJson, type Parse, type ReadResult } from './json.ts';
import { createFile } from './open.ts';
import { fileAt, folderAt } from './way.ts';

/** The search index shared by processes. It contains the words of all searchable text. */
export const searchFolder = (history: string): string => join(indexFolder(history), 'search');

/** Data about the folders of dialogs shared by processes. It contains their names. */
export const dialogTableFolder = (history: string): string => join(indexFolder(history), 'dialogs');

/** Deletes the files that contain words of a history, for example because these were masked, and waits for the disk. */
export async function forgetWords(history: string, log: Log): Promise<void> {
  await removeTree(searchFolder(history));
  await removeTree(dialogTableFolder(history));
  if (folderAt(indexFolder(history))) await confirmFolder(indexFolder(history), log);
}

/**
 * Reads a JSON file of `.index/`; undefined if it is missing or damaged, and, as it only saves time, if it cannot be
 * read, which is logged.
 */
export async function readDerived<T>(file: string, parse: Parse<T>, log: Log): Promise<T | undefined> {
  try {
    return valueOf(await readJson(file, parse));
  } catch (error) {
    tellUnread(file, error, log);
    return undefined;
  }
}

const valueOf = <T>(read: ReadResult<T>): T | undefined => (read.state === 'read' ? read.value : undefined);

const tellUnread = (file: string, error: unknown, log: Log): void =>
  log.warn(`cannot read ${file}, which is made again: ${String(error)}`);

/** Writes a file of `.index/` or `.machine/`. It is not synced; one torn by a power cut is rebuilt. */
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
    await removeFile(temporary).catch(() => undefined); // the first error is reported
    throw error;
  }
}

/** Files and folders of older versions: what they hold is derived anew. */
const oldFiles =
  /^(?:transcripts(?:-[0-9a-f]{8})?|recordings|archives|capture)\.json$|^(?:dialogs|figures)\.jsonl$/;
const oldFolders = ['briefs', 'changes', 'compacted', 'starts'];

/** Deletes what older versions and dead processes left in `.index/`. */
export async function sweepIndex(history: string, now: number): Promise<void> {
  const index = indexFolder(history);
  for (const entry of (await entriesOf(index)) ?? []) {
    const path = join(index, entry.name);
    if (oldFolders.includes(entry.name) && entry.isDirectory()) await removeTree(path);
    else if (oldFiles.test(entry.name)) await removeFile(path);
    else if (entry.isDirectory() && path !== searchFolder(history)) await sweepFolder(path, now);
  }
  await sweepUnfinished(index, now);
}

/** Deletes files of older versions in a folder of `.index/`. */
async function sweepFolder(folder: string, now: number): Promise<void> {
  for (const name of await filesIn(folder))
    if (/\.json(?:\.begun)?$/.test(name)) await removeFile(join(folder, name));
  await sweepUnfinished(folder, now);
}

/** Temporary files older than this were left by a process that died. Milliseconds. */
const writingMs = 60_000;

/** Deletes unfinished files of dead processes in a folder of `.index/`. */
export async function sweepUnfinished(folder: string, now: number): Promise<void> {
  for (const name of await filesIn(folder)) {
    if (!name.endsWith(temporarySuffix)) continue;
    const file = join(folder, name);
    if (now - (fileAt(file)?.mtimeMs ?? now) > writingMs) await removeFile(file);
  }
}

/** Deletes the files in a folder of `.index/`, except some, that were not written since a time in milliseconds. */
export async function sweepFiles(folder: string, kept: ReadonlySet<string>, before: number): Promise<void> {
  for (const name of await filesIn(folder)) {
    const file = join(folder, name);
    if (!kept.has(file) && (fileAt(file)?.mtimeMs ?? Infinity) <= before) await removeFile(file);
  }
}

/** Histories whose `.index/` this process has swept. */
const swept = new Set<string>();

/** Deletes what older versions and dead processes left, once per process. */
export async function sweepOnce(history: string, now: number): Promise<void> {
  if (swept.has(history)) return;
  swept.add(history);
  await sweepIndex(history, now);
}
