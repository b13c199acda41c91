import { defined, isoTime } from '../base/core.ts';
import { createFile, type FileHandle } from '../files/open.ts';
import type { MessageRecord, SubagentRecord, TranscriptStream } from '../transcripts/shared/types.ts';
import { ArchiveDigest } from './digest.ts';
import { handedOverPrefix, isSameSummary, type KnownConversation } from './knownMessages.ts';
import { endOfArchive, writeMessage, writeSubagent, type MarkdownLook } from './markdown.ts';
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
  /** Messages that could be read, also those that earlier parts hold. */
  readonly read: number;
  /** Messages of subagents. */
  readonly subagents: number;
  /** From the first words of the person, in what was written or before. */
  readonly title?: string;
  /** Of an archive that holds it, from its first message to its end. */
  readonly digest: string;
}

/**
 * Writes the messages of a session that no earlier part holds into a new file, one after the other, so that the
 * longest session needs little memory; then those of each subagent. The disk is not waited for.
 */
export async function writeBody(
  file: string,
  stream: TranscriptStream,
  known: KnownConversation,
  options: ArchiveOptions & { readonly now: number },
): Promise<Body> {
  const handle = await createFile(file);
  try {
    const body = new BodyWriter(handle, known, options);
    for await (const record of stream.messages()) await body.take(record);
    await body.takeSummary(options);
    for await (const subagent of stream.subagents()) await body.takeSubagent(subagent);
    return await body.end();
  } finally {
    await handle.close();
  }
}

class BodyWriter implements Omit<Body, 'digest'> {
  readonly #handle: FileHandle;
  readonly #known: KnownConversation;
  readonly #maxChars: number;
  readonly #look: MarkdownLook;
  readonly #summaries: string[] = [];
  readonly #digest = new ArchiveDigest();
  #gathered: string[] = [];
  #length = 0;
  read = 0;
  messages = 0;
  user = 0;
  assistant = 0;
  subagents = 0;
  title?: string;

  constructor(
    handle: FileHandle,
    known: KnownConversation,
    { maxMessageChars = 0, ...look }: ArchiveOptions,
  ) {
    this.#handle = handle;
    this.#known = known;
    this.#maxChars = maxMessageChars;
    this.#look = look;
  }

  async take(record: MessageRecord): Promise<void> {
    this.read++;
    if (this.title === undefined && record.type === 'user') this.#takeTitle(textOf(record.content));
    const { summary } = record.compaction ?? {};
    if (summary !== undefined) this.#summaries.push(summary);
    const message = this.#newOf(archivedMessage(record, this.#maxChars));
    if (message) await this.#write(message);
  }

  async takeSubagent({ agentId, title, messages }: SubagentRecord): Promise<void> {
    const subagent = { agentId, ...defined({ title }) };
    let heading = writeSubagent(subagent);
    for (const record of messages) {
      this.read++;
      const message = this.#newOf({ ...archivedMessage(record, this.#maxChars), subagent });
      if (message === undefined) continue;
      this.messages++;
      this.subagents++;
      await this.#gather(heading + writeMessage(message, this.#look));
      heading = '';
    }
  }

  /** Keeps the summary that was handed over, unless the transcript or an earlier part has it. */
  async takeSummary({ compactSummary, trigger, now }: ArchiveOptions & { now: number }): Promise<void> {
    if (compactSummary === undefined || compactSummary.trim() === '') return;
    if (this.#summaries.some((summary) => isSameSummary(summary, compactSummary))) return;
    if (this.#known.hasSummary(compactSummary)) return;
    await this.#write({
      id: `${handedOverPrefix}${now}`,
      timestamp: isoTime(now),
      type: 'info',
      text: '',
      compaction: { ...defined({ trigger }), summary: compactSummary },
      toolCalls: [],
    });
  }

  /** What was written, once all of it is. */
  async end(): Promise<Body> {
    await this.#flush();
    const { messages, user, assistant, read, subagents, title } = this;
    const digest = this.#digest.add(endOfArchive).text;
    return { ...{ messages, user, assistant, read, subagents, digest }, ...defined({ title }) };
  }

  async #flush(): Promise<void> {
    if (this.#length === 0) return;
    const bytes = Buffer.from(this.#gathered.join(''));
    this.#gathered = [];
    this.#length = 0;
    this.#digest.add(bytes);
    await this.#handle.writeFile(bytes);
  }

  /** The message as an archive would hold it; undefined when earlier parts hold all of it. */
  #newOf(message: ArchivedMessage): ArchivedMessage | undefined {
    const state = this.#known.compare(message);
    if (state === 'known') return undefined;
    return state === 'new' ? message : { ...message, continued: true };
  }

  #takeTitle(text: string): void {
    const title = titleFrom(text);
    if (title !== '') this.title = title;
  }

  async #write(message: ArchivedMessage): Promise<void> {
    this.messages++;
    if (message.type === 'user') this.user++;
    if (message.type === 'gemini') this.assistant++;
    await this.#gather(writeMessage(message, this.#look));
  }

  async #gather(text: string): Promise<void> {
    this.#gathered.push(text);
    this.#length += text.length;
    if (this.#length >= gatherLength) await this.#flush();
  }
}
