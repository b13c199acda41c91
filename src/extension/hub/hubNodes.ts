import type { HubAccess, RecordKind } from '../../store/hub/types.ts';
import type { Node } from '../tree/nodes.ts';
import type { HubStanding } from './hubLooks.ts';

/** The hub of a project. */
export interface HubNode extends Node {
  readonly kind: 'hub';
  /** The address without the password; undefined where it cannot be read. */
  readonly shown: string | undefined;
  readonly standing: HubStanding;
  readonly isPaused: boolean;
  readonly people: readonly HubPersonNode[];
}
/** Somebody who is in the project, or was when they sent something. */
export interface HubPersonNode extends Node {
  readonly kind: 'hubPerson';
  readonly person: string;
  /** Undefined for who is no longer in it. */
  readonly access: HubAccess | undefined;
  readonly isMe: boolean;
  /** Whether I may exclude them. */
  readonly isMine: boolean;
  readonly sent: readonly HubSentNode[];
}
/** A dialog of a colleague, or what they sent of a kind that belongs to no dialog. */
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
  /** Somebody has to do something: the command that does it, with its title. */
  readonly mending: readonly [command: string, title: string] | undefined;
}

export type HubOwnNode = HubNode | HubPersonNode | HubSentNode | HubProblemNode;
