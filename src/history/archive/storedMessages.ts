/** What the parts of a session hold, as far as a transcript is archived. */
export interface StoredMessages {
  /** Hashes of the ids of messages that change no more, in base64. */
  readonly settled: string;
  /** Hashes of the ids and measures of those of subagents, in base64. */
  readonly complete: string;
  /** Ids and measures of the messages that may still change. */
  readonly open: readonly (readonly [id: string, calls: number, pending: number, length: number | null])[];
  /** Summaries of compactions. */
  readonly summaries: readonly string[];
}

/** What is noted of messages: nothing, the ids of such that change no more, or also what tells how they change. */
export type NotedMessages = 'nothing' | 'ids' | 'all';
