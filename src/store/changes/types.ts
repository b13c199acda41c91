import type { Edit } from '../facts/edits.ts';
import type { SessionSource, Workspace } from '../sessions/types.ts';

/** Lines from one to another, both counted from 1 and both meant. */
export type LineRange = readonly [from: number, to: number];

/** A request of a person upon which an agent wrote in a file. */
export interface WritingRequest {
  /** Id of the session. */
  readonly session: string;
  readonly sessionTitle: string;
  readonly agent: SessionSource;
  /** When it wrote last upon this request: ISO 8601, UTC. */
  readonly time: string;
  /** The message of the session, counted from 1, that holds what it wrote last. */
  readonly entry: number;
  /** `history://sessions/…`, under which that message can be opened. */
  readonly reference: string;
  /** Which message of the session holds the request; 0 where there is none. With `session` it names this request. */
  readonly asked: number;
  /** What the person asked for, on one line of at most 200 characters; empty where the session tells of no request. */
  readonly request: string;
}

/** A request, and which lines of the file as it is now were written upon it. */
export interface Attribution extends WritingRequest {
  /** Ascending, apart from one another; empty where nothing of it is certain to be there still. */
  readonly lines: readonly LineRange[];
}

export interface HistoryRequest {
  /** Absolute, or relative to the first folder of the workspace. */
  readonly path: string;
  /** Only requests that wrote this line, from 1; there is at most one. */
  readonly line?: number;
  /** What the file holds, e.g. in an editor that has not saved it yet; default: what is on disk. */
  readonly text?: string;
  /** At most so many requests, the newest; default all. */
  readonly limit?: number;
}

/** How much an answer stands on. */
export interface ChangeIndexState {
  /** When the sessions were looked at last; milliseconds, 0 for never. */
  readonly indexedAt: number;
  /** How many sessions were read. */
  readonly sessions: number;
  /** How many are still to be read; while there are any, no line is attributed, because they may tell otherwise. */
  readonly waiting: number;
}

export interface FileHistory extends ChangeIndexState {
  /** Of the file, relative to the folder it lies in, with `/`. */
  readonly path: string;
  /** What is there now: a file of text whose lines can be attributed, or why they cannot. */
  readonly state: 'text' | 'missing' | 'binary' | 'too large' | 'generated';
  /** How many lines the file has; 0 where it is no text. */
  readonly lineCount: number;
  /** The newest first. */
  readonly attributions: readonly Attribution[];
  /** How many there are, also beyond the limit. */
  readonly total: number;
}

export interface LineHistory extends ChangeIndexState {
  /** For each line of the text, the request it was written upon; undefined where that is not certain. Equal ones are the same object. */
  readonly lines: readonly (Attribution | undefined)[];
}

/** What an agent did to a file upon one request. */
export interface FileChange extends WritingRequest {
  /** How many lines it added and removed, as far as that is known. */
  readonly added: number;
  readonly removed: number;
}

export interface DayFile {
  /** Relative to the folder it lies in, with `/`. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  /** The newest first. */
  readonly changes: readonly FileChange[];
}

/** The files that agents changed on a day. */
export interface ChangedDay {
  /** `YYYY-MM-DD` of this machine's time. */
  readonly day: string;
  /** The last changed first. */
  readonly files: readonly DayFile[];
}

export interface ChangedDays extends ChangeIndexState {
  /** The newest first. */
  readonly days: readonly ChangedDay[];
}

export interface DaysRequest {
  /** Milliseconds; nothing older. Default everything. */
  readonly since?: number;
  /** At most so many files with a day; default 1,000. */
  readonly limit?: number;
}

/**
 * Which session wrote which text in which file, from the transcripts of all agents and from what is archived of
 * others. Lines are attributed only where the text supports it: the session wrote this very line, and nothing known
 * happened to it since. A session is read in the background once, and again when it grew; every method starts that,
 * and waits for it as long as `waitMs` says (default 400).
 */
export interface ChangeStore {
  /**
   * The requests that wrote a file, or a line of it. Throws `outside` for a path in no folder of the workspace,
   * `invalid_argument` for a line that the file does not have; a file that is missing has a history, too.
   */
  history(
    workspace: Workspace,
    request: HistoryRequest,
    options?: { readonly waitMs?: number },
  ): Promise<FileHistory>;
  /** The newest request for each line of a text that is, or will be, in the file at an absolute path. */
  lines(
    workspace: Workspace,
    path: string,
    text: string,
    options?: { readonly waitMs?: number },
  ): Promise<LineHistory>;
  /** The files that agents changed, by day. */
  days(
    workspace: Workspace,
    request?: DaysRequest,
    options?: { readonly waitMs?: number },
  ): Promise<ChangedDays>;
  /**
   * What a request changed in the file at an absolute path, in the order it was done: texts before and after, or
   * patches, with secrets masked. It reads the session again. Empty where the session does not tell, or is gone.
   */
  edits(
    workspace: Workspace,
    change: Pick<WritingRequest, 'session' | 'asked'>,
    file: string,
  ): Promise<readonly Edit[]>;
}
