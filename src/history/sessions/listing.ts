import type { ArchiveInfo } from '../archive/types.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { defined, isoTime, StoreError, errorMessage } from '../../disk/base/core.ts';
import type { TranscriptInfo, UnreadPlace } from '../../agents/reading/types.ts';
import { archivedExtent, listedArchive, type ArchivedSessions } from './archivedSessions.ts';
import type { RecordingList } from './recordingList.ts';
import type { SessionLabelList } from './sessionLabels.ts';
import type { SessionSummaryList } from './summaryList.ts';
import { findCurrent } from './currentSession.ts';
import { isAskedFor, latestFirst, latestOf, mentions } from './matching.ts';
import type {
  FoundSessions,
  ListedSession,
  NewestSessions,
  SessionInfo,
  SessionLists,
  SessionQuery,
  TranscriptLists,
  Workspace,
} from './types.ts';

/** Maximum number of sessions listed in an error. */
const offered = 10;

/** Recordings and transcripts of a workspace, and sessions left only in archives, as one list. */
export class SessionListing implements SessionLists {
  readonly #context: StoreContext;
  readonly #recordings: RecordingList;
  readonly #archived: ArchivedSessions;
  readonly #transcripts: TranscriptLists;
  readonly #labels: SessionLabelList;
  readonly #summaries: SessionSummaryList;
  #unread: readonly UnreadPlace[] = [];

  constructor(
    context: StoreContext,
    recordings: RecordingList,
    archived: ArchivedSessions,
    transcripts: TranscriptLists,
    labels: SessionLabelList,
    summaries: SessionSummaryList,
  ) {
    this.#context = context;
    this.#labels = labels;
    this.#summaries = summaries;
    this.#recordings = recordings;
    this.#archived = archived;
    this.#transcripts = transcripts;
  }

  async list(
    workspace: Workspace,
    { source, query = '', limit, includeCurrent = false, ...asked }: SessionQuery = {},
  ): Promise<FoundSessions> {
    const { listed, unread } = await this.#all(workspace);
    const matching = listed.filter(
      (session) =>
        (source === undefined || session.source === source) &&
        (includeCurrent || session.number > 0) &&
        isAskedFor(session, asked) &&
        mentions(session, query),
    );
    return { sessions: matching.slice(0, limit), total: matching.length, unread };
  }

  async find(workspace: Workspace, identifier: string): Promise<SessionInfo> {
    const { listed: sessions, helpers } = await this.#all(workspace);
    const wanted = identifier.trim();
    const past = sessions.filter(({ number }) => number > 0);
    const newest = latestOf(past);
    if (sessions.length === 0 || (wanted === 'latest' && !newest))
      throw new StoreError('not_found', 'No previous sessions found for this project.');
    if (wanted === 'latest' && newest) return newest;
    const named = [...sessions, ...helpers].find(({ sessionId }) => sessionId === wanted);
    const exact = named ?? numbered(sessions, wanted);
    return exact ?? beginning(sessions, wanted);
  }

  /** The id of the calling chat, where its session is in the workspace or its agent reports it. */
  async current(workspace: Workspace): Promise<string | undefined> {
    const { current } = workspace;
    if (!current || 'sessionId' in current) return current?.sessionId;
    return findCurrent((await this.#sorted(workspace)).sorted, current);
  }

  /** Non-empty recordings, unordered. */
  recordings(): Promise<readonly ListedSession[]> {
    return this.#recordings.nonEmpty();
  }

  labelled(sessions: readonly ListedSession[]): readonly ListedSession[] {
    return this.#summaries.on(this.#labels.on(sessions));
  }

  /** The transcripts of a workspace, unordered. */
  async transcripts(workspace: Workspace): Promise<readonly ListedSession[]> {
    const { transcripts, unread } = await this.#transcripts.of(workspace);
    this.#unread = unread;
    return transcripts.map(sessionOf);
  }

  unread(): readonly UnreadPlace[] {
    return this.#unread;
  }

  async newest(workspace: Workspace, count: number): Promise<NewestSessions> {
    const { transcripts, files } = await this.#transcripts.newest(workspace, count);
    const own = transcripts.filter(({ parentId }) => parentId === undefined);
    const sessions = this.labelled(own.map(sessionOf));
    return { sessions: sessions.map((session, n) => ({ number: n + 1, ...session })), files };
  }

  async #all(workspace: Workspace): Promise<NumberedSessions & Pick<FoundSessions, 'unread'>> {
    const { sorted: all, unread } = await this.#sorted(workspace);
    const helpers = helpersIn(all);
    const sorted = all.filter((session) => !helpers.has(session));
    const current = await findCurrent(sorted, workspace.current);
    let number = 0;
    return {
      listed: sorted.map((session) => ({
        ...session,
        number: session.sessionId === current ? 0 : ++number,
      })),
      unread,
      helpers: [...helpers].map((session) => ({ number: 0, ...session })),
    };
  }

  async #sorted(workspace: Workspace) {
    const [recordings, { transcripts, unread }, newest] = await Promise.all([
      this.recordings(),
      this.#transcripts.of(workspace),
      this.#newestArchives(),
    ]);
    const found = [...recordings, ...transcripts.map((info) => withKept(sessionOf(info), newest))];
    const known = new Set(found.map(({ sessionId }) => sessionId));
    const archived = [...newest.values()].filter(({ session }) => !known.has(session));
    const all = [...found, ...archived.flatMap((archive) => listedArchive(archive) ?? [])];
    return { sorted: [...this.labelled(all)].sort(latestFirst), unread };
  }

