import { type Log, errorMessage } from '../../disk/base/core.ts';
import type { SessionLists, ListedSession, Workspace } from '../../history/sessions/types.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { foreignStatNow } from '../../disk/files/foreign.ts';
import { latestFirst } from '../../history/sessions/matching.ts';
import { unreadText } from '../../agents/unreadText.ts';
import { atMost } from '../../disk/base/context.ts';
import { noteItem } from './sessionNote.ts';
import { summaryItem } from './sessionSummary.ts';
import type { SessionAccess } from './sessionFold.ts';
import { SessionReading, type SearchedSession } from './sessionReading.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { SessionTexts } from './sessionTexts.ts';
import type { Freshness, IndexedParts, SearchItem, SearchSource, Waiting, Note } from './types.ts';

/** Interval between listings of transcripts; growth of known ones is noticed at once. Milliseconds. */
const trustMs = 2_000;
/** Number of unread sessions that are searched as far as they were read before, newest first. */
const maxEarlier = 8;
/** Number of them whose newest words are read before those in the middle. */
const maxNewest = 3;
/** Time that a search waits for unread sessions; reading continues for the next. Milliseconds. */
const waitMs = 400;
/** Total length of the sessions searched, newest first. Characters. */
const defaultMaxChars = 40_000_000;

interface SessionSearchOptions extends SessionAccess {
  readonly listing: SessionLists;
  readonly texts: SessionTexts;
  readonly workspace: (() => Workspace) | undefined;
  readonly log: Log;
  /** Total length of the sessions searched. Characters. */
  readonly maxChars?: number;
}

/**
 * Source of recorded sessions and agents' transcripts of the workspace. It reads new and grown ones between and after
 * searches, newest first; partly read ones are searched as far as they were read.
 */
export class SessionSearchSource implements SearchSource {
  readonly kind = 'sessions';
  readonly #options: SessionSearchOptions;
  readonly #texts: SessionReading;
  readonly #known = new Map<string, SearchedSession>();
  #transcripts: readonly ListedSession[] = [];
  #listedAt = -Infinity;
  #unread: ListedSession[] = [];
  /** Number of unread or outdated sessions when items were last returned. */
  #missing = 0;
  #reading: Promise<void> | undefined;
  #leftOut = 0;
  /** Number of partly read sessions whose newest words are searched. */
  #far = 0;
  #swept = false;
  /** Whether a search waits for all of them. */
  #isAwaited = false;
  /** State of the secrets used for masking. */
  #masked = '';

  constructor(options: SessionSearchOptions) {
    this.#options = options;
    this.#texts = new SessionReading(options, options.texts);
  }

  get notes(): Note[] {
    const [count, far] = [this.#leftOut, this.#far];
    const notes: Note[] = [];
    if (count > 0)
      notes.push((say) => say('{0} older sessions are not searched, as there are so many of them.', count));
    if (far > 0)
      notes.push((say) =>
        say('Of {0} long sessions only the newest messages and what was read so far are searched.', far),
      );
    return notes;
  }

  get unread(): Note[] {
    const places = this.#options.listing.unread();
    return places.map((place) => (say) => unreadText(place, say));
  }

  get pending(): number {
    return this.#missing;
  }

  async items(_: Freshness, indexed: IndexedParts, waiting?: Waiting): Promise<SearchItem[]> {
    const sessions = await this.#list();
    this.#plan(sessions, indexed);
    this.#reading ??= this.#readUnread().finally(() => (this.#reading = undefined));
    await this.#wait(this.#reading, waiting);
    this.#missing = this.#unread.length; // reading continues, but these items will not include it
    const begun = await this.#begun();
    return sessions.flatMap((session) => {
      const known = this.#known.get(session.path);
      return [
        ...(begun.get(session.path) ?? (known ? this.#texts.items(session, known) : [])),
        ...noteItem(session),
        ...summaryItem(session),
      ];
    });
  }

  /** Returns the items of the newest partly read sessions, by path. */
  async #begun(): Promise<ReadonlyMap<string, readonly SearchItem[]>> {
    const all = new Map<string, readonly SearchItem[]>();
    this.#far = 0;
    for (const [n, session] of this.#unread.slice(0, maxEarlier).entries()) {
      const { path } = session;
      const before = { known: this.#known.get(path), takesNewest: n < maxNewest };
      const begun = await this.#quietly(path, () =>
        this.#texts.begun(session, this.#fingerprintOf(session), before),
      );
      if (begun) all.set(path, begun.items);
      if (begun?.isFar) this.#far++;
    }
    return all;
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
  #plan(sessions: readonly ListedSession[], indexed: IndexedParts): void {
    this.#masked = this.#options.secrets.state;
    const unread: ListedSession[] = [];
    const kept = new Set<string>();
    let chars = 0;
    for (const session of sessions) {
      if (chars > this.#maxChars) break;
      kept.add(session.path);
      const fingerprint = this.#fingerprintOf(session);
      const known = this.#known.get(session.path) ?? this.#texts.indexed(session, fingerprint, indexed);
      chars += known?.chars ?? 0;
      if (known) this.#known.set(session.path, known);
      if (known?.fingerprint !== fingerprint || this.#texts.hasLost(session.path)) unread.push(session);
    }
    for (const path of this.#known.keys()) if (!kept.has(path)) this.#known.delete(path);
    this.#leftOut = sessions.length - kept.size;
    this.#unread = unread;
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
    await this.#quietly('old texts of sessions', () => this.#texts.sweep([...this.#known], this.#unread));
  }

  /** Leaves unread what is beyond the total length: it is not read later either. */
  #leaveOutRest(): void {
    this.#leftOut += this.#unread.length;
    this.#unread = [];
  }

  /** Fingerprint that also changes with the secrets to mask; of a session without a file it is made from the list. */
  #fingerprintOf({ path, size, activeAt }: ListedSession): string {
    const stat = foreignStatNow(path);
    return `${stat ? fingerprintOf(stat) : `${size} ${activeAt}`} ${this.#masked}`;
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
    const read = await this.#quietly(path, () => this.#texts.read(session, fingerprint, slices));
    this.#known.set(path, read ?? { fingerprint, parts: [], chars: 0, hasRest: false });
  }

  /** Returns undefined if the session was deleted or is not readable; a search continues without it. */
  async #quietly<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#options.log.warn(`search leaves out ${what}: ${errorMessage(error)}`);
      return undefined;
    }
  }
}
