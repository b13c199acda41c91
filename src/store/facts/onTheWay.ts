import { defined, type JsonValue, isObject } from '../base/core.ts';
import type {
  MessageRecord,
  StreamTranscript,
  SubagentRecord,
  ToolCall,
  TranscriptStream,
} from '../transcripts/shared/types.ts';
import type { GatheredFacts } from './keptFacts.ts';
import { factsOf } from './sessionFacts.ts';

/** Of what a tool printed its two ends tell how it ended. Characters. */
const [headChars, tailChars] = [4_000, 8_000];

/** Gathers the facts of a session while somebody else reads its transcript, in memory that holds no long output. */
export class FactsOnTheWay {
  #messages: MessageRecord[] = [];
  #helpers: SubagentRecord[] = [];
  #cwd: string | undefined;
  #isWhole = false;

  /** The same transcript; what is read of it is noted. */
  of(stream: StreamTranscript): StreamTranscript {
    return async (open, source) => {
      const inner: TranscriptStream = await stream(open, source);
      this.#cwd = inner.header.cwd;
      return {
        header: inner.header,
        messages: () => this.#messagesOf(inner),
        subagents: () => this.#helpersOf(inner),
      };
    };
  }

  /** Undefined where not all of it was read. */
  get gathered(): GatheredFacts | undefined {
    if (!this.#isWhole) return undefined;
    const cwd = this.#cwd;
    const facts = factsOf({ messages: this.#messages, subagents: this.#helpers, ...defined({ cwd }) });
    return { facts, ...defined({ cwd }) };
  }

  /** How often the session was compacted, as far as was read. */
  get compactions(): number {
    return this.#messages.filter(({ compaction }) => compaction !== undefined).length;
  }

  async *#messagesOf(stream: TranscriptStream): AsyncGenerator<MessageRecord> {
    this.#isWhole = false;
    this.#messages = [];
    for await (const message of stream.messages()) {
      this.#messages.push(withoutOutput(message));
      yield message;
    }
    this.#isWhole = true;
  }

  async *#helpersOf(stream: TranscriptStream): AsyncGenerator<SubagentRecord> {
    this.#helpers = [];
    for await (const helper of stream.subagents()) {
      this.#helpers.push({ ...helper, messages: helper.messages.map(withoutOutput) });
      yield helper;
    }
  }
}

function withoutOutput({ toolCalls, ...message }: MessageRecord): MessageRecord {
  return { ...message, thoughts: [], ...(toolCalls && { toolCalls: toolCalls.map(shortened) }) };
}

function shortened({ result, ...call }: ToolCall): ToolCall {
  return { ...call, pictures: [], ...(result !== undefined && { result: ends(result) }) };
}

function ends(value: JsonValue): JsonValue {
  if (typeof value === 'string')
    return value.length <= headChars + tailChars
      ? value
      : `${value.slice(0, headChars)}\n${value.slice(-tailChars)}`;
  if (isList(value)) return value.map(ends);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, ends(item)]));
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
