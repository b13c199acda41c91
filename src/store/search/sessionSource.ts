import type { Log } from '../base/core.ts';
import { latestFirst, type SessionLists, type ListedSession, type Workspace } from '../sessions/types.ts';
import { fileFingerprint } from '../files/fileCache.ts';
import { atMost } from '../base/context.ts';
import { noteItem } from './sessionNote.ts';
import { summaryItem } from './sessionSummary.ts';
import { sessionEntries, type SessionAccess } from './sessionEntries.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import type { PerSession } from '../sessions/perSession.ts';
import type { Freshness, IsIndexed, SearchEntry, SearchItem, SearchSource } from './types.ts';

/** Which transcripts there are is looked up anew after this; that a known one grew is seen at once. Milliseconds. */
const trustMs = 2_000;
/** A search waits so long for sessions that were not read yet; reading goes on for the next. Milliseconds. */
const waitMs = 400;
/** The newest sessions are searched, until they hold so many characters. */
const maxChars = 40_000_000;

interface KnownSession {
  readonly fingerprint: string;
  /** Where they are kept for all processes they are not kept in memory. */
  readonly entries: readonly SearchEntry[] | undefined;
  readonly chars: number;
}

interface SessionSearchOptions extends SessionAccess {
  readonly listing: SessionLists;
  readonly texts: PerSession<readonly SearchEntry[]>;
  readonly workspace: (() => Workspace) | undefined;
  readonly log: Log;
}

/**
 * What was said in recorded sessions and in the transcripts of agents that belong to the workspace. Each is read once
 * and again when it grew, the newest first, between and after searches; until then it is found as it was before.
 */
export class SessionSearchSource implements SearchSource {
  readonly kind = 'sessions';
  readonly #options: SessionSearchOptions;
  readonly #known = new Map<string, KnownSession>();
  #transcripts: readonly ListedSession[] = [];
  #lookedAt = -Infinity;
  #unread: ListedSession[] = [];
  /** How many sessions were not read, or not again, when items were given last. */
  #missing = 0;
  #reading: Promise<void> | undefined;
  #leftOut = 0;
  #swept = false;
  /** The state of the secrets as the sessions are read. */
  #masked = '';

  constructor(options: SessionSearchOptions) {
    this.#options = options;
  }

  get notes(): string[] {
    return this.#leftOut > 0
      ? [`${this.#leftOut} older sessions are not searched, as there are so many of them.`]
      : [];
  }

  get pending(): number {
    return this.#missing;
  }

  async items(_: Freshness, isIndexed: IsIndexed): Promise<SearchItem[]> {
    const sessions = await this.#list();
    this.#plan(sessions, isIndexed);
    this.#reading ??= this.#readOn().finally(() => (this.#reading = undefined));
    await atMost(this.#reading, waitMs);
    this.#missing = this.#unread.length; // reading goes on, but what is read later is not among these items
    return sessions.flatMap((session) => {
      const known = this.#known.get(session.path);
      return [
        ...(known ? [this.#itemOf(session, known)] : []),
        ...noteItem(session),
        ...summaryItem(session),
      ];
    });
  }

  /** The most recently active first. */
  async #list(): Promise<readonly ListedSession[]> {
    const { listing, workspace } = this.#options;
    if (workspace && performance.now() - this.#lookedAt > trustMs) {
      this.#transcripts = await listing.transcripts(workspace());
      this.#lookedAt = performance.now();
    }
    const sessions = [...(await listing.recordings()), ...this.#transcripts].sort(latestFirst);
    return listing.labelled(sessions);
  }

  /** Which sessions are to be read: those that changed, as long as newer ones leave room for them. */
  #plan(sessions: readonly ListedSession[], isIndexed: IsIndexed): void {
    this.#masked = this.#options.secrets.state;
    const unread: ListedSession[] = [];
    const kept = new Set<string>();
    let chars = 0;
    for (const session of sessions) {
      if (chars > maxChars) break;
      kept.add(session.path);
      const fingerprint = this.#fingerprintOf(session);
      const known = this.#known.get(session.path) ?? this.#indexed(session, fingerprint, isIndexed);
      chars += known?.chars ?? 0;
      if (known?.fingerprint !== fingerprint) unread.push(session);
    }
    for (const path of this.#known.keys()) if (!kept.has(path)) this.#known.delete(path);
    this.#leftOut = sessions.length - kept.size;
    this.#unread = unread;
  }

  /** A session that another process has read and indexed. */
  #indexed({ path }: ListedSession, fingerprint: string, isIndexed: IsIndexed): KnownSession | undefined {
    if (!isIndexed(path, fingerprint)) return undefined;
    const known = { fingerprint, entries: undefined, chars: this.#options.texts.size(path) };
    this.#known.set(path, known);
    return known;
  }

  /** Reads until nothing is left to be read, or no room for it. */
  async #readOn(): Promise<void> {
    // A process that has nothing else to do need not stay for this.
    const slices = new TimeSlices(undefined, { ref: false });
    for (;;) {
      const session = this.#chars > maxChars ? undefined : this.#unread[0];
      if (session === undefined) break;
      await this.#read(session, slices);
      await slices.pause();
      this.#unread = this.#unread.filter(({ path }) => path !== session.path);
    }
    if (this.#swept) return;
    this.#swept = true;
    await this.#quietly('old texts of sessions', () =>
      this.#options.texts.sweep([...this.#known.keys(), ...this.#unread.map(({ path }) => path)]),
    );
  }

  /** Differs also when other secrets would be masked. What is no file changes with what the list tells of it. */
  #fingerprintOf({ path, size, activeAt }: ListedSession): string {
    return `${fileFingerprint(path) ?? `${size} ${activeAt}`} ${this.#masked}`;
  }

  get #chars(): number {
    let chars = 0;
    for (const known of this.#known.values()) chars += known.chars;
    return chars;
  }

  async #read(session: ListedSession, slices: TimeSlices): Promise<void> {
    const { path } = session;
    const fingerprint = this.#fingerprintOf(session);
    const read = await this.#quietly(path, () => this.#entries(session, fingerprint, slices));
    const { entries, isKept } = read ?? { entries: [], isKept: false };
    const chars = entries.reduce((sum, { text }) => sum + text.length, 0);
    this.#known.set(path, { fingerprint, entries: isKept ? undefined : entries, chars });
  }

  async #entries(
    session: ListedSession,
    fingerprint: string,
    slices: TimeSlices,
  ): Promise<{ readonly entries: readonly SearchEntry[]; readonly isKept: boolean }> {
    const { path } = session;
    const { texts } = this.#options;
    const kept = await texts.read(path, fingerprint);
    if (kept) return { entries: kept, isKept: true };
    const entries = await sessionEntries(session, this.#options, slices);
    const keep = () => texts.write(path, fingerprint, entries);
    return { entries, isKept: (await this.#quietly(`what is kept of ${path}`, keep)) ?? false };
  }

  #itemOf(session: ListedSession, { fingerprint, entries }: KnownSession): SearchItem {
    const { path, sessionId, title, labels: { tags = [] } = {} } = session;
    const read = async () => entries ?? (await this.#entries(session, fingerprint, new TimeSlices())).entries;
    return { key: path, name: sessionId, title, tags, parts: [{ fingerprint, read }] };
  }

  /** Gone meanwhile, or not ours to read: a search goes on without it. */
  async #quietly<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#options.log.warn(`search leaves out ${what}: ${String(error)}`);
      return undefined;
    }
  }
}
