import type { ArchiveInfo, ArchiveLogEntry, DamagedArchive } from '../../store/archive/types.ts';
import type { SessionInfo, SessionSource } from '../../store/sessions/types.ts';
import type { Project } from '../project.ts';
import type { Archived } from './sessionList.ts';

interface Node {
  /** The same through every refresh, so that expansion and selection stay. */
  readonly id: string;
  readonly project: Project;
}

export interface SessionProjectNode extends Node {
  readonly kind: 'project';
}
export interface AgentNode extends Node {
  readonly kind: 'agent';
  readonly source: SessionSource;
  /** The most recently active first. */
  readonly sessions: readonly SessionInfo[];
}
export interface DayNode extends Node {
  readonly kind: 'day';
  /** Its first moment on this machine, milliseconds. */
  readonly day: number;
  readonly sessions: readonly SessionInfo[];
}
export interface SessionNode extends Node {
  readonly kind: 'session';
  /** Absolute path of the transcript or recording. */
  readonly path: string;
  readonly info: SessionInfo;
  readonly archived: Archived;
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
/** The last child of a list that shows only its first page. */
export interface MoreSessionsNode extends Node {
  readonly kind: 'moreSessions';
  /** The list that grows: the id of its parent. */
  readonly list: string;
  readonly hidden: number;
}
/** Stands where children could not be read. */
export interface SessionProblemNode extends Node {
  readonly kind: 'problem';
  readonly text: string;
}

export type SessionTreeNode =
  | SessionProjectNode
  | AgentNode
  | DayNode
  | SessionNode
  | ArchivesNode
  | ArchiveNode
  | DamagedArchiveNode
  | FailureNode
  | MoreSessionsNode
  | SessionProblemNode;
