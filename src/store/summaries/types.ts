import type { JsonObject } from '../base/core.ts';
import type { Entry } from './entries.ts';

/** A message as a model is shown it. */
export interface Line {
  /** Its place, 1 being the oldest. */
  readonly number: number;
  readonly role: 'user' | 'assistant';
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  /** Without secrets. */
  readonly text: string;
  /** What it takes where it stays. */
  readonly bytes: number;
}

/** One thing said to or by a model. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A language model. What it throws ends the summarizing. */
export interface Model {
  /** Tokens of one request at most. */
  readonly maxInputTokens: number;
  readonly count: (text: string) => Promise<number>;
  /** Gives the whole answer. */
  readonly ask: (talk: readonly ModelMessage[]) => Promise<string>;
}

/** How much may stay, and what stays anyway. */
export interface Room {
  /** Messages that the model may choose. */
  readonly messages: number;
  /** Bytes they may have together. */
  readonly bytes: number;
  /** Bytes of the summary as JSON. A summary that is larger already must not grow. */
  readonly summaryBytes: number;
}

/** What is summarized. */
export interface Material {
  /** Oldest first. */
  readonly lines: readonly Line[];
  /** The summary so far, without secrets; undefined for none. */
  readonly summary?: JsonObject | undefined;
  /** Set where messages are to be chosen that stay. */
  readonly room?: Room | undefined;
  /** Chinese where the people in it speak so. */
  readonly language: 'zh' | 'other';
}

/** What a model is shown in one request, and may speak of. */
export interface RequestScope {
  /** Of the summary so far. */
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
  /** Asked twice, the model gave nothing that can be used. */
  | { readonly kind: 'malformed'; readonly problems: readonly string[]; readonly answer: string }
  /** The model takes too little for the summary so far and at least one message. */
  | { readonly kind: 'noRoom'; readonly maxInputTokens: number };

export class SummaryError extends Error {
  readonly problem: SummaryProblem;

  constructor(problem: SummaryProblem) {
    super(problem.kind === 'malformed' ? (problem.problems[0] ?? '') : problem.kind);
    this.name = 'SummaryError';
    this.problem = problem;
  }
}
