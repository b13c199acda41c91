import { join } from 'node:path';
import { isObject } from '../base/core.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { markOf, type DerivedTable, type TableForm, type TableLook } from '../files/derivedTable.ts';
import { filesIn } from '../files/folders.ts';
import { fileAt } from '../files/way.ts';
import { headOfFile } from './fileLines.ts';
import { infoOf, readHead } from './frontMatter.ts';
import type { ArchiveInfo, ArchiveList, DamagedArchive, KnownHead } from './types.ts';

/** The front matter must end within this. Bytes. */
const headBytes = 16 * 1024;
const ending = '.md';

type KnownHeads = DerivedTable<KnownHead>;

/** The heads of archives that were read before, by their names. */
export const knownHeads: TableForm<KnownHead> = { name: 'archives.json', version: 1, parse };

function parse(value: unknown): KnownHead | undefined {
  if (!isObject(value)) return undefined;
  const head = isObject(value.head) ? infoOf(new Map(Object.entries(value.head))) : undefined;
  return head === undefined ? {} : { head };
}

/**
 * The archives in a folder, newest first, from the heads of their files; none where there is no folder. What is
 * `known`, which is brought up to date, is not read again as long as the file does not change.
 */
export async function listArchives(folder: string, known: KnownHeads): Promise<ArchiveList> {
  const look = await known.look();
  const list = await archivesNamed(await namesIn(folder), folder, look);
  await look.end();
  return list;
}

/** The same of one session: what this process knows to be of others is not looked at, for of a thousand mostly one or none is wanted. */
export async function archivesOf(session: string, folder: string, known: KnownHeads): Promise<ArchiveList> {
  const look = await known.look();
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
  look: TableLook<KnownHead>,
): Promise<ArchiveList> {
  const archives: ArchiveInfo[] = [];
  const damaged: DamagedArchive[] = [];
  const slices = new TimeSlices();
  for (const name of names) {
    const head = await headAt(join(folder, `${name}${ending}`), name, look);
    if (head === 'damaged') damaged.push({ name, reason: 'its front matter cannot be read' });
    else if (head !== 'gone') archives.push(head);
    await slices.pause();
  }
  archives.sort((a, b) => (a.archived === b.archived ? b.part - a.part : a.archived < b.archived ? 1 : -1));
  return { archives, damaged };
}

async function headAt(
  path: string,
  name: string,
  look: TableLook<KnownHead>,
): Promise<ArchiveInfo | 'damaged' | 'gone'> {
  const stat = fileAt(path);
  if (!stat) return 'gone';
  const mark = markOf(stat);
  const { head } = look.get(name, mark) ?? look.set(name, mark, await readKnown(path));
  return head ? { name, path, ...head } : 'damaged';
}

async function readKnown(path: string): Promise<KnownHead> {
  const head = readHead(await headOfFile(path, headBytes));
  return head === undefined ? {} : { head };
}

/** The head of one archive; undefined when its front matter cannot be read. */
export async function archiveHead(folder: string, name: string): Promise<ArchiveInfo | undefined> {
  const path = join(folder, `${name}${ending}`);
  const { head } = await readKnown(path);
  return head && { name, path, ...head };
}

async function namesIn(folder: string): Promise<string[]> {
  const names = (await filesIn(folder)).filter((name) => name.endsWith(ending));
  return names.map((name) => name.slice(0, -ending.length)).sort();
}
