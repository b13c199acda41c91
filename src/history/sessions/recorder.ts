import { randomUUID } from 'node:crypto';
import { isoTime, StoreError } from '../../disk/base/core.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import type { Thought, TokenCounts, ToolCall } from '../../agents/reading/types.ts';
import { activityLine, messageLine, type RecordingHead, type Recordings } from './recordings.ts';
import type { ChatRecording, NewMessage, ResumedSessionData } from './recordingTypes.ts';

/** A message as stored in a recording. */
export type RecordedMessage = NewMessage & { readonly id: string; readonly timestamp: string };

/** Records one chat, see `ChatRecording`. */
export class ChatRecordingService implements ChatRecording {
  readonly #context: StoreContext;
  readonly #recordings: Recordings;
  #head: RecordingHead;
  #path: string | undefined;
  /** By id, in order. */
  #messages = new Map<string, RecordedMessage>();
  #thoughts: Thought[] = [];
  #tokens: TokenCounts | undefined;
  /** Lines not yet written because the disk was full. */
  #unwritten: string[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(context: StoreContext, recordings: Recordings, sessionId: string = randomUUID()) {
    this.#context = context;
    this.#recordings = recordings;
    this.#head = { sessionId, startedAt: context.clock.now() };
  }

  get sessionId(): string {
    return this.#head.sessionId;
  }

  get path(): string | undefined {
    return this.#path;
  }

  async initialize(resumed?: ResumedSessionData): Promise<void> {
    this.#thoughts = [];
    this.#tokens = undefined;
    if (resumed === undefined) return this.#write([]);
    const { conversation, filePath } = resumed;
    this.#recordings.check(filePath);
    const { sessionId, messages } = conversation;
    this.#head = { sessionId, startedAt: this.#context.clock.now() };
    this.#path = filePath;
    this.#messages = new Map(messages.map((message) => [message.id, message]));
    return this.#write([JSON.stringify({ $set: { sessionId } })]);
  }

  async recordMessage(message: NewMessage): Promise<string> {
    const full = this.#dated(message);
    await this.#put(message.type === 'assistant' ? this.#withPending(full) : full);
    return full.id;
  }

  recordThought(thought: Thought): void {
    const timestamp = isoTime(this.#context.clock.now());
    this.#thoughts.push({ timestamp, ...thought });
  }

  async recordMessageTokens(tokens: TokenCounts): Promise<void> {
    const last = this.#last();
    if (last?.type !== 'assistant' || last.tokens) {
      this.#tokens = tokens;
      return;
    }
    this.#tokens = undefined;
    await this.#put({ ...last, tokens });
  }

  async recordToolCalls(model: string, calls: readonly ToolCall[]): Promise<void> {
    const last = this.#last();
    // Pending thoughts belong to an answer that has not begun.
    if (last?.type !== 'assistant' || this.#thoughts.length > 0) {
      const answer = this.#dated({ type: 'assistant', content: '', model, toolCalls: calls });
      return this.#put(this.#withPending(answer));
    }
    const merged = new Map((last.toolCalls ?? []).map((call) => [call.id, call]));
    for (const call of calls) merged.set(call.id, { ...merged.get(call.id), ...call });
    return this.#put({ ...last, toolCalls: [...merged.values()] });
  }

  saveSummary(summary: string): Promise<void> {
    return this.#write([JSON.stringify({ $set: { summary } })]);
  }

  async rewindTo(messageId: string): Promise<void> {
    const ids = [...this.#messages.keys()];
    const at = ids.indexOf(messageId);
    if (at === -1) {
      this.#context.log.warn(
        `cannot rewind the session ${this.sessionId} to ${JSON.stringify(messageId)}: it has no such message; nothing was changed`,
      );
      return;
    }
    for (const id of ids.slice(at)) this.#messages.delete(id);
    await this.#write([JSON.stringify({ $rewindTo: messageId })]);
  }

  #last(): RecordedMessage | undefined {
    return [...this.#messages.values()].at(-1);
  }

  #dated(message: NewMessage): RecordedMessage {
    return withIdAndTime(message, this.#context.clock.now());
  }

  /** The answer with the pending thoughts and tokens. */
  #withPending(answer: RecordedMessage): RecordedMessage {
    const thoughts = [...this.#thoughts, ...(answer.thoughts ?? [])];
    const tokens = answer.tokens ?? this.#tokens;
    this.#thoughts = [];
    this.#tokens = undefined;
    return { ...answer, ...(thoughts.length > 0 && { thoughts }), ...(tokens && { tokens }) };
  }

  #put(message: RecordedMessage): Promise<void> {
    this.#messages.set(message.id, message);
    return this.#write([messageLine(message)]);
  }

  /** Appends one after another, in the order of the calls. */
  #write(lines: readonly string[]): Promise<void> {
    const written = this.#writing.then(() => this.#append(lines));
    this.#writing = written.catch(() => undefined); // the caller receives the error
    return written;
  }

  async #append(lines: readonly string[]): Promise<void> {
    const all = [...this.#unwritten, ...lines];
    try {
      await this.#recordings.change(async (lease) => {
        const dated = [...all, activityLine(this.#context.clock.now())];
        if (this.#path !== undefined) return this.#recordings.append(this.#path, this.#head, dated, lease);
        this.#path = await this.#recordings.create(this.#head, dated, lease);
      });
      this.#unwritten = [];
    } catch (error) {
      if (!isFull(error)) throw error;
      if (this.#unwritten.length === 0)
        this.#context.log.warn(
          `the session ${this.sessionId} cannot be recorded: ${error.message} The chat goes on; what is missing is written when there is space again`,
        );
      this.#unwritten = all;
    }
  }
}

/** The message with the fields that a recording requires. */
export const withIdAndTime = (message: NewMessage, now: number): RecordedMessage => ({
  ...message,
  id: message.id ?? randomUUID(),
  timestamp: message.timestamp ?? isoTime(now),
});

/** Reports whether the disk is full. */
function isFull(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.data.errno === 'ENOSPC' || error.data.errno === 'EDQUOT');
}
