import type { Log } from '../../disk/base/core.ts';
import {
  latestFirst,
  type SessionLists,
  type ListedSession,
  type Workspace,
} from '../../history/sessions/types.ts';
import { fileFingerprint } from '../../disk/files/fingerprint.ts';
import { atMost } from '../../disk/base/context.ts';
import { HalfReadSessions, type HalfRead } from './halfRead.ts';
import { noteItem } from './sessionNote.ts';
import { summaryItem } from './sessionSummary.ts';
import { sessionEntries, type SessionAccess } from './sessionEntries.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { Derived } from '../../disk/files/derived.ts';
import type { Freshness, IsIndexed, SearchEntry, SearchItem, SearchSource, Waiting, Note } from './types.ts';

/** Interval between listings of transcripts; growth of known ones is noticed at once. Milliseconds. */
const trustMs = 2_000;
/** Number of unread sessions that are searched as far as they were read before, newest first. */
const maxEarlier = 8;
/** Time that a search waits for unread sessions; reading continues for the next. Milliseconds. */
const waitMs = 400;
/** Total length of the sessions searched, newest first. Characters. */
const defaultMaxChars = 40_000_000;

interface KnownSession {
  readonly fingerprint: string;
  /** Missing if stored for all processes. */
  readonly entries: readonly SearchEntry[] | undefined;
  readonly chars: number;
}

interface SessionSearchOptions extends SessionAccess {
  readonly listing: SessionLists;
  readonly texts: Derived<readonly SearchEntry[]>;
  readonly workspace: (() => Workspace) | undefined;
  readonly log: Log;
  /** Total length of the sessions searched. Characters. */
  readonly maxChars?: number;
}

/**
 * Source of recorded sessions and agents' transcripts of the workspace. Each is read once and again after it grew,
 * newest first, between and after searches; until then its previous state is searched.
 */
export class SessionSearchSource implements SearchSource {
  readonly kind = 'sessions';
  readonly #options: SessionSearchOptions;
  readonly #known = new Map<string, KnownSession>();
  #transcripts: readonly ListedSession[] = [];
  #listedAt = -Infinity;
  #unread: ListedSession[] = [];
  /** Number of unread or outdated sessions when items were last returned. */
  #missing = 0;
  #reading: Promise<void> | undefined;
  /** What was read so far of the session that is being read. */
  #half: HalfRead | undefined;
  #leftOut = 0;
  #swept = false;
  /** Whether a search waits for all of them. */
  #isAwaited = false;
  /** State of the secrets used for masking. */
  #masked = '';

  constructor(options: SessionSearchOptions) {
    this.#options = options;
  }

  get notes(): Note[] {
    const count = this.#leftOut;
    return count > 0
      ? [(say) => say('{0} older sessions are not searched, as there are so many of them.', count)]
      : [];
  }

  get pending(): number {
    return this.#missing;
  }

