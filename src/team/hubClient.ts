import { sayIn } from '../disk/base/texts.ts';
import { defined, StoreError, type Language } from '../disk/base/core.ts';
import type { EmbeddingProvider } from '../history/embeddings/embeddings.ts';
import type {
  AuditEntry,
  ExchangeOptions,
  FetchedDialog,
  FetchedSession,
  FetchRequest,
  HubClient,
  HubEvents,
  HubHit,
  HubMeaningState,
  HubSearch,
  HubSearchResult,
  NewRole,
  PushedVectors,
  PushOptions,
  PushResult,
  ReadRecord,
  RestoredProject,
  SessionRequest,
  HubToJoin,
  ProjectsOfPerson,
} from './clientTypes.ts';
import { auditOf, noteSessionRead } from './audit.ts';
import { connectHub } from './connection.ts';
import { dialogsOfOthers, type DialogOfOthers } from './dialogsOfOthers.ts';
import { fetchDialog } from './fetchDialog.ts';
import { fetchSession } from './fetchSession.ts';
import { leftOutNotes } from './hubQuery.ts';
import { hubSessions, type HubSession, type HubSessionQuery } from './hubSessions.ts';
import { syncHub, type HubSync } from './hubSync.ts';
import { formatHubUrl, shownHub, type HubAddress } from './hubUrl.ts';
import { listenTo } from './listen.ts';
import type { HubHistory } from './localHistory.ts';
import {
  ensurePerson,
  hubMembers,
  ownAccess,
  setMember,
  storable,
  type HubMembers,
  addProject,
  hubProjects,
  joinProject,
  type HubProject,
} from './members.ts';
import { checkSchema, readsOnly, type SchemaUse } from './migrate.ts';
import { newestNumber } from './pull.ts';
import { teamOf, type HubTeam } from './recentRecords.ts';
import { endConnectionsOf, repairProject, type RepairedProject } from './repairProject.ts';
import { searchRecords } from './searchRecords.ts';
import { surroundingRecords } from './surroundingRecords.ts';
import { pullHistory, pushHistory } from './syncHistory.ts';
import type { HubAccess, LiveConnection, SyncCounts, HubConnection } from './types.ts';
import { vectorsState, hubModel } from './vectorStorage.ts';
import { ofSameOrigin, prepareHub, originOf } from './joinHub.ts';

/** Maximum time an exchange spends on vectors; the next one continues. Milliseconds. */
const vectorsWithinMs = 15_000;

/** Connects and checks that the schema is supported. */
export async function connectClient(options: ClientOptions): Promise<HubClient> {
  const connection = await connectHub(options.address);
  try {
    return new ConnectedClient(options, connection, await checkSchema(connection));
  } catch (error) {
    await connection.close();
    throw error;
  }
}

interface ClientOptions {
  readonly address: HubAddress;
  readonly project: string;
  readonly history: HubHistory | undefined;
}

class ConnectedClient implements HubClient {
  readonly address: HubAddress;
  readonly #project: string;
  readonly #history: HubHistory | undefined;
  readonly #connection: LiveConnection;
  readonly #use: SchemaUse;

  constructor({ address, project, history }: ClientOptions, connection: LiveConnection, use: SchemaUse) {
    this.address = address;
    this.#project = project;
    this.#history = history;
    this.#connection = connection;
    this.#use = use;
  }

