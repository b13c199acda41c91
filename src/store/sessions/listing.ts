import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { StoreError } from '../base/core.ts';
import { indexFolder } from '../files/derived.ts';
import { folderAt } from '../files/way.ts';
import type { StoreContext } from '../base/context.ts';
import { listTranscripts } from '../transcripts/discover.ts';
import type { Places } from '../transcripts/shared/agent.ts';
import { TranscriptCache } from '../transcripts/transcriptCache.ts';
import type { TranscriptInfo } from '../transcripts/shared/types.ts';
import type { ArchivedSessions } from './archivedSessions.ts';
import type { RecordingList } from './recordingList.ts';
import { findCurrent } from './currentSession.ts';
import {
  latestFirst,
  type FoundSessions,
  type ListedSession,
  type SessionInfo,
  type SessionLists,
  type SessionQuery,
  type Workspace,
} from './types.ts';

/** How many sessions a refusal offers instead. */
const offered = 10;

/** Recordings and transcripts of a workspace, and what is left of others in the archives, as one list. */
export class SessionListing implements SessionLists {
  readonly #context: StoreContext;
  readonly #recordings: RecordingList;
  readonly #archived: ArchivedSessions;
  readonly #caches = new Map<string, TranscriptCache>();

  constructor(context: StoreContext, recordings: RecordingList, archived: ArchivedSessions) {
    this.#context = context;
    this.#recordings = recordings;
    this.#archived = archived;
  }

  async list(
    workspace: Workspace,
    { source, query = '', limit, includeCurrent = false }: SessionQuery = {},
  ): Promise<FoundSessions> {
    const words = query.toLowerCase().split(/\s+/);
    const matching = (await this.#all(workspace)).filter(
      (session) =>
        (source === undefined || session.source === source) &&
        (includeCurrent || session.number > 0) &&
        matches(session, words),
    );
    return { sessions: matching.slice(0, limit), total: matching.length };
  }

  async find(workspace: Workspace, identifier: string): Promise<SessionInfo> {
    const sessions = await this.#all(workspace);
    const wanted = identifier.trim();
    const newest = sessions.find(({ number }) => number > 0);
    if (sessions.length === 0 || (wanted === 'latest' && !newest))
      throw new StoreError('not_found', 'No previous sessions found for this project.');
    if (wanted === 'latest' && newest) return newest;
    const exact = sessions.find(({ sessionId }) => sessionId === wanted) ?? numbered(sessions, wanted);
    return exact ?? beginning(sessions, wanted);
  }

  /** The id of the chat that asks, where its session is among those of the workspace, or its agent tells. */
  async current(workspace: Workspace): Promise<string | undefined> {
    const { current } = workspace;
    if (!current || 'sessionId' in current) return current?.sessionId;
    return findCurrent(await this.#sorted(workspace), current);
  }

  /** Recordings in which something was said, in no order. */
  recordings(): Promise<readonly ListedSession[]> {
    return this.#recordings.said();
  }

  /** The transcripts of agents that belong to a workspace, in no order. */
  async transcripts({ folders, places }: Workspace): Promise<readonly ListedSession[]> {
    const transcripts = new Map<string, TranscriptInfo>(); // folders of one repository have the same sessions
    for (const folder of folders)
      for (const info of await this.#transcripts(places, folder)) transcripts.set(info.path, info);
    return [...transcripts.values()].map(sessionOf);
  }

  async #all(workspace: Workspace): Promise<SessionInfo[]> {
    const sorted = await this.#sorted(workspace);
    const current = await findCurrent(sorted, workspace.current);
    let number = 0;
    return sorted.map((session) => ({ number: session.sessionId === current ? 0 : ++number, ...session }));
  }

  async #sorted(workspace: Workspace): Promise<ListedSession[]> {
    const found = (await Promise.all([this.recordings(), this.transcripts(workspace)])).flat();
    const archived = await this.#onlyArchived(new Set(found.map(({ sessionId }) => sessionId)));
    return [...found, ...archived].sort(latestFirst);
  }

  async #onlyArchived(known: ReadonlySet<string>): Promise<readonly ListedSession[]> {
    try {
      return await this.#archived.besides(known);
    } catch (error) {
      // Archives that cannot be listed say so where they are listed; they hide no other session.
      this.#context.log.warn(`cannot list the archives: ${String(error)}`);
      return [];
    }
  }

  async #transcripts(places: Places, folder: string): Promise<readonly TranscriptInfo[]> {
    const file = this.#cacheFile(folder);
    const cache = this.#caches.get(folder) ?? (await TranscriptCache.load(file, this.#context.log));
    this.#caches.set(folder, cache);
    const infos = await listTranscripts(places, folder, cache);
    // Looking makes no history.
    if (!this.#context.isReadOnly() && folderAt(this.#context.folder))
      await cache.save(file).catch((error: unknown) => {
        this.#context.log.warn(`cannot write ${file}, which only saves time: ${String(error)}`);
      });
    return infos;
  }

  #cacheFile(folder: string): string {
    const history = this.#context.folder;
    const other = createHash('sha256').update(folder).digest('hex').slice(0, 8);
    return join(
      indexFolder(history),
      folder === dirname(history) ? 'transcripts.json' : `transcripts-${other}.json`,
    );
  }
}

/** What a list shows of a transcript; its agent is the source. */
const sessionOf = ({ agent, ...info }: TranscriptInfo): ListedSession => ({
  source: agent,
  ...info,
});

function matches(
  { title, sessionId, cwd = '', gitBranch = '' }: SessionInfo,
  words: readonly string[],
): boolean {
  const text = [title, sessionId, cwd, gitBranch].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}

const numbered = (sessions: readonly SessionInfo[], wanted: string): SessionInfo | undefined =>
  /^\d{1,6}$/.test(wanted) ? sessions.find(({ number }) => number === Number(wanted)) : undefined;

/** The session whose id begins so; refuses none and several. */
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
      ...{ number, source, sessionId, title },
      activeAt: new Date(activeAt).toISOString(),
    })),
  });
}
