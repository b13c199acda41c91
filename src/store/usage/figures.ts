import type { SessionInfo } from '../sessions/types.ts';
import type { RequestRow } from './requestRows.ts';

/** So long is a quarter of an hour, the unit of activity: offsets of time zones are multiples of it. Milliseconds. */
export const quarterMs = 15 * 60 * 1_000;

/** What is taken from a session, in one reading. */
export interface SessionFigures {
  readonly requests: readonly RequestRow[];
  readonly models: readonly string[];
  /** The session whose subagent it is. */
  readonly parent?: string;
  /** Messages of the person and the agent in each quarter of an hour since 1970. */
  readonly active: readonly (readonly [quarter: number, messages: number])[];
  /** Between its first and last message. Milliseconds. */
  readonly duration: number;
  /** Files, and how often they were changed. */
  readonly files: readonly (readonly [path: string, times: number])[];
  /** Commands by what they are, how often they ran and failed. */
  readonly commands: readonly (readonly [kind: string, runs: number, failed: number])[];
  readonly errors: number;
  readonly retries: number;
  readonly compactions: number;
  readonly interrupted: number;
  readonly rewound: number;
  /** Steps left open in the agent's own list. */
  readonly open: readonly string[];
}

/** A session that was read. */
export interface ReadSession {
  readonly info: SessionInfo;
  readonly figures: SessionFigures;
  /** Of two sessions with the same requests the copy was made later. Milliseconds. */
  readonly born: number;
}

/** A session with its requests that are no copies, and until when it is a copy of another, milliseconds. */
export interface OwnRequests extends ReadSession {
  readonly own: readonly RequestRow[];
  readonly copiedUntil: number;
  /** The session in the list that it counts to, itself or that whose subagent it is. */
  readonly countsTo: ReadSession;
}