  async items(_: Freshness, isIndexed: IsIndexed, waiting?: Waiting): Promise<SearchItem[]> {
    const sessions = await this.#list();
    this.#plan(sessions, isIndexed);
    this.#reading ??= this.#readUnread().finally(() => (this.#reading = undefined));
    await this.#wait(this.#reading, waiting);
    this.#missing = this.#unread.length; // reading continues, but these items will not include it
    const halves = new HalfReadSessions(this.#options.texts, this.#half);
    if (waiting) await halves.keep();
    const unread = new Set(this.#unread.slice(0, maxEarlier).map(({ path }) => path));
    return sessions.flatMap((session) => {
      const known = this.#known.get(session.path);
      return [
        ...(known ? [this.#itemOf(session, known)] : []),
        ...(!known && unread.has(session.path) ? halves.item(session) : []),
        ...noteItem(session),
        ...summaryItem(session),
      ];
    });
  }

  /** Waits for the sessions to be read. */
  async #wait(reading: Promise<void>, { withinMs, progress }: Waiting = { withinMs: waitMs }): Promise<void> {
    const started = performance.now();
    let left = withinMs;
    this.#isAwaited = withinMs > waitMs;
    while (this.#reading === reading && left > 0) {
      await atMost(reading, Math.min(left, waitMs));
      if (this.#unread.length > 0) progress?.(this.#unread.length);
      left = withinMs - (performance.now() - started);
    }
    this.#isAwaited = false;
  }

  /** Lists sessions, the most recently active first. */
  async #list(): Promise<readonly ListedSession[]> {
    const { listing, workspace } = this.#options;
    if (workspace && performance.now() - this.#listedAt > trustMs) {
      this.#transcripts = await listing.transcripts(workspace());
      this.#listedAt = performance.now();
    }
    const sessions = [...(await listing.recordings()), ...this.#transcripts].sort(latestFirst);
    return listing.labelled(sessions);
  }

  /** Determines the sessions to read: those that changed, within the total length. */
  #plan(sessions: readonly ListedSession[], isIndexed: IsIndexed): void {
    this.#masked = this.#options.secrets.state;
    const unread: ListedSession[] = [];
    const kept = new Set<string>();
    let chars = 0;
    for (const session of sessions) {
      if (chars > this.#maxChars) break;
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

  /** Returns the facts of a session that another process has read and indexed. */
  #indexed({ path }: ListedSession, fingerprint: string, isIndexed: IsIndexed): KnownSession | undefined {
    if (!isIndexed(path, fingerprint)) return undefined;
    const known = { fingerprint, entries: undefined, chars: this.#options.texts.size(path) };
    this.#known.set(path, known);
    return known;
  }

  /** Reads until no session is left or the total length is reached. */
  async #readUnread(): Promise<void> {
    // A process without other work need not wait for this.
    const slices = new TimeSlices(undefined, { ref: () => this.#isAwaited });
    for (;;) {
      if (this.#chars > this.#maxChars) this.#leaveOutRest();
      const [session] = this.#unread;
      if (session === undefined) break;
      await this.#read(session, slices);
      await slices.pause();
      this.#unread = this.#unread.filter(({ path }) => path !== session.path);
    }
    if (this.#swept) return;
    this.#swept = true;
    await this.#quietly('old texts of sessions', () =>
      this.#options.texts.sweep(new Set([...this.#known.keys(), ...this.#unread.map(({ path }) => path)])),
    );
  }

  /** Leaves unread what is beyond the total length: it is not read later either. */
  #leaveOutRest(): void {
    this.#leftOut += this.#unread.length;
    this.#unread = [];
  }

  /** Fingerprint that also changes with the secrets to mask; of a session without a file it is made from the list. */
  #fingerprintOf({ path, size, activeAt }: ListedSession): string {
    return `${fileFingerprint(path) ?? `${size} ${activeAt}`} ${this.#masked}`;
  }

  get #maxChars(): number {
    return this.#options.maxChars ?? defaultMaxChars;
  }

  get #chars(): number {
    let chars = 0;
    for (const known of this.#known.values()) chars += known.chars;
    return chars;
  }

  async #read(session: ListedSession, slices: TimeSlices): Promise<void> {
    const { path } = session;
    const fingerprint = this.#fingerprintOf(session);
    const entriesSoFar: SearchEntry[] = [];
    this.#half = { path, entries: entriesSoFar };
    const read = await this.#quietly(path, () => this.#entries(session, fingerprint, slices, entriesSoFar));
    this.#half = undefined;
    const { entries, isKept } = read ?? { entries: [], isKept: false };
    const chars = entries.reduce((sum, { text }) => sum + text.length, 0);
    this.#known.set(path, { fingerprint, entries: isKept ? undefined : entries, chars });
  }

  async #entries(
    session: ListedSession,
    fingerprint: string,
    slices: TimeSlices,
    half: SearchEntry[] = [],
  ): Promise<{ readonly entries: readonly SearchEntry[]; readonly isKept: boolean }> {
    const { path } = session;
    const { texts } = this.#options;
    const kept = texts.get(path, fingerprint);
    if (kept) return { entries: kept, isKept: true };
    const entries = await sessionEntries(session, this.#options, slices, half);
    return { entries, isKept: await texts.put(path, fingerprint, entries) };
  }

  #itemOf(session: ListedSession, { fingerprint, entries }: KnownSession): SearchItem {
    const { path, sessionId, title, labels: { tags = [] } = {} } = session;
    const read = async () => entries ?? (await this.#entries(session, fingerprint, new TimeSlices())).entries;
    return { key: path, name: sessionId, title, tags, parts: [{ fingerprint, read }] };
  }

  /** Returns undefined if the session was deleted or is not readable; a search continues without it. */
  async #quietly<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#options.log.warn(`search leaves out ${what}: ${String(error)}`);
      return undefined;
    }
  }
}
