import type { ArchiveStore } from '../../history/archive/types.ts';
import type { SessionInfo, SessionLists, SessionStore } from '../../history/sessions/types.ts';
import type { RequestRow } from './requestRows.ts';
import type { DialogStore } from '../../history/dialogs/types.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';

/** Unit of activity, a quarter of an hour, which divides all time zone offsets. Milliseconds. */
export const quarterMs = 15 * 60 * 1_000;

/** Figures of a session, gathered in one reading. */
export interface SessionFigures {
  readonly requests: readonly RequestRow[];
  readonly models: readonly string[];
  /** The session of which this is a subagent. */
  readonly parent?: string;
  /** Time of the last request that it copied from another session and that is not counted here, milliseconds. */
  readonly copiedUntil?: number;
  /** Messages of the person and the agent per quarter of an hour since 1970. */
  readonly active: readonly (readonly [quarter: number, messages: number])[];
  /** Between its first and last message. Milliseconds. */
  readonly duration: number;
  /** Changed files with the number of changes. */
  readonly files: readonly (readonly [path: string, times: number])[];
  /** Kinds of commands, and how often they ran and failed. */
  readonly commands: readonly (readonly [kind: string, runs: number, failed: number])[];
  readonly errors: number;
  readonly retries: number;
  readonly compactions: number;
  readonly interrupted: number;
  readonly rewound: number;
  /** Open steps in the agent's own list. */
  readonly open: readonly string[];
}

/** A session with its figures. */
export interface ReadSession {
  readonly info: SessionInfo;
  readonly figures: SessionFigures;
  /**
   * Creation time of the transcript, milliseconds: of two sessions with the same requests, the later one is the copy.
   */
  readonly createdAt: number;
}

/** A session with its own requests, and until when the rest was copied from another, milliseconds. */
export interface OwnRequests extends ReadSession {
  readonly own: readonly RequestRow[];
  readonly copiedUntil: number;
  /** The listed session it counts toward: itself, or the one of which it is a subagent. */
  readonly countsTo: ReadSession;
}

/** Lists and reads sessions. */
export interface FigureSources {
  readonly sessions: Pick<SessionStore, 'list' | 'read'>;
  readonly listing: Pick<SessionLists, 'newest'>;
  readonly archives: Pick<ArchiveStore, 'transcript'>;
  readonly reader: TranscriptReader;
}

/** Reads sessions and dialogs. */
export interface InsightSources extends FigureSources {
  readonly dialogs: Pick<DialogStore, 'list' | 'overview' | 'summary'>;
}