  async #newestArchives(): Promise<ReadonlyMap<string, ArchiveInfo>> {
    try {
      return await this.#archived.newest();
    } catch (error) {
      // Unreadable archives are reported in their own list; they hide no other session.
      this.#context.log.warn(`cannot list the archives: ${errorMessage(error)}`);
      return new Map();
    }
  }
}

/** The sessions of a list, and those that helpers of these wrote. */
interface NumberedSessions {
  readonly listed: readonly SessionInfo[];
  readonly helpers: readonly SessionInfo[];
}

/** Returns the sessions that are under another of the list. */
function helpersIn(sessions: readonly ListedSession[]): ReadonlySet<ListedSession> {
  const known = new Map(sessions.map((session) => [session.sessionId, session]));
  const isHelper = (session: ListedSession): boolean => {
    const seen = new Set([session]);
    let top = session;
    for (let parent = parentIn(known, top); parent && !seen.has(parent); parent = parentIn(known, top)) {
      seen.add(parent);
      top = parent;
    }
    return top !== session && parentIn(known, top) === undefined;
  };
  return new Set(sessions.filter(({ parentId }) => parentId !== undefined).filter(isHelper));
}

const parentIn = (
  known: ReadonlyMap<string, ListedSession>,
  { parentId }: ListedSession,
): ListedSession | undefined => (parentId === undefined ? undefined : known.get(parentId));

function withKept(session: ListedSession, newest: ReadonlyMap<string, ArchiveInfo>): ListedSession {
  const archive = newest.get(session.sessionId);
  if (archive === undefined) return session;
  return { ...session, ...defined({ kept: archivedExtent(session, archive), secrets: archive.secrets }) };
}

/** A transcript as a list entry, with its agent as the source. What all have is named, see `transcriptInfo`. */
function sessionOf(info: TranscriptInfo): ListedSession {
  const { agent: source, path, sessionId, title, startedAt, activeAt, size, changedAt, ...some } = info;
  return { source, path, sessionId, title, startedAt, activeAt, size, changedAt, ...some };
}

const numbered = (sessions: readonly SessionInfo[], wanted: string): SessionInfo | undefined =>
  /^\d{1,6}$/.test(wanted) ? sessions.find(({ number }) => number === Number(wanted)) : undefined;

/** Finds the session whose id begins with the text; throws for none and for several. */
function beginning(sessions: readonly SessionInfo[], wanted: string): SessionInfo {
  const alike = wanted === '' ? [] : sessions.filter(({ sessionId }) => sessionId.startsWith(wanted));
  const [first] = alike;
  if (first && alike.every(({ sessionId }) => sessionId === first.sessionId)) return first;
  const [code, repair, offer] = first
    ? (['invalid_argument', `${alike.length} sessions begin so; give more of the id.`, alike] as const)
    : ([
        'not_found',
        `Use session_list to see the sessions, then give a number of it, an id or the beginning of one, or latest.`,
        sessions,
      ] as const);
  throw new StoreError(code, `Invalid session identifier "${wanted.slice(0, 100)}". ${repair}`, {
    available: offer.slice(0, offered).map(({ number, source, sessionId, title, activeAt }) => ({
      number,
      source,
      sessionId,
      title,
      activeAt: isoTime(activeAt),
    })),
  });
}
