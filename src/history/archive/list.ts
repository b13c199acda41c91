import { join } from 'node:path';
import { isObject } from '../../disk/base/core.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { Derived } from '../../disk/files/derived.ts';
import type { DerivedPass } from '../../disk/files/derivedPass.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { filesIn } from '../../disk/files/folders.ts';
import { fileAt } from '../../disk/files/way.ts';
import { headOfFile } from './fileLines.ts';
import { infoOf, readHead } from './frontMatter.ts';
import type { ArchiveInfo, ArchiveList, DamagedArchive, KnownHead } from './types.ts';

/** Size within which the front matter must end. Bytes. */
const headBytes = 16 * 1024;
const ending = '.md';

type KnownHeads = Derived<KnownHead>;

/** Form of the cache of archives' heads, by name. */
export const knownHeads: DerivedForm<KnownHead> = {
  name: 'archives',
  version: 1,
  layout: 'rows',
  values: jsonValues(parse),
};

function parse(value: unknown): KnownHead | undefined {
  if (!isObject(value)) return undefined;
  const head = isObject(value.head) ? infoOf(new Map(Object.entries(value.head))) : undefined;
  return head === undefined ? {} : { head };
}

/**
 * Lists the archives in a folder, newest first, from the heads of their files; empty if there is no folder. Files
 * unchanged since cached in `known` are not read.
 */
export async function listArchives(folder: string, known: KnownHeads): Promise<ArchiveList> {
  const look = await known.pass();
  const list = await archivesNamed(await namesIn(folder), folder, look);
  await look.end();
  return list;
}

/**
 * Lists the archives of one session. Files known to be another session's are not checked, as usually at most one of a
 * thousand is needed.
 */
export async function archivesOf(session: string, folder: string, known: KnownHeads): Promise<ArchiveList> {
  const look = await known.pass();
  const names = (await namesIn(folder)).filter((name) => {
    const { head } = look.recall(name) ?? {};
    return head === undefined || head.session === session;
  });
  const { archives, damaged } = await archivesNamed(names, folder, look);
  return { archives: archives.filter((archive) => archive.session === session), damaged };
}

async function archivesNamed(
  names: readonly string[],
  folder: string,
  look: DerivedPass<KnownHead>,
): Promise<ArchiveList> {
  const archives: ArchiveInfo[] = [];
  const damaged: DamagedArchive[] = [];
  const slices = new TimeSlices();
  for (const name of names) {
    const head = await headAt(join(folder, `${name}${ending}`), name, look);
    if (head === 'damaged') damaged.push({ name, reason: 'its front matter cannot be read' });
    else if (head !== 'missing') archives.push(head);
    await slices.pause();
  }
  archives.sort((a, b) => (a.archived === b.archived ? b.part - a.part : a.archived < b.archived ? 1 : -1));
  return { archives, damaged };
}

async function headAt(
  path: string,
  name: string,
  look: DerivedPass<KnownHead>,
): Promise<ArchiveInfo | 'damaged' | 'missing'> {
  const stat = fileAt(path);
  if (!stat) return 'missing';
  const fingerprint = fingerprintOf(stat);
  const { head } = look.get(name, fingerprint) ?? look.set(name, fingerprint, await readKnown(path));
  return head ? { name, path, ...head } : 'damaged';
}

async function readKnown(path: string): Promise<KnownHead> {
  const head = readHead(await headOfFile(path, headBytes));
  return head === undefined ? {} : { head };
}

/** Reads the head of one archive; undefined if its front matter cannot be read. */
export async function archiveHead(folder: string, name: string): Promise<ArchiveInfo | undefined> {
  const path = join(folder, `${name}${ending}`);
  const { head } = await readKnown(path);
  return head && { name, path, ...head };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = (await filesIn(folder)).filter((name) => name.endsWith(ending));
  return names.map((name) => name.slice(0, -ending.length)).sort();
}
