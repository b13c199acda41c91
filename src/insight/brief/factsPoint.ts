import type { ReadPlace } from '../../agents/reading/continued.ts';
import type { FactsState } from '../../history/facts/sessionFacts.ts';
import type { RequestLogState } from './requestLog.ts';

/** What is known of a session's facts at a place where reading can continue. */
export interface FactsPoint {
  readonly place: ReadPlace;
  readonly facts: FactsState;
  readonly requests: RequestLogState;
  readonly helpers: HelpersDone;
}

/** How much of what subagents did is among the facts, in the order of time. */
export interface HelpersDone {
  /** State of their files. */
  readonly state: string;
  /** Number of all their messages, and of those among the facts. */
  readonly count: number;
  readonly done: number;
  /** Hash of the latter. */
  readonly hash: number;
  /** Time before which all that they did is among the facts. */
  readonly until: string;
}
