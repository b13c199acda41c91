import type { ConnectableAgent } from './agents.ts';
import type { PartKind } from './formats/parts.ts';
import type { Scope } from './machine.ts';

/**
 * `outdated`: it starts ours, in an older form or only in part. `other`: what is there of our name starts something
 * else. `unreadable`: the file is left alone.
 */
export type PartState = 'connected' | 'outdated' | 'other' | 'absent' | 'unreadable';

/** How a part of an agent stands. */
export interface PartConnection {
  readonly kind: PartKind;
  readonly path: string;
  readonly state: PartState;
  /** What is there under our name. */
  readonly value?: unknown;
  /** Why the file is unreadable. */
  readonly reason?: string;
}

/** `partly`: the server or the hooks are missing or of an older form. */
export type ConnectionState = 'connected' | 'partly' | 'other' | 'absent' | 'unreadable';

/** How an agent stands. */
export interface Connection {
  readonly agent: ConnectableAgent;
  readonly scope: Scope;
  /** The file of its server. */
  readonly path: string;
  /** Rules do not count: they are for whoever wants them. */
  readonly state: ConnectionState;
  /** Why a file is unreadable. */
  readonly reason?: string;
  readonly parts: readonly PartConnection[];
}
