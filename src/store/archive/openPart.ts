import { createHash } from 'node:crypto';
import { chunksOfFile } from './fileLines.ts';
import { writeHead } from './frontMatter.ts';
import { keyOf, KnownMessages, type KnownConversation } from './knownMessages.ts';
import { endOfArchive } from './markdown.ts';
import { rawFolder } from './rawCopy.ts';
import type { ArchivedMessage, ArchiveInfo } from './types.ts';

/** The last part of a session while the talk it holds goes on. */
export interface OpenPart {
  readonly info: ArchiveInfo & { readonly raw: string };
  /** What it holds. */
  readonly known: KnownMessages;
}

/** The part as one that may be written anew; undefined once it is closed, damaged or was changed by somebody. */
export async function openPart(
  part: ArchiveInfo | undefined,
  rawEnding: string,
): Promise<OpenPart | undefined> {
  if (part?.open === undefined) return undefined;
  const { name, path, ...head } = part;
  const raw = `${rawFolder}/${name}${rawEnding}`;
  if (head.raw !== raw) return undefined;
  if ((await digestOf(path, Buffer.byteLength(writeHead(head)))) !== head.open) return undefined;
  const known = new KnownMessages();
  return (await known.addPart(part)) ? undefined : { info: { ...part, raw }, known };
}

/** The digest of an archive whose messages are in `file`, from its first message to its end. */
export const digestOfBody = (file: string): Promise<string> => digestOf(file, 0, endOfArchive);

async function digestOf(file: string, from: number, end = ''): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOfFile(file, from)) hash.update(chunk);
  return hash.update(end).digest('hex').slice(0, 32);
}

/** What the parts before an open one hold; while messages are compared with that, it finds out how the open one grew. */
export class Growth implements KnownConversation {
  readonly #before: KnownConversation;
  readonly #open: KnownMessages;
  readonly #missing: Set<string>;
  #compacted = false;
  /** Messages that are new or have grown. */
  added = 0;

  constructor(before: KnownConversation, open: KnownMessages) {
    this.#before = before;
    this.#open = open;
    this.#missing = new Set(open.keys);
  }

  compare(message: ArchivedMessage): ReturnType<KnownConversation['compare']> {
    this.#missing.delete(keyOf(message));
    const state = this.#open.compare(message);
    const earlier = this.#before.compare(message);
    if (state !== 'known' && earlier !== 'known') {
      this.added++;
      this.#compacted ||= state === 'new' && message.compaction !== undefined;
    }
    return earlier;
  }

  hasSummary(summary: string): boolean {
    return this.#before.hasSummary(summary) || this.#open.hasSummary(summary);
  }

  /** Whether all the part holds came up again, and nothing ended it. */
  get fits(): boolean {
    return this.#missing.size === 0 && !this.#compacted;
  }
}
