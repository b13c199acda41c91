import { defined, isoTime } from '../../disk/base/core.ts';
import { createFile, type FileHandle } from '../../disk/files/open.ts';
import type { MessageRecord, SubagentRecord, TranscriptStream } from '../../agents/reading/types.ts';
import { handedOverPrefix, isSameSummary, type KnownConversation } from './knownMessages.ts';
import { endOfArchive, writeMessage, writeSubagent, type MarkdownStyle } from './markdown.ts';
import { archivedMessage, textOf } from './message.ts';
import { titleFrom } from './names.ts';
import { ArchiveDigest } from './partFiles.ts';
import type { ArchivedMessage, ArchiveOptions } from './types.ts';

/** Amount of text buffered before writing. Characters. */
const gatherLength = 128 * 1024;

/** Summary of a written session. */
export interface Body {
  readonly messages: number;
  readonly user: number;
  readonly assistant: number;
  /** Number of readable messages, including those in earlier parts. */
  readonly read: number;
  /** Number of subagents' messages. */
  readonly subagents: number;
  /** Title from the person's first words, in this part or before. */
  readonly title?: string;
  /** Digest from the first message to the end. */
  readonly digest: string;
  /** The subagent to which a summary from a hook belongs. */
  readonly summaryOf?: string;
}

/**
 * Writes a session's messages that no earlier part holds to a new file, then those of each subagent, in constant
 * memory. Does not wait for the disk.
 */
export async function writeBody(
  file: string,
  stream: TranscriptStream,
  known: KnownConversation,
  options: ArchiveOptions & { readonly now: number; readonly timeBefore: string },
): Promise<Body> {
  const handle = await createFile(file);
  try {
    const body = new BodyWriter(handle, known, options, options.timeBefore);
    for await (const record of stream.messages()) await body.take(record);
    const owner = await body.ownerOfSummary(stream, options);
    if (owner === undefined) await body.takeSummary(options);
    for await (const subagent of stream.subagents()) await body.takeSubagent(subagent, options);
    await body.takeOwned(options);
    return await body.end();
  } finally {
    await handle.close();
  }
}

class BodyWriter implements Omit<Body, 'digest' | 'summaryOf'> {
  readonly #handle: FileHandle;
  readonly #known: KnownConversation;
  readonly #maxChars: number;
  readonly #style: MarkdownStyle;
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
  summaryOf?: string | undefined;
  #newCompactions = 0;
  #ownerSeen = false;
  #lastTime: string;

  constructor(
    handle: FileHandle,
    known: KnownConversation,
    { maxMessageChars = 0, ...style }: ArchiveOptions,
    timeBefore: string,
  ) {
    this.#lastTime = timeBefore;
    this.#handle = handle;
    this.#known = known;
    this.#maxChars = maxMessageChars;
    this.#style = style;
  }

