import fs from 'node:fs';
import { join } from 'node:path';
import { errno } from '../errors.ts';
import { headOfFile } from './fileLines.ts';
import { readHead } from './frontMatter.ts';
import type { ArchiveInfo, ArchiveList, DamagedArchive } from './types.ts';

/** The front matter must end within this. Bytes. */
const headBytes = 16 * 1024;
const ending = '.md';

/** The archives in a folder, newest first, from the heads of their files; none where there is no folder. */
export async function listArchives(folder: string): Promise<ArchiveList> {
  const archives: ArchiveInfo[] = [];
  const damaged: DamagedArchive[] = [];
  for (const name of await namesIn(folder)) {
    const head = await archiveHead(folder, name);
    if (head) archives.push(head);
    else damaged.push({ name, reason: 'its front matter cannot be read' });
  }
  archives.sort((a, b) => (a.archived === b.archived ? b.part - a.part : a.archived < b.archived ? 1 : -1));
  return { archives, damaged };
}

/** The head of one archive; undefined when its front matter cannot be read. */
export async function archiveHead(folder: string, name: string): Promise<ArchiveInfo | undefined> {
  const path = join(folder, `${name}${ending}`);
  const head = readHead(await headOfFile(path, headBytes));
  return head && { name, path, ...head };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await fs.promises.readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map(({ name }) => name.slice(0, -ending.length))
      .sort();
  } catch (error) {
    if (errno(error) === 'ENOENT') return [];
    throw error;
  }
}
