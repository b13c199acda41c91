import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { type Log, errorMessage } from '../base/core.ts';
import { formats } from './historyFormat.ts';
import {
  confirmFolder,
  entriesOf,
  filesIn,
  makeOutermost,
  moveTo,
  namesIn,
  removeFile,
  removeTree,
  temporarySuffix,
} from './folders.ts';
import { indexFolder, makeIndexFolder } from './ignored.ts';
import { readJson, type Parse, type ReadResult } from './json.ts';
import { createFile } from './open.ts';
import { fileAt, folderAt, lstatOwn } from './way.ts';

/**
 * Name in `.index/` of what has a form. Its number rises with the form, the layout of rows and the masking, so that
 * versions with different forms use and delete nothing of one another's.
 */
export const formName = (name: string, version: number): string =>
  `${name}.${version + formats.rows + formats.masking}`;

/** A context whose folder is where derived files are: the history, or elsewhere while there is none. */
export function derivedContext<C extends { readonly folder: string; readonly elsewhere?: string }>(
  context: C,
): C {
  const { folder, elsewhere } = context;
  return elsewhere === undefined || folderAt(folder) ? context : { ...context, folder: elsewhere };
}

/**
 * Moves what was derived elsewhere into the history that was made since, unless that has the like. A failure is logged:
 * it only costs time.
 */
export async function takeDerived(from: string, to: string, log: Log): Promise<void> {
  try {
    if (lstatOwn(from) === undefined || lstatOwn(to) !== undefined) return;
    makeIndexFolder(to);
    await moveTo(from, to);
  } catch (error) {
    log.warn(`cannot take ${from}, which is made again: ${errorMessage(error)}`);
  }
}

interface DerivedFolder {
  readonly folder: string;
  readonly elsewhere?: string;
}

/** Reports whether derived files may be written: where a history exists, or elsewhere. */
export const mayDerive = ({ folder, elsewhere }: DerivedFolder): boolean =>
  folder === elsewhere || folderAt(folder) !== undefined;

/** Makes the folder elsewhere; reports whether derived files may be written. */
export async function hasDerivedFolder({ folder, elsewhere }: DerivedFolder): Promise<boolean> {
  if (folder === elsewhere) await makeOutermost(folder);
  return folderAt(folder) !== undefined;
}

/** Folders of all versions that contain words of a history: of the search, and names of dialogs. */
const wordFolders = /^(?:search|dialogs)(?:\.\d+)?$/;

/** Deletes the files that contain words of a history, for example because these were masked, and waits for the disk. */
export async function forgetWords(history: string, log: Log): Promise<void> {
  const index = indexFolder(history);
  for (const name of await namesIn(index)) if (wordFolders.test(name)) await removeTree(join(index, name));
  if (folderAt(indexFolder(history))) await confirmFolder(indexFolder(history), log);
}

/** Deletes what is derived from a history but the numbers of its secrets, and waits for the disk. */
export async function forgetDerived(history: string, log: Log): Promise<void> {
  const index = indexFolder(history);
  if (folderAt(index) === undefined) return;
  for (const name of await namesIn(index)) if (name !== 'secrets') await removeTree(join(index, name));
  await confirmFolder(index, log);
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
  log.warn(`cannot read ${file}, which is made again: ${errorMessage(error)}`);

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

/** Files and folders of versions before the first release: what they hold is derived anew. */
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
    else if (entry.isDirectory() && isNumbered(entry.name)) await sweepUnfinished(path, now);
    else if (entry.isDirectory() && entry.name !== 'search') await sweepFolder(path, now);
  }
  await sweepUnfinished(index, now);
  await sweepForms(index, now);
}

const isNumbered = (name: string): boolean => /\.\d+$/.test(name);

/** What a version has is kept this long after it was last written. Milliseconds. */
const otherFormsMs = 30 * 24 * 60 * 60 * 1_000;

/** Deletes forms that no version wrote for a while, if another version has written what has the same name since. */
async function sweepForms(index: string, now: number): Promise<void> {
  const forms = new Map<string, { readonly path: string; readonly writtenAt: number }[]>();
  for (const name of await namesIn(index)) {
    if (name.endsWith(temporarySuffix)) continue;
    const path = join(index, name);
    const [, stem = name] = /^(.+?)(?:\.\d+)?(?:\.log)?$/.exec(name) ?? [];
    forms.set(stem, [...(forms.get(stem) ?? []), { path, writtenAt: lstatOwn(path)?.mtimeMs ?? now }]);
  }
  for (const same of forms.values()) {
    const newest = Math.max(...same.map(({ writtenAt }) => writtenAt));
    for (const { path, writtenAt } of same)
      if (writtenAt < newest && now - writtenAt > otherFormsMs) await removeTree(path);
  }
}

/** Deletes files of older versions in a folder of `.index/` from before its name had a number. */
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

/** Makes the folder elsewhere, and deletes what older versions and dead processes left, once per process. */
export async function readyDerived(context: DerivedFolder & { readonly clock: Clock }): Promise<void> {
  await hasDerivedFolder(context);
  const { folder, clock } = context;
  if (swept.has(folder)) return;
  swept.add(folder);
  await sweepIndex(folder, clock.now());
}