  async take(record: MessageRecord): Promise<void> {
    this.read++;
    if (this.title === undefined && record.type === 'user') this.#takeTitle(textOf(record.content));
    const { summary } = record.compaction ?? {};
    if (summary !== undefined) this.#summaries.push(summary);
    if (record.timestamp > this.#lastTime) this.#lastTime = record.timestamp;
    const message = this.#newOf(archivedMessage(record, this.#maxChars));
    if (message?.compaction) this.#newCompactions++;
    if (message) await this.#write(message);
  }

  /**
   * Finds the subagent to which the summary from a hook belongs: the named one, else, where the session itself was not
   * compacted, the one that has the summary or was active last. Undefined for the session itself.
   */
  async ownerOfSummary(stream: TranscriptStream, options: ArchiveOptions): Promise<string | undefined> {
    const { compactSummary = '', subagent: named } = options;
    if (compactSummary.trim() === '') return undefined;
    const isOwn = this.#newCompactions > 0 || this.#hasSummary(compactSummary);
    this.summaryOf = named ?? (isOwn ? undefined : await this.#activeSubagent(stream, compactSummary));
    return this.summaryOf;
  }

  async #activeSubagent({ subagents }: TranscriptStream, summary: string): Promise<string | undefined> {
    let active: { readonly agentId: string; readonly time: string } | undefined;
    for await (const { agentId, messages } of subagents()) {
      if (messages.some((message) => isSummaryIn(message, summary))) return agentId;
      const time = messages.reduce((last, { timestamp }) => (timestamp > last ? timestamp : last), '');
      if (time > (active?.time ?? this.#lastTime)) active = { agentId, time };
    }
    return active?.agentId;
  }

  async takeSubagent(
    { agentId, title, messages }: SubagentRecord,
    options: ArchiveOptions & { readonly now: number },
  ): Promise<void> {
    const handedOver = agentId === this.summaryOf ? this.#handedOver(messages, options) : [];
    const subagent = { agentId, ...defined({ title }) };
    let heading = writeSubagent(subagent);
    for (const record of [...messages, ...handedOver]) {
      this.read++;
      const message = this.#newOf({ ...archivedMessage(record, this.#maxChars), subagent });
      if (message === undefined) continue;
      this.messages++;
      this.subagents++;
      await this.#gather(heading + writeMessage(message, this.#style));
      heading = '';
    }
  }

  /** Adds a summary from a hook, unless the transcript or an earlier part has it. */
  async takeSummary({ compactSummary, trigger, now }: ArchiveOptions & { now: number }): Promise<void> {
    if (compactSummary === undefined || compactSummary.trim() === '') return;
    if (this.#hasSummary(compactSummary)) return;
    const summary = summaryMessage({ compactSummary, trigger, now });
    const message = this.#newOf(archivedMessage(summary, this.#maxChars));
    if (message) await this.#write(message);
  }

  /** Adds the summary of a subagent that is not in the transcript. */
  async takeOwned(options: ArchiveOptions & { readonly now: number }): Promise<void> {
    if (this.summaryOf !== undefined && !this.#ownerSeen)
      await this.takeSubagent({ agentId: this.summaryOf, messages: [] }, options);
  }

  #hasSummary(summary: string): boolean {
    return this.#summaries.some((one) => isSameSummary(one, summary)) || this.#known.hasSummary(summary);
  }

  /** The summary from a hook as the last message of its subagent, unless that or an earlier part has it. */
  #handedOver(
    messages: readonly MessageRecord[],
    { compactSummary = '', trigger, now }: ArchiveOptions & { readonly now: number },
  ): readonly MessageRecord[] {
    this.#ownerSeen = true;
    const isThere = messages.some((message) => isSummaryIn(message, compactSummary));
    if (isThere || this.#known.hasSummary(compactSummary)) return [];
    return [summaryMessage({ compactSummary, trigger, now })];
  }

  /** Completes the body and describes it. */
  async end(): Promise<Body> {
    await this.#flush();
    const { messages, user, assistant, read, subagents, title, summaryOf } = this;
    const digest = this.#digest.add(endOfArchive).text;
    return { messages, user, assistant, read, subagents, digest, ...defined({ title, summaryOf }) };
  }

  async #flush(): Promise<void> {
    if (this.#length === 0) return;
    const bytes = Buffer.from(this.#gathered.join(''));
    this.#gathered = [];
    this.#length = 0;
    this.#digest.add(bytes);
    await this.#handle.writeFile(bytes);
  }

  /** Returns the message in its archived form; undefined if earlier parts hold all of it. */
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
    if (message.type === 'assistant') this.assistant++;
    await this.#gather(writeMessage(message, this.#style));
  }

  async #gather(text: string): Promise<void> {
    this.#gathered.push(text);
    this.#length += text.length;
    if (this.#length >= gatherLength) await this.#flush();
  }
}

const isSummaryIn = ({ compaction }: MessageRecord, summary: string): boolean =>
  compaction?.summary !== undefined && isSameSummary(compaction.summary, summary);

interface HandedOver {
  readonly compactSummary: string;
  readonly trigger?: string | undefined;
  readonly now: number;
}

const summaryMessage = ({ compactSummary, trigger, now }: HandedOver): MessageRecord => ({
  id: `${handedOverPrefix}${now}`,
  timestamp: isoTime(now),
  type: 'info',
  content: '',
  compaction: { ...defined({ trigger }), summary: compactSummary },
});
