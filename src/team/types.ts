import type { JsonValue } from '../disk/base/core.ts';

/** Kinds of records in a project. */
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

/** Access to a hub project, in ascending order; each includes the ones before. */
export const hubAccesses = ['reader', 'writer', 'owner'] as const;
export type HubAccess = (typeof hubAccesses)[number];

/** What is sent: shared items only; also dialogs, memories and contexts; or also archives of transcripts. */
export const hubShares = ['promoted', 'dialogs', 'everything'] as const;
export type HubShare = (typeof hubShares)[number];

/** Returns the name of the copy of a colleague's dialog. */
export const copyName = ({ person, dialog }: { readonly person: string; readonly dialog: string }): string =>
  `${dialog} (${person})`;

/** Prefix of the ids of messages fetched from a colleague. */
const fetchedPrefix = 'fetched:';

export const fetchedMessageId = (recordId: string): string => fetchedPrefix + recordId;

/** Reports whether a message was fetched from a colleague, who sends it themselves. */
export const isFetched = ({ id }: { readonly id?: string | undefined }): boolean =>
  id?.startsWith(fetchedPrefix) === true;

/** Number of records sent and received. */
export interface SyncCounts {
  readonly sent: number;
  readonly received: number;
}

/** A version, which decides which of two states of an item is later. */
export interface RecordVersion {
  /** When it changed, milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** UUID of the folder in which it changed; orders changes of the same millisecond. */
  readonly author: string;
}

/** A version of an item as exchanged with the hub. */
export interface HubRecord extends RecordVersion {
  readonly kind: RecordKind;
  /** Unique within kind, project and owner; at most 200 characters. */
  readonly id: string;
  /** Its content; null for a deleted one. */
  readonly body: JsonValue;
  /** Text for searching in the hub. */
  readonly text: string;
  readonly deleted: boolean;
}

/** A record read from the hub, without the text for searching. */
export type PulledRecord = Omit<HubRecord, 'text'>;

/** A row of a database result, by column name. */
export type HubRow = Readonly<Record<string, unknown>>;

/** A connection to the database of a hub. Failures are thrown as a `StoreError` that says how to fix them. */
export interface HubConnection {
  /** Runs one statement; values are bound to `$1`, `$2` … and never become part of its text. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly HubRow[]>;
  /** Runs statements in a transaction, rolled back when `work` throws or the connection breaks. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Never fails. */
  close(): Promise<void>;
}

/** A notification received through `listenTo`. */
export interface HubNotification {
  readonly text: string;
  /** Number of the server process that sent it. */
  readonly from: number;
}

/** A connection that stays open for notifications. */
export interface LiveConnection extends HubConnection {
  /** Number of the process as announced on connecting: a pooler announces one that is not the server's. */
  readonly process: number | undefined;
  /** Connects once more as the same person. */
  another(): Promise<HubConnection>;
  onNotification(listener: (word: HubNotification) => void): void;
  /** Registers a callback called once when the connection is lost, unless closed by us. */
  onEnd(ended: () => void): void;
}

/** Why a hub does not answer; `refused` for any other database error. */
export type HubProblem =
  | 'certificate'
  | 'certificateHost'
  | 'tls'
  | 'password'
  | 'login'
  | 'database'
  | 'rights'
  | 'schema'
  | 'unreachable'
  /** A statement took too long, perhaps because of an open transaction of somebody else. */
  | 'held'
  | 'refused';

const plainProblems = [
  'certificate',
  'certificateHost',
  'tls',
  'password',
  'login',
] satisfies readonly HubProblem[];

/** Reports whether the words for a problem say all of it, so that the driver's own text would add nothing. */
export const isPlainProblem = (problem: string): boolean => plainProblems.some((plain) => plain === problem);
