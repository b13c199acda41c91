import type { ConnectableAgent } from './agents.ts';
import type { PartKind } from '../agents/profile/parts.ts';
import type { Scope } from '../agents/profile/machine.ts';

/**
 * `outdated`: it starts this product, in an older form or only in part. `other`: the entry with our name starts
 * something else. `unreadable`: the file stays unchanged.
 */
export type PartState = 'connected' | 'outdated' | 'other' | 'absent' | 'unreadable';

/** State of a part of an agent. */
export interface PartConnection {
  readonly kind: PartKind;
  readonly path: string;
  readonly state: PartState;
  /** The value under our name. */
  readonly value?: unknown;
  /** Why the file is unreadable. */
  readonly reason?: string;
}

/** `partly`: the server or the hooks are missing or in an older form. */
export type ConnectionState = 'connected' | 'partly' | 'other' | 'absent' | 'unreadable';

/** State of an agent. */
export interface Connection {
  readonly agent: ConnectableAgent;
  readonly scope: Scope;
  /** The file of its server. */
  readonly path: string;
  /** Without the rules, which are optional. */
  readonly state: ConnectionState;
  /** Why a file is unreadable. */
  readonly reason?: string;
  readonly parts: readonly PartConnection[];
}
