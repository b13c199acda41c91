import type { JsonObject } from '../../disk/base/core.ts';
import type { Entry } from './entries.ts';

/** A message as input for a model. */
export interface Line {
  /** Its position, starting at 1 for the oldest. */
  readonly number: number;
  readonly role: 'user' | 'assistant';
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  /** Without secrets. */
  readonly text: string;
  /** Its size if it stays. */
  readonly bytes: number;
}

/** A message to or from a model. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A language model. Its errors end the summarizing. */
export interface Model {
  /** Maximum tokens of a request. */
  readonly maxInputTokens: number;
  readonly count: (text: string) => Promise<number>;
  /** Returns the complete answer. */
  readonly ask: (talk: readonly ModelMessage[]) => Promise<string>;
}

/** How much may stay. */
export interface Room {
  /** Maximum number of messages the model may choose. */
  readonly messages: number;
  /** Maximum bytes of these messages together. */
  readonly bytes: number;
  /** Maximum bytes of the summary as JSON. A summary already larger must not grow. */
  readonly summaryBytes: number;
}

/** What is summarized. */
export interface Material {
  /** Oldest first. */
  readonly lines: readonly Line[];
  /** The previous summary, without secrets; undefined for none. */
  readonly summary?: JsonObject | undefined;
  /** Set if the model chooses messages that stay. */
  readonly room?: Room | undefined;
  /** Chinese if the people write Chinese. */
  readonly language: 'zh' | 'other';
}

/** What a model is shown in one request and may refer to. */
export interface RequestScope {
  /** Entries of the previous summary. */
  readonly entries: readonly Entry[];
  readonly lines: readonly Line[];
  readonly room?: Room | undefined;
  readonly language: Material['language'];
}

/** The new summary. */
export interface Summarized {
  readonly summary: JsonObject;
  /** Numbers of the messages the model would keep, ascending. */
  readonly essential: readonly number[];
}

/** Why there is no summary. */
export type SummaryProblem =
  /** Asked twice, the model gave no usable answer. */
  | { readonly kind: 'malformed'; readonly problems: readonly string[]; readonly answer: string }
  /** The model's limit is too small for the previous summary and one message. */
  | { readonly kind: 'noRoom'; readonly maxInputTokens: number };

export class SummaryError extends Error {
  readonly problem: SummaryProblem;

  constructor(problem: SummaryProblem) {
    super(problem.kind === 'malformed' ? (problem.problems[0] ?? '') : problem.kind);
    this.name = 'SummaryError';
    this.problem = problem;
  }
}
