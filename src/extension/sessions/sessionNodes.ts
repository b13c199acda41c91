import type {
  ArchiveInfo,
  ArchiveLogEntry,
  DamagedArchive,
  TrashedArchive,
} from '../../store/archive/types.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';
import type { Stretch } from '../tree/stretches.ts';

/** The sessions of one stretch of time. */
export interface DayNode extends Node {
  readonly kind: 'day';
  readonly stretch: Stretch;
  /** The most recently active first. */
  readonly sessions: readonly SessionInfo[];
}
/** The sessions that a person put aside. */
export interface ArchivedSessionsNode extends Node {
  readonly kind: 'archivedSessions';
  readonly sessions: readonly SessionInfo[];
}
export interface SessionNode extends Node {
  readonly kind: 'session';
  /** Absolute path of the transcript or recording. */
  readonly path: string;
  readonly info: SessionInfo;
  /** There are sessions of other agents, so it says whose it is. */
  readonly isMixed?: boolean;
}
export interface ArchivesNode extends Node {
  readonly kind: 'archives';
  readonly count: number;
}
export interface ArchiveNode extends Node {
  readonly kind: 'archive';
  /** File name without `.md`. */
  readonly name: string;
  readonly archive: ArchiveInfo;
}
export interface DamagedArchiveNode extends Node {
  readonly kind: 'damagedArchive';
  readonly damaged: DamagedArchive;
}
/** Something that could not be archived. */
export interface FailureNode extends Node {
  readonly kind: 'failure';
  readonly entry: ArchiveLogEntry;
}

/** The archives in the trash. */
export interface ArchiveTrashNode extends Node {
  readonly kind: 'archiveTrash';
  readonly count: number;
}
export interface TrashedArchiveNode extends Node {
  readonly kind: 'trashedArchive';
  readonly trashed: TrashedArchive;
}

export type SessionOwnNode =
  | DayNode
  | ArchivedSessionsNode
  | SessionNode
  | ArchivesNode
  | ArchiveNode
  | DamagedArchiveNode
  | FailureNode
  | ArchiveTrashNode
  | TrashedArchiveNode;

export type SessionTreeNode = CommonNode | SessionOwnNode;
