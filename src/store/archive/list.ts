import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from '../files/folders.ts';
import { statsAhead } from '../files/stats.ts';
import { headOfFile } from './fileLines.ts';
import { readHead } from './frontMatter.ts';
import type { ArchiveInfo, ArchiveList, DamagedArchive } from './types.ts';

/** The front matter must end within this. Bytes. */
const headBytes = 16 * 1024;
const ending = '.md';

interface KnownHead {
  readonly size: number;
  readonly mtimeMs: number;
  readonly head: ArchiveInfo | undefined;
}

/** The heads of archives that were read before, by name. */
export type KnownHeads = Map<string, KnownHead>;

/**
 * The archives in a folder, newest first, from the heads of their files; none where there is no folder. What is in
 * `known`, which is brought up to date, is not read again as long as the file does not change.
 */
export async function listArchives(folder: string, known: KnownHeads): Promise<ArchiveList> {
  const archives: ArchiveInfo[] = [];
  const damaged: DamagedArchive[] = [];
  const names = await namesIn(folder);
  for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
  const files = names.map((name) => ({ name, path: join(folder, `${name}${ending}`) }));
  for await (const [{ name }, stat] of statsAhead(files)) {
    const head = await knownHead(folder, name, { known, stat: await stat });
    if (head) archives.push(head);
    else damaged.push({ name, reason: 'its front matter cannot be read' });
  }
  archives.sort((a, b) => (a.archived === b.archived ? b.part - a.part : a.archived < b.archived ? 1 : -1));
  return { archives, damaged };
}

async function knownHead(
  folder: string,
  name: string,
  { known, stat: { size, mtimeMs } }: { readonly known: KnownHeads; readonly stat: Stats },
): Promise<ArchiveInfo | undefined> {
  const before = known.get(name);
  if (before?.size === size && before.mtimeMs === mtimeMs) return before.head;
  const head = await archiveHead(folder, name);
  known.set(name, { size, mtimeMs, head });
  return head;
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
