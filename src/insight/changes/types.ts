import type { Edit } from '../../history/facts/edits.ts';
import type { SessionSource, Workspace } from '../../history/sessions/types.ts';

/** A range of lines, from 1, both ends included. */
export type LineRange = readonly [from: number, to: number];

/** A request of a person that led an agent to write a file. */
export interface WritingRequest {
  /** Id of the session. */
  readonly session: string;
  readonly sessionTitle: string;
  readonly agent: SessionSource;
  /** Time of its last write: ISO 8601, UTC. */
  readonly time: string;
  /** Number of the message with its last write, from 1. */
  readonly entry: number;
  /** `history://sessions/…` of that message. */
  readonly reference: string;
  /** Number of the message with the request; 0 for none. Identifies the request together with `session`. */
  readonly asked: number;
  /** The request on one line of at most 200 characters; empty where the session has none. */
  readonly request: string;
}

/** A request and the lines of the current file that it led to. */
export interface Attribution extends WritingRequest {
  /** Ascending and disjoint; empty where none is certain to be left. */
  readonly lines: readonly LineRange[];
}

export interface HistoryRequest {
  /** Absolute, or relative to the first folder of the workspace. */
  readonly path: string;
  /** Limits the result to the request that wrote this line, from 1. */
  readonly line?: number;
  /** Content of the file, e.g. of an unsaved editor; default from disk. */
  readonly text?: string;
  /** Maximum number of requests, newest first; default all. */
  readonly limit?: number;
}

/** The basis of an answer. */
export interface ChangeIndexState {
  /** Time of the last scan of sessions, milliseconds; 0 for never. */
  readonly indexedAt: number;
  /** Number of sessions read. */
  readonly sessions: number;
  /** Number of sessions still to be read; until it is 0, no line is attributed, as they may contradict. */
  readonly waiting: number;
}

export interface FileHistory extends ChangeIndexState {
  /** Relative to its folder, with `/`. */
  readonly path: string;
  /** `text` for a file with attributable lines, otherwise the reason why not. */
  readonly state: 'text' | 'missing' | 'binary' | 'too large' | 'generated';
  /** Number of lines; 0 unless it is text. */
  readonly lineCount: number;
  /** Newest first. */
  readonly attributions: readonly Attribution[];
  /** Total number, ignoring the limit. */
  readonly total: number;
}

export interface LineHistory extends ChangeIndexState {
  /** The request for each line; undefined where uncertain. Equal ones are the same object. */
  readonly lines: readonly (Attribution | undefined)[];
}

/** The change of an agent to a file during one request. */
export interface FileChange extends WritingRequest {
  /** Numbers of added and removed lines, as far as known. */
  readonly added: number;
  readonly removed: number;
}

export interface DayFile {
  /** Relative to its folder, with `/`. */
  readonly path: string;
  /** Absolute path. */
  readonly file: string;
  /** Newest first. */
  readonly changes: readonly FileChange[];
}

/** Files that agents changed on a day. */
export interface ChangedDay {
  /** The local date, `YYYY-MM-DD`. */
  readonly day: string;
  /** Last changed first. */
  readonly files: readonly DayFile[];
}

export interface ChangedDays extends ChangeIndexState {
  /** Newest first. */
  readonly days: readonly ChangedDay[];
}

export interface DaysRequest {
  /** Start, milliseconds; default unlimited. */
  readonly since?: number;
  /** Maximum number of files over all days; default 1,000. */
  readonly limit?: number;
}

/** A note about a commit, see `ChangeStore.notes`. */
export interface CommitNote {
  readonly commit: string;
  /** Number of lines that it attests. */
  readonly lines: number;
  readonly text: string;
}

/** A record of the public specification Agent Trace 0.1.0: lines of a commit and their conversations. */
export interface AgentTrace {
  readonly version: string;
  /** A UUID, the same for the same commit and lines. */
  readonly id: string;
  /** Time of the record: ISO 8601, UTC. */
  readonly timestamp: string;
  readonly vcs: { readonly type: 'git'; readonly revision: string };
  readonly files: readonly {
    /** Path from the top of the working tree in that commit. */
    readonly path: string;
    readonly conversations: readonly {
      /** `history://sessions/…`. */
      readonly url: string;
      readonly contributor: { readonly type: 'ai' };
      /** Numbers from 1, both ends included. */
      readonly ranges: readonly { readonly start_line: number; readonly end_line: number }[];
    }[];
  }[];
}

/**
 * Attributes text in files to sessions, from transcripts of all agents and archives. A line is attributed only if the
 * session wrote exactly this line and no known event affected it since. Every method starts reading new or grown
 * sessions in the background and waits up to `waitMs` for it (default 400).
 */
export interface ChangeStore {
  /**
   * Lists the requests that wrote a file or a line of it, also for a missing file. Throws `outside` for a path in no
   * folder of the workspace, `invalid_argument` for a line beyond the end.
   */
  history(
    workspace: Workspace,
    request: HistoryRequest,
    options?: { readonly waitMs?: number },
  ): Promise<FileHistory>;
  /** Returns the latest request for each line of a text for the file at an absolute path. */
  lines(
    workspace: Workspace,
    path: string,
    text: string,
    options?: { readonly waitMs?: number },
  ): Promise<LineHistory>;
  /** Lists the files that agents changed by day. */
  days(
    workspace: Workspace,
    request?: DaysRequest,
    options?: { readonly waitMs?: number },
  ): Promise<ChangedDays>;
  /**
   * Returns notes of git-ai's standard 3.0.0 for commits without one: which lines that are still in these files are from
   * which conversation. Waits until all sessions are read.
   */
  notes(workspace: Workspace, files: readonly string[]): Promise<readonly CommitNote[]>;
  /** Returns the same of all commits, also those with a note, as records of Agent Trace. */
  traces(workspace: Workspace, files: readonly string[]): Promise<readonly AgentTrace[]>;
  /**
   * Lists the edits of a request in the file at an absolute path, in order: texts before and after, or patches, with
   * secrets masked. Reads the session again. Empty where it has none or is gone.
   */
  edits(
    workspace: Workspace,
    change: Pick<WritingRequest, 'session' | 'asked'>,
    file: string,
  ): Promise<readonly Edit[]>;
}
