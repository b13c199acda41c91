import type { JsonValue } from '../base/core.ts';

/** What the hub holds of a project. */
export const recordKinds = [
  'message',
  'summary',
  'memory',
  'context',
  'archive',
  'session',
  'shared',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** What a person may do with a project of the hub, the least first: each may what those before it may. */
export const hubAccesses = ['reader', 'writer', 'owner'] as const;
export type HubAccess = (typeof hubAccesses)[number];

/** What goes to the hub: what is shared for everybody; dialogs, memories and contexts as well; archives of transcripts, too. */
export const hubShares = ['promoted', 'dialogs', 'everything'] as const;
export type HubShare = (typeof hubShares)[number];

/** Says which of two states of one thing is the later. */
export interface RecordVersion {
  /** When it was changed, milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** The folder that it was changed in, a UUID: decides between changes of one millisecond. */
  readonly author: string;
}

/** A state of one thing, as it goes to the hub and comes from it. */
export interface HubRecord extends RecordVersion {
  readonly kind: RecordKind;
  /** Unique within kind, project and owner; at most 200 characters. */
  readonly id: string;
  /** What it says; of a deleted one null. */
  readonly body: JsonValue;
  /** What a search in the hub looks at. */
  readonly text: string;
  readonly deleted: boolean;
}

/** A record as it is read from the hub: what a search looks at stays there. */
export type PulledRecord = Omit<HubRecord, 'text'>;

/** A row of an answer of the database, by the names of its columns. */
export type HubRow = Readonly<Record<string, unknown>>;

/** A connection to the database of a hub. Whatever fails is thrown as a `StoreError` that says how to repair it. */
export interface HubConnection {
  /** Runs one statement; values stand in it as `$1`, `$2` … and are never part of its text. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly HubRow[]>;
  /** Runs statements in one transaction, which is undone when `work` throws or the connection breaks. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Never fails. */
  close(): Promise<void>;
}

/** What somebody said to all who listen, by `listenTo`. */
export interface HubWord {
  readonly text: string;
  /** It was said on this connection. */
  readonly isOwn: boolean;
}

/** A connection that stays open, on which the database speaks without being asked. */
export interface LiveConnection extends HubConnection {
  onWord(heard: (word: HubWord) => void): void;
  /** Calls this once when the connection is gone, unless it was closed here. */
  onEnd(ended: () => void): void;
}
