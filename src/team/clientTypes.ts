import type { Language } from '../disk/base/core.ts';
import type { EmbeddingProvider } from '../history/embeddings/embeddings.ts';
import type { When } from '../find/search/filters.ts';
import type { EntryRole } from '../find/search/types.ts';
import type { AuditEntry } from './audit.ts';
import type { DialogOfOthers } from './dialogsOfOthers.ts';
import type { HubSession, HubSessionQuery } from './hubSessions.ts';
import type { HubAddress } from './hubUrl.ts';
import type { HubMembers, HubProject } from './members.ts';
import type { HubTeam } from './recentRecords.ts';
import type { RepairedProject } from './repairProject.ts';
import type { HubAccess, HubShare, RecordKind, SyncCounts } from './types.ts';

export type { HubAccess, HubShare, RecordKind };
export type { AuditEntry, DialogOfOthers, HubAddress, HubProject, HubSession, HubTeam, SyncCounts };

/** A project in a hub, as the connected person sees it. Failures are thrown as a `StoreError` that explains them. */
export interface HubClient {
  readonly address: HubAddress;
  /** The address without the password. */
  readonly shown: string;
  /** Returns the members by name, and the access of the connected person. */
  members(): Promise<HubMembers>;
  /** Adds a person, or changes their access. Returns how they connect if a role was created for them. */
  invite(person: string, access: HubAccess): Promise<NewRole | undefined>;
  /** Changes the access of a person who has a role; undefined removes them, and ends their connections if permitted. */
  setMember(person: string, access: HubAccess | undefined): Promise<void>;
  /** Ends what holds the project up, and brings numbers that ran away back. Throws `disabled` unless an owner asks. */
  repair(): Promise<RepairedProject>;
  /** Returns who joined, was excluded, or read sessions of others, newest first. Throws `disabled` unless an owner asks. */
  log(limit: number): Promise<readonly AuditEntry[]>;
  /** Writes all that everybody sent to the project into a new file, and returns the number of records. */
  backUp(file: string): Promise<number>;
  /** Brings the project of a backup back into the hub, as far as it is not there. For whoever set the hub up. */
  restore(file: string): Promise<RestoredProject>;
  /** Sends what the hub lacks, and vectors of all that was sent. */
  push(options: PushOptions): Promise<PushResult>;
  /** Receives what the person sent from other machines, and returns the number of records. */
  pull(): Promise<number>;
  /**
   * Receives, then sends unless the person may only read. Throws `outside` to who is no member; logs why vectors were
   * not sent, since the texts are there.
   */
  exchange(options: ExchangeOptions): Promise<SyncCounts>;
  /**
   * Searches what everybody sent, by words, and with embeddings also by meaning. Throws `invalid_argument`, and
   * `outside` to who is no member.
   */
  search(search: HubSearch, embeddings: EmbeddingProvider | undefined): Promise<HubSearchResult>;
  /** Reports whether searches find by meaning with these embeddings. */
  meaning(embeddings: EmbeddingProvider | undefined): Promise<HubMeaningState>;
  /** Reads a record, and for a message its neighbors; empty if it is gone or not visible. */
  read(record: Pick<HubHit, 'owner' | 'kind' | 'id'>): Promise<readonly ReadRecord[]>;
  /** Returns the dialogs of others, newest message first. */
  dialogs(): Promise<readonly DialogOfOthers[]>;
  /** Returns the sessions of everybody or one person, most recently active first. */
  sessions(query: HubSessionQuery): Promise<readonly HubSession[]>;
  /** Copies a colleague's dialog, or what is new in it, into one of its own. Throws `not_found`. */
  fetchDialog(request: FetchRequest): Promise<FetchedDialog>;
  /** Copies the archives of a colleague's session, or what is new in them. Throws `not_found`. */
  fetchSession(request: SessionRequest): Promise<FetchedSession>;
  /** Returns the members and what others recently sent, reading the latter only if it may differ from `before`. */
  team(before: HubTeam | undefined): Promise<HubTeam>;
  /** Returns the project's newest number, which increases with everything sent. */
  newest(): Promise<number>;
  /** Calls `notified` when others send something, unless it returns false, and `ended` when the connection is lost. */
  listen(events: HubEvents): Promise<boolean>;
  /** Never fails. */
  close(): Promise<void>;
}

/** A connected hub with an up-to-date schema, of which no project is chosen yet. */
export interface HubToJoin {
  readonly address: HubAddress;
  /** The address without the password. */
  readonly shown: string;
  /** Number of migrations that were made. */
  readonly migrations: number;
  /** Returns the projects of the connected person. */
  projects(folder: string): Promise<ProjectsOfPerson>;
  /** Creates a project, or joins it if it exists. Throws `outside` if it belongs to others. */
  add(project: HubProject): Promise<HubAccess>;
  /** Joins an existing project. Throws `outside` to who is no member. */
  join(project: string): Promise<HubAccess>;
  /** Never fails. */
  close(): Promise<void>;
}

/** What a client calls while it is connected. */
export interface HubEvents {
  readonly notified: () => void;
  readonly ended: () => void;
}

