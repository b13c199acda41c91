import { join } from 'node:path';
import { filesIn } from '../files/folders.ts';
import { FileCache, fingerprintOf, statsAhead } from '../files/fileCache.ts';
import { headOfFile } from './fileLines.ts';
import { readHead } from './frontMatter.ts';
import type { ArchiveInfo, ArchiveList, DamagedArchive } from './types.ts';

/** The front matter must end within this. Bytes. */
const headBytes = 16 * 1024;
const ending = '.md';

/** The heads of archives that were read before; none of a file without one. */
export type KnownHeads = FileCache<{ readonly head: ArchiveInfo | undefined }>;

/**
 * The archives in a folder, newest first, from the heads of their files; none where there is no folder. What is in
 * `known`, which is brought up to date, is not read again as long as the file does not change. With `session`, those
 * that were known to be of others are left out without a look at them: of a thousand mostly one or none is wanted.
 */
export async function listArchives(
  folder: string,
  known: KnownHeads = new FileCache(),
  session?: string,
): Promise<ArchiveList> {
  const archives: ArchiveInfo[] = [];
  const damaged: DamagedArchive[] = [];
  const isWanted = ({ path }: { readonly path: string }): boolean => {
    const before = session === undefined ? undefined : known.recall(path)?.head;
    return before === undefined || before.session === session;
  };
  const files = (await namesIn(folder))
    .map((name) => ({ name, path: join(folder, `${name}${ending}`) }))
    .filter(isWanted);
  for await (const [{ name, path }, stat] of statsAhead(files)) {
    const fingerprint = fingerprintOf(await stat);
    const { head } =
      known.get(path, fingerprint) ?? known.set(path, fingerprint, { head: await archiveHead(folder, name) });
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
  const names = (await filesIn(folder)).filter((name) => name.endsWith(ending));
  return names.map((name) => name.slice(0, -ending.length)).sort();
}