  members(): Promise<HubMembers> {
    return hubMembers(this.#connection, this.#project);
  }

  async invite(person: string, access: HubAccess): Promise<NewRole | undefined> {
    const password = await ensurePerson(this.#connection, person);
    await this.setMember(person, access);
    if (password === undefined) return undefined;
    return { password, url: formatHubUrl({ ...this.address, user: person, password }) };
  }

  async setMember(person: string, access: HubAccess | undefined): Promise<void> {
    await setMember(this.#connection, this.#project, { person, access });
    if (access === undefined) await endConnectionsOf(this.#connection, person);
  }

  repair(): Promise<RepairedProject> {
    return repairProject(this.#connection, this.#project);
  }

  log(limit: number): Promise<readonly AuditEntry[]> {
    return auditOf(this.#connection, this.#project, limit);
  }

  async backUp(file: string): Promise<number> {
    const { backUpProject } = await import('./projectBackup.ts');
    return backUpProject(this.#connection, this.#project, file);
  }

  async restore(file: string): Promise<RestoredProject> {
    const { restoreProject } = await import('./projectBackup.ts');
    return restoreProject(this.#connection, file);
  }

  async push({ share, embeddings, language }: PushOptions): Promise<PushResult> {
    if (this.#use === 'read') throw readsOnly();
    return this.#sync(async (sync) => ({
      sent: await pushHistory(sync, share),
      vectors: await pushVectorsOf(sync, embeddings, defined({ language })),
    }));
  }

  pull(): Promise<number> {
    return this.#sync(pullHistory);
  }

  async exchange({ share, embeddings, onBatch }: ExchangeOptions): Promise<SyncCounts> {
    const access = await this.#assertMember();
    return this.#sync(async (given) => {
      const sync = { ...given, ...(onBatch && { onBatch }) };
      const received = await pullHistory(sync);
      if (share === undefined || access === 'reader') return { received, sent: 0 };
      if (this.#use === 'read') throw readsOnly();
      const sent = await pushHistory(sync, share);
      const { problem } = await pushVectorsOf(sync, embeddings, { withinMs: vectorsWithinMs });
      if (problem !== undefined) sync.local.context.log.warn(problem);
      return { received, sent };
    });
  }

  async search(search: HubSearch, embeddings?: EmbeddingProvider): Promise<HubSearchResult> {
    const leftOut = leftOutNotes(storable(search.query), search.when, sayIn(search.language ?? 'en'));
    if (embeddings === undefined) {
      const hits = await searchRecords(this.#connection, this.#project, search);
      if (hits.length === 0) await this.#assertMember();
      return { hits, notes: leftOut };
    }
    const { meaningOf, searchByMeaning } = await import('./searchMeaning.ts');
    const found = await searchByMeaning(this.#connection, this.#project, search, meaningOf(embeddings));
    if (found.hits.length === 0) await this.#assertMember();
    return { ...found, notes: [...leftOut, ...found.notes] };
  }

  async meaning(embeddings: EmbeddingProvider | undefined): Promise<HubMeaningState> {
    const vectors = await vectorsState(this.#connection);
    const model = embeddings && hubModel(embeddings);
    const here = embeddings ? (model === undefined ? 'model' : 'on') : 'embeddings';
    return { state: vectors === 'on' ? here : vectors, model: model ?? '' };
  }

  read(record: Pick<HubHit, 'owner' | 'kind' | 'id'>): Promise<readonly ReadRecord[]> {
    return surroundingRecords(this.#connection, this.#project, record);
  }

  dialogs(): Promise<readonly DialogOfOthers[]> {
    return dialogsOfOthers(this.#connection, this.#project);
  }

  sessions(query: HubSessionQuery): Promise<readonly HubSession[]> {
    return hubSessions(this.#connection, this.#project, query);
  }

  fetchDialog(request: FetchRequest): Promise<FetchedDialog> {
    return this.#sync((sync) => fetchDialog(sync, request));
  }

  async fetchSession(request: SessionRequest): Promise<FetchedSession> {
    const fetched = await this.#sync((sync) => fetchSession(sync, request));
    await noteSessionRead(this.#connection, this.#project, request);
    return fetched;
  }

  team(before: HubTeam | undefined): Promise<HubTeam> {
    return teamOf(this.#connection, this.#project, { me: this.address.user, before });
  }

  newest(): Promise<number> {
    return newestNumber(this.#connection, this.#project);
  }

  listen({ notified, ended }: HubEvents): Promise<boolean> {
    this.#connection.onEnd(ended);
    return listenTo(this.#connection, this.#project, notified);
  }

  get shown(): string {
    return shownHub(this.address);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Returns this person's access. Throws `outside` without any. */
  async #assertMember(): Promise<HubAccess> {
    const access = await ownAccess(this.#connection, this.#project);
    if (access === undefined) throw stranger(this.#project);
    return access;
  }

  #sync<T>(work: (sync: HubSync) => Promise<T>): Promise<T> {
    if (this.#history === undefined) throw new Error('a hub without a history exchanges nothing');
    return syncHub(this.#history, { connection: this.#connection, hub: this.shown }, work);
  }
}

async function pushVectorsOf(
  sync: HubSync,
  embeddings: EmbeddingProvider | undefined,
  options: { readonly withinMs?: number; readonly language?: Language } = {},
): Promise<PushedVectors> {
  if (embeddings === undefined) return { sent: 0 };
  const { pushVectors } = await import('./pushVectors.ts');
  return pushVectors(sync, embeddings, options);
}

const stranger = (project: string): StoreError =>
  new StoreError(
    'outside',
    `You are no member of the project ${project} in the hub. Ask an owner of it to invite you.`,
    { project, problem: 'stranger' },
  );

/** Connects, and creates or updates the schema as far as this role may. */
export async function connectToJoin(address: HubAddress): Promise<HubToJoin> {
  const connection = await connectHub(address);
  try {
    return new JoinableHub(address, await prepareHub(connection), connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

class JoinableHub implements HubToJoin {
  readonly address: HubAddress;
  readonly migrations: number;
  readonly #connection: HubConnection;

  constructor(address: HubAddress, migrations: number, connection: HubConnection) {
    this.address = address;
    this.migrations = migrations;
    this.#connection = connection;
  }

  async projects(folder: string): Promise<ProjectsOfPerson> {
    const origin = await originOf(folder);
    const all = await hubProjects(this.#connection);
    return { all, same: ofSameOrigin(all, origin), origin };
  }

  add(project: HubProject): Promise<HubAccess> {
    return addProject(this.#connection, project);
  }

  join(project: string): Promise<HubAccess> {
    return joinProject(this.#connection, project);
  }

  get shown(): string {
    return shownHub(this.address);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
