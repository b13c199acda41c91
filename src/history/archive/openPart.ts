import { keyOf, KnownMessages, type KnownConversation, type Shape } from './knownMessages.ts';
import { rawFolder } from './rawCopy.ts';
import type { ArchivedMessage, ArchiveInfo } from './types.ts';

/** The last part of a session that may still grow. */
export interface OpenPart {
  readonly info: ArchiveInfo & { readonly raw: string };
  /** Messages in the part. */
  readonly known: KnownMessages;
}

/** Returns the part if it may be rewritten; undefined if it is closed, damaged or was edited. */
export async function openPart(
  part: ArchiveInfo | undefined,
  rawEnding: string,
): Promise<OpenPart | undefined> {
  if (part?.open === undefined || part.raw !== `${rawFolder}/${part.name}${rawEnding}`) return undefined;
  const known = new KnownMessages();
  const { asWritten, damage } = await known.addPart(part);
  return asWritten && !damage ? { info: { ...part, raw: part.raw }, known } : undefined;
}

/** Messages of the parts before an open one; comparing messages with them determines how the open one grew. */
export class Growth implements KnownConversation {
  readonly #before: KnownMessages;
  readonly #open: KnownMessages;
  readonly #missing: Set<string>;
  #compacted = false;
  /** Number of new or extended messages. */
  added = 0;

  constructor(before: KnownMessages, open: KnownMessages) {
    this.#before = before;
    this.#open = open;
    this.#missing = new Set(open.keys);
  }

  /** Ids, summaries and measures of the messages in the parts before. */
  get keys(): Iterable<string> {
    return this.#before.keys;
  }

  get summaries(): readonly string[] {
    return this.#before.summaries;
  }

  shapeOf(key: string): Shape | undefined {
    return this.#before.shapeOf(key);
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

  /** Whether every message of the part recurred and no compaction closed it. */
  get fits(): boolean {
    return this.#missing.size === 0 && !this.#compacted;
  }
}
