import fs from 'node:fs';
import type { MessageRecord, TranscriptStream } from '../transcripts/types.ts';
import { handedOverPrefix, isSameSummary, type KnownMessages } from './knownMessages.ts';
import { writeMessage } from './markdown.ts';
import { archivedMessage, textOf } from './message.ts';
import { titleFrom } from './names.ts';
import type { ArchivedMessage, ArchiveOptions } from './types.ts';

/** Text is gathered up to this before it is written. Characters. */
const gatherLength = 128 * 1024;

/** What was written of a session. */
export interface Body {
  readonly messages: number;
  readonly user: number;
  readonly assistant: number;
  /** From the first words of the person, in what was written or before. */
  readonly title?: string;
}

/**
 * Writes the messages of a session that no earlier part holds into a new file, one after the other, so that the
 * longest session needs little memory. The disk is not waited for.
 */
export async function writeBody(
  file: string,
  stream: TranscriptStream,
  known: KnownMessages,
  options: ArchiveOptions & { readonly now: number },
): Promise<Body> {
  const handle = await fs.promises.open(file, 'wx');
  try {
    const body = new BodyWriter(handle, known, options.maxMessageChars ?? 0);
    for await (const record of stream.messages()) await body.take(record);
    await body.takeSummary(options);
    await body.flush();
    return body;
  } finally {
    await handle.close();
  }
}

class BodyWriter implements Body {
  readonly #handle: fs.promises.FileHandle;
  readonly #known: KnownMessages;
  readonly #maxChars: number;
  readonly #summaries: string[] = [];
  #gathered: string[] = [];
  #length = 0;
  messages = 0;
  user = 0;
  assistant = 0;
  title?: string;

  constructor(handle: fs.promises.FileHandle, known: KnownMessages, maxChars: number) {
    this.#handle = handle;
    this.#known = known;
    this.#maxChars = maxChars;
  }

  async take(record: MessageRecord): Promise<void> {
    if (this.title === undefined && record.type === 'user') this.#takeTitle(textOf(record.content));
    const { summary } = record.compaction ?? {};
    if (summary !== undefined) this.#summaries.push(summary);
    const message = archivedMessage(record, this.#maxChars);
    const state = this.#known.compare(message);
    if (state !== 'known') await this.#write(state === 'new' ? message : { ...message, continued: true });
  }

  /** Keeps the summary that was handed over, unless the transcript or an earlier part has it. */
  async takeSummary({ compactSummary, trigger, now }: ArchiveOptions & { now: number }): Promise<void> {
    if (compactSummary === undefined || compactSummary.trim() === '') return;
    if (this.#summaries.some((summary) => isSameSummary(summary, compactSummary))) return;
    if (this.#known.hasSummary(compactSummary)) return;
    await this.#write({
      id: `${handedOverPrefix}${now}`,
      timestamp: new Date(now).toISOString(),
      type: 'info',
      text: '',
      compaction: { ...(trigger !== undefined && { trigger }), summary: compactSummary },
      toolCalls: [],
    });
  }

  async flush(): Promise<void> {
    const text = this.#gathered.join('');
    this.#gathered = [];
    this.#length = 0;
    if (text !== '') await this.#handle.writeFile(text);
  }

  #takeTitle(text: string): void {
    const title = titleFrom(text);
    if (title !== '') this.title = title;
  }

  async #write(message: ArchivedMessage): Promise<void> {
    this.messages++;
    if (message.type === 'user') this.user++;
    if (message.type === 'gemini') this.assistant++;
    const text = writeMessage(message);
    this.#gathered.push(text);
    this.#length += text.length;
    if (this.#length >= gatherLength) await this.flush();
  }
}
