import type { SilentTranscript, TranscriptInfo } from '../transcripts/shared/types.ts';
import type { ArchiveSettings } from '../archive/types.ts';
import type { Workspace } from '../sessions/types.ts';

/** Which sessions are kept without anybody asking for it. */
export const keepModes = ['beforeDeletion', 'always', 'off'] as const;
/**
 * `beforeDeletion`: those that their agent will delete within a week, and old ones of agents of which that is not known;
 * `always`: all, once nothing was written for ten minutes; `off`: none.
 */
export type KeepMode = (typeof keepModes)[number];

export interface KeepSettings {
  readonly keep: KeepMode;
  /** As much may archives take on the disk, in units of 1,000,000 bytes; past it, sessions are kept without the copy of their transcript. */
  readonly maxMegabytes: number;
  /** How archives look. */
  readonly archive: ArchiveSettings;
}

export interface SweepOptions {
  /** Default `due`: as the settings say, one sweep at a time, a fifth of a core. `all`: every session, at once. */
  readonly which?: 'due' | 'all';
  /** Nothing is done where any process came to the end of a sweep less than so long ago. Milliseconds. */
  readonly every?: number;
  /** The sweep ends after so long, also in the middle; it makes no pauses, but nobody begins another for four times as long. Milliseconds. */
  readonly within?: number;
  /** Ends the sweep; what it kept so far is kept. */
  readonly signal?: AbortSignal;
  /** Called before each session. */
  readonly onEach?: (progress: SweepProgress) => void;
}

export interface SweepProgress {
  /** The title of the session, or the name of its file. */
  readonly title: string;
  /** How many came before it, and how many there are. */
  readonly done: number;
  readonly total: number;
}

/** What came of a sweep. */
export interface SweepReport {
  /**
   * `finished`: all that was due is kept; `stopped`: some is left; `recent`: another sweep was there not long ago;
   * `elsewhere`: another process is at it; `off`: nothing may be kept.
   */
  readonly state: 'finished' | 'stopped' | 'recent' | 'elsewhere' | 'off';
  /** Sessions of which something was archived, their files, and the bytes these take on the disk. */
  readonly kept: number;
  readonly bytes: number;
  /** Sessions of which nothing was new. */
  readonly unchanged: number;
  /** Sessions that could not be archived; the log of archives says why. */
  readonly failed: number;
  /** Sessions that are due still. */
  readonly left: number;
  /** Kept sessions without the copy of their transcript, because archives take up all that they may. */
  readonly withoutCopy: number;
  /** Archives take up all that they may. */
  readonly isFull: boolean;
}

/** What a sweep would find. */
export interface CaptureStanding {
  /** Sessions that their agents will delete soon, of which the archives lack something. */
  readonly due: number;
  /** What archives take on the disk. */
  readonly bytes: number;
}

/** Keeps sessions before their agents delete them. */
export interface CaptureStore {
  /**
   * Archives the sessions of a workspace that are due and of which the archives lack something. Any number of processes
   * may call it: nothing is archived twice, and a sweep that was killed goes on with the next. In a project without a
   * history it makes one only where there is something to keep; a history that is open for reading stays as it is. One
   * session that cannot be archived keeps no other from it. Throws `storage` where the history itself cannot be used.
   */
  sweep(workspace: Workspace, settings: KeepSettings, options?: SweepOptions): Promise<SweepReport>;
  /** How things stand, without keeping anything: what is due, whatever the setting, and what archives take on the disk. */
  standing(workspace: Workspace): Promise<CaptureStanding>;
}

/** A transcript that may have to be kept. */
export type Candidate = SilentTranscript & Partial<Pick<TranscriptInfo, 'sessionId' | 'title' | 'startedAt'>>;

/** What is known of transcripts that were looked at before: size and time of change of each, by path. */
export type SeenTranscripts = ReadonlyMap<string, Pick<Candidate, 'size' | 'changedAt'>>;
