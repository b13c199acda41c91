import { defined } from '../../disk/base/core.ts';
import type {
  MessageRecord,
  StreamTranscript,
  SubagentRecord,
  TranscriptStream,
} from '../../agents/reading/types.ts';
import { FactsOfSession, type SessionFacts } from './sessionFacts.ts';

/**
 * Collects the facts of a session while its transcript is read for another purpose, in constant memory. Subagents'
 * actions come last.
 */
export class FactCollector {
  #facts = new FactsOfSession();
  #cwd: string | undefined;
  #isWhole = false;
  readonly #subagents = new Set<string>();

  /** Wraps the transcript so that everything read from it is recorded. */
  wrap(stream: StreamTranscript): StreamTranscript {
    return async (open, source) => this.#recording(await stream(open, source));
  }

  #recording(inner: TranscriptStream): TranscriptStream {
    this.#cwd = inner.header.cwd;
    return {
      header: inner.header,
      messages: () => this.#messagesOf(inner),
      subagents: () => this.#subagentsOf(inner),
    };
  }

  /** Undefined unless the messages were read to the end. */
  get gathered(): { readonly facts: SessionFacts; readonly cwd?: string } | undefined {
    if (!this.#isWhole) return undefined;
    return { facts: this.#facts.facts, ...defined({ cwd: this.#cwd }) };
  }

  async *#messagesOf(stream: TranscriptStream): AsyncGenerator<MessageRecord> {
    this.#isWhole = false;
    this.#facts = new FactsOfSession(this.#cwd);
    this.#subagents.clear();
    for await (const message of stream.messages()) {
      this.#facts.add(message);
      yield message;
    }
    this.#isWhole = true;
  }

  async *#subagentsOf(stream: TranscriptStream): AsyncGenerator<SubagentRecord> {
    for await (const subagent of stream.subagents()) {
      const isNew = this.#isWhole && !this.#subagents.has(subagent.agentId);
      if (isNew) for (const message of subagent.messages) this.#facts.addSubagentMessage(message);
      this.#subagents.add(subagent.agentId);
      yield subagent;
    }
  }
}
