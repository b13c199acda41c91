import type { ArchiveLogEntry, DamagedArchive, TrashedArchive } from '../../history/archive/types.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { UnreadPlace } from '../../agents/reading/types.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';
import type { Stretch } from '../tree/stretches.ts';

/** The sessions of a period. */
export interface DayNode extends Node {
  readonly kind: 'day';
  readonly stretch: Stretch;
  /** Most recently active first. */
  readonly sessions: readonly SessionInfo[];
}
/** The sessions a person hid. */
export interface ArchivedSessionsNode extends Node {
  readonly kind: 'archivedSessions';
  readonly sessions: readonly SessionInfo[];
}
export interface SessionNode extends Node {
  readonly kind: 'session';
  /** Absolute path of the transcript or recording. */
  readonly path: string;
  readonly info: SessionInfo;
  /** Whether there are sessions of other agents, so that the row names its agent. */
  readonly isMixed?: boolean;
}
export interface DamagedArchiveNode extends Node {
  readonly kind: 'damagedArchive';
  readonly damaged: DamagedArchive;
}
/** A failure to archive. */
export interface FailureNode extends Node {
  readonly kind: 'failure';
  readonly entry: ArchiveLogEntry;
}

/** A place of an agent that cannot be read, so that sessions may be missing. */
export interface UnreadPlaceNode extends Node {
  readonly kind: 'unreadPlace';
  readonly place: UnreadPlace;
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
  | DamagedArchiveNode
  | FailureNode
  | UnreadPlaceNode
  | ArchiveTrashNode
  | TrashedArchiveNode;

export type SessionTreeNode = CommonNode | SessionOwnNode;
