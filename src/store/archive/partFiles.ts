import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { extname, join } from 'node:path';
import { StoreError } from '../errors.ts';
import { renameOver, syncFile, syncFolder, temporarySuffix } from '../files/atomic.ts';
import type { Lease } from '../files/lock.ts';
import { placeNew } from '../files/placeNew.ts';
import { chunksOfFile } from './fileLines.ts';
import { writeHead } from './frontMatter.ts';
import { endOfArchive } from './markdown.ts';
import { archiveName, numbered } from './names.ts';
import { rawFolder } from './rawCopy.ts';
import type { ArchiveInfo } from './types.ts';

/** Where a transcript is archived, under the lock of that folder. */
export interface Place {
  /** Absolute path of `.conversations`, which exists. */
  readonly folder: string;
  readonly lease: Lease;
  /** Milliseconds. */
  readonly now: number;
}

/** What is not yet an archive. */
export type Temporary = Readonly<Record<'raw' | 'rest' | 'body' | 'whole', string>>;

/** Names for the files of one call. */
export function temporaryFiles(folder: string): Temporary {
  const name = randomBytes(4).toString('hex');
  return {
    raw: join(folder, rawFolder, `${name}${temporarySuffix}`),
    rest: join(folder, rawFolder, `${name}.rest${temporarySuffix}`),
    body: join(folder, `${name}.body${temporarySuffix}`),
    whole: join(folder, `${name}.md${temporarySuffix}`),
  };
}

/** What an archive says of itself, before it has a name. */
export type Head = Omit<ArchiveInfo, 'name' | 'path' | 'raw'>;

/** The ending of the copy of a transcript. */
export const rawEnding = (transcript: string): string =>
  extname(transcript) === '.json' ? '.json' : '.jsonl';

/** Puts both files in the place of those of a part; the copy first, for it begins with the other. */
export async function replace(
  head: Head & { readonly raw: string },
  { name, path }: ArchiveInfo,
  temporary: Temporary,
  { folder, lease }: Place,
): Promise<ArchiveInfo> {
  const assertHeld = () => lease.assertHeld();
  await syncFile(temporary.raw);
  await writeWhole(temporary, writeHead(head));
  await renameOver(temporary.raw, join(folder, head.raw), assertHeld);
  await syncFolder(join(folder, rawFolder));
  await renameOver(temporary.whole, path, assertHeld);
  await syncFolder(folder);
  return { name, path, ...head };
}

/** Gives both files the first name that neither has taken; the Markdown last, for with it the archive is there. */
export async function commit(
  head: Head,
  transcript: string,
  temporary: Temporary,
  place: Place,
): Promise<ArchiveInfo> {
  const { folder, lease } = place;
  const assertHeld = () => lease.assertHeld();
  const wanted = archiveName(head.title, head.session, place.now);
  const ending = rawEnding(transcript);
  await syncFile(temporary.raw);
  for (let n = 1; ; n++) {
    const name = numbered(wanted, n);
    const path = join(folder, `${name}.md`);
    const raw = `${rawFolder}/${name}${ending}`;
    if (fs.existsSync(path) || fs.existsSync(join(folder, raw))) continue;
    await fs.promises.rm(temporary.whole, { force: true });
    await writeWhole(temporary, writeHead({ ...head, raw }));
    if (!(await placeNew(temporary.raw, join(folder, raw), assertHeld))) continue;
    await syncFolder(join(folder, rawFolder));
    if (!(await placeNew(temporary.whole, path, assertHeld)))
      throw new StoreError('busy', `Somebody else made ${path} just now. Try again.`, { path });
    await syncFolder(folder);
    return { name, path, ...head, raw };
  }
}

async function writeWhole({ whole, body }: Temporary, head: string): Promise<void> {
  const handle = await fs.promises.open(whole, 'wx');
  try {
    await handle.writeFile(head);
    for await (const chunk of chunksOfFile(body)) await handle.writeFile(chunk);
    await handle.writeFile(endOfArchive);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