/** Number of records that were sent, and of vectors. */
export interface PushResult {
  readonly sent: number;
  readonly vectors: PushedVectors;
}

/** What to send. */
export interface PushOptions {
  readonly share: HubShare;
  /** Makes vectors of what is sent. */
  readonly embeddings?: EmbeddingProvider | undefined;
  /** Language of the problem; default English. */
  readonly language?: Language | undefined;
}

/** What to exchange. */
export interface ExchangeOptions extends Pick<PushOptions, 'embeddings'> {
  /** Undefined while sending is paused. */
  readonly share: HubShare | undefined;
  /** Receives the running totals after each batch. Throwing ends the work and keeps what is done. */
  readonly onBatch?: (done: Partial<SyncCounts>) => void;
}

/** Whether a hub is searched by meaning with some embeddings, or what is missing. */
export interface HubMeaningState {
  readonly state: 'on' | 'embeddings' | 'model' | Exclude<VectorsState, 'on'>;
  /** Name of the embeddings' model. */
  readonly model: string;
}

/** How a person with a new role connects; stored nowhere. */
export interface NewRole {
  readonly password: string;
  /** Includes the password. */
  readonly url: string;
}

/** Result of fetching a colleague's dialog. */
export interface FetchedDialog {
  /** Name of the copy. */
  readonly dialog: string;
  /** Number of messages added; existing ones are skipped. */
  readonly saved: number;
  /** Whether the summary is now the colleague's. */
  readonly summary: boolean;
  /** Number of context snapshots added or replaced. */
  readonly contexts: number;
}

/** Result of restoring a backup. */
export interface RestoredProject {
  readonly project: HubProject;
  /** Number of records that the hub lacked, or had in an earlier version. */
  readonly records: number;
  /** Members of the project who have no user in the database. */
  readonly missing: readonly string[];
}

/** A colleague's dialog to fetch. */
export interface FetchRequest {
  /** A role of the database. */
  readonly person: string;
  readonly dialog: string;
  /** Aborts with its reason; fetched messages stay, and the next call fetches the rest. */
  readonly signal?: AbortSignal;
  /** Receives the number of messages added so far. */
  readonly onProgress?: (saved: number) => void;
}

/** A colleague's session to fetch. */
export interface SessionRequest {
  /** A role of the database. */
  readonly person: string;
  /** Id of the session. */
  readonly session: string;
  /** Aborts with its reason, leaving the local archives unchanged. */
  readonly signal?: AbortSignal;
}

/** Result of fetching a colleague's session. */
export interface FetchedSession {
  /** Names of its local archives, in the order of their parts. */
  readonly archives: readonly string[];
  /** Number of archives added or replaced. */
  readonly added: number;
}

/** Number of vectors sent, and why no more could be sent, as a sentence. */
export interface PushedVectors {
  readonly sent: number;
  readonly problem?: string;
}

/** Hits, and as sentences what could not be searched. */
export interface HubSearchResult {
  readonly hits: readonly HubHit[];
  readonly notes: readonly string[];
}

/**
 * Whether a hub stores vectors, or what is missing: the extension on the server, its installation in this database,
 * or the table, which `team setup` creates.
 */
export type VectorsState = 'on' | 'extension' | 'creation' | 'table';

/** The hub projects of a person, as seen from a folder. */
export interface ProjectsOfPerson {
  /** By name. */
  readonly all: readonly HubProject[];
  /** Those from the same repository as the folder. */
  readonly same: readonly HubProject[];
  /** The folder's git origin. */
  readonly origin: string | undefined;
}

/** A record found in the hub. */
export interface HubHit {
  /** A role of the database. */
  readonly owner: string;
  readonly kind: RecordKind;
  /** Id of the record. */
  readonly id: string;
  /** Time of its version, milliseconds. */
  readonly time: number;
  /** Name of its dialog; undefined for memories and shared items. */
  readonly dialog?: string;
  /** The session of an archive or card. */
  readonly session?: HitSession;
  /** Role of a message, `summary` for summaries, `note` for everything else. */
  readonly role: EntryRole;
  /** Text around the first match, on one line, without Markdown. */
  readonly headline: string;
  /** Start and end of each match in the headline, UTF-16 units, ascending. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Set if only embeddings found it; shown as `≈`, as in the history search. */
  readonly meant?: readonly [];
}

/** The session of a hit's archive or card. */
export interface HitSession {
  readonly id: string;
  /** From its card; empty without one. */
  readonly title: string;
  /** Whether its owner sent archives of it, which can be fetched. */
  readonly hasArchives: boolean;
}

/** A query in the syntax of the history search, and the current time. */
export interface HubSearch {
  readonly query: string;
  /** At most 100. */
  readonly limit: number;
  readonly when: When;
  /** Language of the notes; default English. */
  readonly language?: Language;
}

/** A record for display. */
export interface ReadRecord {
  /** Its original text. */
  readonly text: string;
  /** Role of a message; otherwise the kind of record. */
  readonly role: string;
  /** Milliseconds. */
  readonly time: number;
  /** Whether this is the requested record. */
  readonly isRequested: boolean;
}
