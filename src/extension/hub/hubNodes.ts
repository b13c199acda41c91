import type { Node } from '../tree/nodes.ts';
import type { HubStatus } from './hubInfo.ts';
import type { HubAccess, RecordKind } from './hubTypes.ts';

/** The hub of a project. */
export interface HubNode extends Node {
  readonly kind: 'hub';
  /** The address without the password; undefined if invalid. */
  readonly shown: string | undefined;
  readonly status: HubStatus;
  readonly isPaused: boolean;
  readonly people: readonly HubPersonNode[];
}
/** A current or former member who sent something. */
export interface HubPersonNode extends Node {
  readonly kind: 'hubPerson';
  readonly person: string;
  /** Undefined for a former member. */
  readonly access: HubAccess | undefined;
  readonly isMe: boolean;
  /** Whether the current person may exclude them. */
  readonly isMine: boolean;
  readonly sent: readonly HubSentNode[];
}
/** A colleague's dialog, or what they sent of a kind outside dialogs. */
export interface HubSentNode extends Node {
  readonly kind: 'hubDialog' | 'hubRecords';
  readonly person: string;
  readonly dialog: string | undefined;
  readonly recordKind: RecordKind;
  readonly count: number;
  /** Milliseconds. */
  readonly time: number;
  readonly isNew: boolean;
}
/** Why there is no connection. */
export interface HubProblemNode extends Node {
  readonly kind: 'hubProblem';
  readonly text: string;
  /** The command that fixes a problem requiring action, with its title. */
  readonly fix: readonly [command: string, title: string] | undefined;
}

export type HubOwnNode = HubNode | HubPersonNode | HubSentNode | HubProblemNode;
