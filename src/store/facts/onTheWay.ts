import { defined } from '../base/core.ts';
import type {
  MessageRecord,
  StreamTranscript,
  SubagentRecord,
  TranscriptStream,
} from '../transcripts/shared/types.ts';
import { FactsOfSession, type SessionFacts } from './sessionFacts.ts';

/**
 * Gathers the facts of a session while somebody else reads its transcript, in memory that does not grow with it. What
 * subagents did comes last.
 */
export class FactsOnTheWay {
  #facts = new FactsOfSession();
  #cwd: string | undefined;
  #compactions = 0;
  #isWhole = false;
  readonly #helpers = new Set<string>();

  /** The same transcript; what is read of it is noted. */
  of(stream: StreamTranscript): StreamTranscript {
    return async (open, source) => this.#noting(await stream(open, source));
  }

  /** The same where nobody else reads it. */
  async read(stream: TranscriptStream): Promise<void> {
    const { messages, subagents } = this.#noting(stream);
    for await (const _ of messages());
    for await (const _ of subagents());
  }

  #noting(inner: TranscriptStream): TranscriptStream {
    this.#cwd = inner.header.cwd;
    return {
      header: inner.header,
      messages: () => this.#messagesOf(inner),
      subagents: () => this.#helpersOf(inner),
    };
  }

  /** Undefined where not all of it was read. */
  get gathered(): { readonly facts: SessionFacts; readonly cwd?: string } | undefined {
    if (!this.#isWhole) return undefined;
    return { facts: this.#facts.facts, ...defined({ cwd: this.#cwd }) };
  }

  /** How often the session was compacted, as far as was read. */
  get compactions(): number {
    return this.#compactions;
  }

  async *#messagesOf(stream: TranscriptStream): AsyncGenerator<MessageRecord> {
    this.#isWhole = false;
    this.#compactions = 0;
    this.#facts = new FactsOfSession(this.#cwd);
    this.#helpers.clear();
    for await (const message of stream.messages()) {
      this.#facts.add(message);
      if (message.compaction) this.#compactions++;
      yield message;
    }
    this.#isWhole = true;
  }

  async *#helpersOf(stream: TranscriptStream): AsyncGenerator<SubagentRecord> {
    for await (const helper of stream.subagents()) {
      const isNew = this.#isWhole && !this.#helpers.has(helper.agentId);
      if (isNew) for (const message of helper.messages) this.#facts.addHelper(message);
      this.#helpers.add(helper.agentId);
      yield helper;
    }
  }
}
