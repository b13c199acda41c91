import type { ArchiveInfo, ArchiveLogEntry, DamagedArchive } from '../../store/archive/types.ts';
import type { SessionInfo, SessionSource } from '../../store/sessions/types.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';

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
  /** It stands among sessions of other agents, so it says whose it is. */
  readonly isMixed?: true;
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

export type SessionOwnNode =
  | AgentNode
  | DayNode
  | SessionNode
  | ArchivesNode
  | ArchiveNode
  | DamagedArchiveNode
  | FailureNode;

export type SessionTreeNode = CommonNode | SessionOwnNode;
