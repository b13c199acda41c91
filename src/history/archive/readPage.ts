import { join } from 'node:path';
import { StoreError } from '../../disk/base/core.ts';
import { statOwn } from '../../disk/files/way.ts';
import { linesOfFile } from './fileLines.ts';
import { archiveHead } from './list.ts';
import { MessageParser } from './parseMarkdown.ts';
import type { ArchivedMessage, ArchiveInfo, ArchivePage } from './types.ts';

/** Default number of messages on a page. */
const defaultLimit = 50;

/** Reads a page of an archive's messages, no further than its end. */
export async function readPage(
  folder: string,
  fileName: string,
  { offset = 0, limit = defaultLimit }: { readonly offset?: number; readonly limit?: number },
): Promise<ArchivePage> {
  checkCount('offset', offset, 0);
  checkCount('limit', limit, 1);
  const archive = await headOfArchive(folder, fileName);
  const parser = new MessageParser();
  const messages: ArchivedMessage[] = [];
  let count = 0;
  for await (const lines of linesOfFile(archive.path))
    for (const line of lines) {
      const message = parser.push(line);
      if (message === undefined || count++ < offset) continue;
      if (messages.length === limit) return { archive, messages, nextOffset: offset + limit };
      messages.push(message);
    }
  if (parser.ended && count === archive.messages) return { archive, messages };
  return { archive, messages, damaged: `${count} of ${archive.messages} messages can be read` };
}

/** Reads the head of an archive by name, with or without `.md`; throws as `ArchiveStore.read` does. */
export async function headOfArchive(folder: string, fileName: string): Promise<ArchiveInfo> {
  const name = fileName.replace(/\.md$/, '');
  const archive = await archiveHead(folder, existing(folder, name));
  if (archive) return archive;
  throw new StoreError(
    'damaged',
    `The front matter of ${join(folder, name)}.md cannot be read. Open the file, or archive the session again.`,
    { name },
  );
}

/** Name length that file systems accept, without `.md`. Bytes. */
const longestName = 252;

/** Checks that an archive exists and is a regular file; returns its name. */
function existing(folder: string, name: string): string {
  const path = join(folder, `${name}.md`);
  const isName = /^[^.\\/\0][^\\/\0]*$/.test(name) && Buffer.byteLength(name) <= longestName;
  if (!isName || !statOwn(path)?.isFile())
    throw new StoreError(
      'not_found',
      `There is no archive ${JSON.stringify(name.slice(0, 200))}. List the archives for their names.`,
      { name: name.slice(0, 200) },
    );
  return name;
}

function checkCount(argument: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new StoreError(
    'invalid_argument',
    `${argument} is ${value}; give a whole number, at least ${least}.`,
    { argument },
  );
}
