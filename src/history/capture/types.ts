import type { Agent, SilentTranscript, TranscriptInfo, UnreadPlace } from '../../agents/reading/types.ts';
import type { ArchiveSettings, Transcript } from '../archive/types.ts';
import type { Workspace } from '../sessions/types.ts';

/** Which sessions are kept automatically. */
export const keepModes = ['beforeDeletion', 'always', 'off'] as const;
/**
 * `beforeDeletion`: those their agent will delete within a week, and old ones if that is unknown; `always`: all, ten
 * minutes after the last change; `off`: none.
 */
export type KeepMode = (typeof keepModes)[number];

export interface KeepSettings {
  readonly keep: KeepMode;
  /**
   * Maximum disk space of archives, in units of 1,000,000 bytes; beyond it, sessions are kept without a copy of their
   * transcript.
   */
  readonly maxMegabytes: number;
  /** Format of archives. */
  readonly archive: ArchiveSettings;
}

export const defaultKeep: Omit<KeepSettings, 'archive'> = { keep: 'beforeDeletion', maxMegabytes: 1_000 };

export interface SweepOptions {
  /**
   * Default `due`: according to the settings, one sweep at a time, using a fifth of a core. `all`: every session,
   * without pauses.
   */
  readonly which?: 'due' | 'all';
  /** Skips the sweep if any process completed one within this time. Milliseconds. */
  readonly every?: number;
  /**
   * Maximum time, even in the middle of a sweep, which then makes no pauses; no process starts another for four times
   * as long. Milliseconds.
   */
  readonly within?: number;
  /** Aborts the sweep; sessions kept so far remain. */
  readonly signal?: AbortSignal;
  /** Called before each session. */
  readonly onEach?: (progress: SweepProgress) => void;
}

export interface SweepProgress {
  /** Title of the session, or the name of its file. */
  readonly title: string;
  /** Number of sessions before it, and in total. */
  readonly done: number;
  readonly total: number;
}

/** Result of a sweep. */
export interface SweepReport {
  /**
   * `finished`: everything due is kept; `stopped`: some is left; `recent`: another sweep was completed recently;
   * `elsewhere`: another process is running one; `off`: nothing may be kept.
   */
  readonly state: 'finished' | 'stopped' | 'recent' | 'elsewhere' | 'off';
  /** Number of sessions archived, at least in part, with their files and disk space in bytes. */
  readonly kept: number;
  readonly bytes: number;
  /** Sessions without changes. */
  readonly unchanged: number;
  /** Sessions that could not be archived; the log of archives has the reasons. */
  readonly failed: number;
  /** Sessions still due. */
  readonly left: number;
  /** Sessions kept without a copy of their transcript because archives have reached their limit. */
  readonly withoutCopy: number;
  /** Whether archives have reached their limit. */
  readonly isFull: boolean;
}

/** What a sweep would find. */
export interface CaptureStatus {
  /** Number of sessions soon to be deleted that are not completely archived. */
  readonly due: number;
  /** Disk space of archives. Bytes. */
  readonly bytes: number;
  /** The listed transcripts. */
  readonly transcripts: readonly TranscriptInfo[];
  /** Places of agents that could not be read. */
  readonly unread: readonly UnreadPlace[];
}

/** Keeps sessions before their agents delete them. */
export interface CaptureStore {
  /**
   * Archives the due sessions of a workspace. Safe to call from several processes: nothing is archived twice, and the
   * next sweep continues one that was killed. Creates a history only if there is something to keep, and changes
   * nothing in a read-only one. A session that fails does not stop the others. Throws `storage` if the history itself
   * is unusable.
   */
  sweep(workspace: Workspace, settings: KeepSettings, options?: SweepOptions): Promise<SweepReport>;
  /** Returns what is due, regardless of the settings, and the disk space of archives, without keeping anything. */
  status(workspace: Workspace): Promise<CaptureStatus>;
}

/** A session that its agent has lost, as traces tell it. */
export interface RecoveredSession {
  readonly agent: Agent;
  readonly sessionId: string;
  readonly title: string;
  /** Absolute path of the transcript, or of a trace. */
  readonly path: string;
  readonly cwd?: string;
  /** First and last activity, milliseconds. */
  readonly startedAt: number;
  readonly activeAt: number;
  /** Number of the person's messages. */
  readonly prompts: number;
  /** Present if no trace holds what the agent answered. */
  readonly answers?: 'missing';
}

/** A lost session with what is archived of it. */
export interface FoundLost {
  readonly about: RecoveredSession;
  readonly transcript: Transcript;
  /** Whether that is a transcript of the agent, of which a copy is worth keeping. */
  readonly isWhole: boolean;
}

export interface RecoveryOptions {
  /** Whether to take sessions of all projects, also those of which no trace tells the project. */
  readonly all?: boolean;
  /** Aborts between sessions with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface RecoveryReport {
  readonly recovered: readonly RecoveredSession[];
  /** Number of sessions that could not be archived; the log says why. */
  readonly failed: number;
}

/** Finds again what agents lost: in files beside their transcripts, and where nothing leads to them. */
export interface RecoveryStore {
  /** Finds lost sessions, newest first, and changes nothing. Sessions that are listed are none of them. */
  look(workspace: Workspace, options?: RecoveryOptions): Promise<readonly RecoveredSession[]>;
  /** Archives them, marked as recovered. What was recovered before is not found again. */
  recover(
    workspace: Workspace,
    settings: Omit<KeepSettings, 'keep'>,
    options?: RecoveryOptions,
  ): Promise<RecoveryReport>;
}

/** A transcript that may have to be kept. */
export type Candidate = SilentTranscript & Partial<Pick<TranscriptInfo, 'sessionId' | 'title' | 'startedAt'>>;

/** Size and modification time of transcripts examined before, by path. */
export type SeenTranscripts = ReadonlyMap<string, Pick<Candidate, 'size' | 'changedAt'>>;
