import type { Clock } from '../../disk/base/context.ts';
import type { Log } from '../../disk/base/core.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import type { LogPosition } from '../../disk/files/changeLog.ts';

/** A machine with its copies. */
export interface CopyContext {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly log: Log;
}

/** What is known of a copy without opening it. */
export interface CopyNote {
  /** Id of the project. */
  readonly project: string;
  /** Id of the folder on this machine, as in `ProjectName`. */
  readonly place: string;
  /** Absolute path of the project when it was copied last. */
  readonly path: string;
  /** Address of the repository's `origin`, without a password. */
  readonly origin?: string | undefined;
  /** Size of the copy. */
  readonly bytes: number;
  /** When it was last made current. Milliseconds. */
  readonly followedAt: number;
  /** When all files were last compared; 0 until the first copy is complete. Milliseconds. */
  readonly comparedAt: number;
  /** Position in the history's log of changes up to which the copy is current. */
  readonly position: LogPosition;
  /** Some files have no copy, as the limit of space is reached. */
  readonly isFull?: boolean | undefined;
}

/** A copy on this machine. */
export interface HistoryCopy extends CopyNote {
  /** Names it among all copies. */
  readonly id: string;
  /** The folder that holds it, which can be opened like a project. */
  readonly root: string;
}

/** Result of following a history. */
export interface CopyReport {
  /**
   * `current`, or `partial` where the limit of space leaves files out; `stopped` before the end; `elsewhere` if
   * another process does it; `off` if there is no copy of this history.
   */
  readonly state: 'current' | 'partial' | 'stopped' | 'elsewhere' | 'off';
  /** Bytes written into the copy. */
  readonly written: number;
  /** Files and folders removed from the copy. */
  readonly removed: number;
}

export interface FollowOptions {
  /** Stops between two files. */
  readonly signal?: AbortSignal;
  /**
   * Waits before anything is removed from a copy: a history that is being deleted is gone by then, and its copy keeps
   * all.
   */
  readonly beforeRemoval?: (() => Promise<void>) | undefined;
  /** Called between two files. */
  readonly rest?: (() => Promise<void>) | undefined;
}
