import { TimeSlices } from '../../disk/base/timeSlices.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import type { ListedSession } from '../../history/sessions/types.ts';
import { SessionDerivation } from './sessionDerivation.ts';
import { SessionFold, tailOf, type SessionAccess } from './sessionFold.ts';
import { HeadStore, type ReadingSizes } from './headStore.ts';
import { unreadHead, type SessionHead, type SessionTexts } from './sessionTexts.ts';
import type { IndexedParts, SearchEntry, SearchItem, SearchPart } from './types.ts';

/** A session that was read. */
export interface SearchedSession {
  /** Of its file. */
  readonly fingerprint: string;
  /** Fingerprints of its sealed parts. */
  readonly parts: readonly string[];
  /** Approximate length of its words. Characters. */
  readonly chars: number;
  /** Whether subagents or tools add to its words. */
  readonly hasRest: boolean;
}

interface KnownBefore {
  /** The session before it grew. */
  readonly known?: SearchedSession | undefined;
  /** Whether to read its newest words first if much is unread. */
  readonly takesNewest?: boolean;
}

/** Items of a partly read session. */
interface BegunSession {
  readonly items: readonly SearchItem[];
  /** Whether unread words precede its newest ones. */
  readonly isFar: boolean;
}

/** Fingerprint of a partly read session. */
const unfinished = 'unfinished';
/** Unread amount above which the newest words of a session are read first. Bytes. */
const farBytes = 512 * 1024;

/** Reads sessions and makes search items of them. */
export class SessionReading {
  readonly #access: SessionAccess;
  readonly #store: HeadStore;
  readonly #running = new Map<string, Promise<SessionHead>>();
  /** Newest words of sessions of which much is unread, by path. */
  readonly #newest = new Map<
    string,
    { readonly fingerprint: string; readonly entries: readonly SearchEntry[] }
  >();

  /** Paths of sessions with missing parts, or parts that another process divided otherwise. */
  readonly #lost = new Set<string>();

  constructor(access: SessionAccess, texts: SessionTexts, sizes?: ReadingSizes) {
    this.#access = access;
    this.#store = new HeadStore(texts, access.secrets, sizes);
  }

  /** Reads a session that changed. */
  async read(session: ListedSession, fingerprint: string, slices: TimeSlices): Promise<SearchedSession> {
    const head = await this.#head(session, fingerprint, slices);
    const { sealed, rest } = head;
    this.#newest.delete(session.path);
    this.#lost.delete(session.path);
    const later = [...tailOf(head), ...rest].reduce((sum, { text }) => sum + text.length, 0);
    return {
      fingerprint,
      parts: sealed.map((part) => part.fingerprint),
      chars: sealed.reduce((sum, { chars }) => sum + chars, later),
      hasRest: rest.length > 0,
    };
  }

  /** Reports whether a session lacks parts and must be read again. */
  hasLost(path: string): boolean {
    return this.#lost.has(path);
  }

  /** Returns a session that another process has read and indexed. */
  indexed(
    { path }: ListedSession,
    fingerprint: string,
    indexedParts: IndexedParts,
  ): SearchedSession | undefined {
    const parts = indexedParts(path, fingerprint)?.slice(0, -1);
    if (!parts) return undefined;
    const hasRest = indexedParts(restKey(path), fingerprint) !== undefined;
    return { fingerprint, parts, chars: this.#store.size(path, parts.length), hasRest };
  }

  /** Makes the items of a session that was read. */
  items(session: ListedSession, { fingerprint, parts, hasRest }: SearchedSession): readonly SearchItem[] {
    const head = () => this.#head(session, fingerprint, new TimeSlices());
    const readTail = async (): Promise<readonly SearchEntry[] | undefined> => {
      const now = await head();
      const isDividedSo =
        now.sealed.length === parts.length && now.sealed.every((part, n) => part.fingerprint === parts[n]);
      return this.#ifKnown(session, isDividedSo ? tailOf(now) : undefined);
    };
    const tail = { fingerprint, read: readTail };
    const item = itemOf(session, [...this.#sealed(session, fingerprint, parts), tail]);
    const rest = { fingerprint, read: async () => (await head()).rest };
    return hasRest ? [item, restOf(item, rest)] : [item];
  }

  /** Makes the items of a partly read session; none if nothing was read. */
  async begun(
    session: ListedSession,
    fingerprint: string,
    { known, takesNewest = true }: KnownBefore = {},
  ): Promise<BegunSession> {
    const { head } = this.#store.head(session.path) ?? { head: unreadHead };
    const newest = takesNewest ? await this.#newestOf(session, fingerprint, head) : [];
    const isFar = newest.length > 0;
    if (known && !isFar) return { items: this.items(session, known), isFar };
    const { sealed, end, rest } = head;
    const entries = [...tailOf(head), ...newest];
    if (sealed.length + entries.length === 0) return { items: [], isFar };
    const state = `${unfinished} ${end} ${isFar ? fingerprint : ''}`;
    const parts = sealed.map((part) => part.fingerprint);
    const tail = { fingerprint: state, read: () => Promise.resolve(entries) };
    const item = itemOf(session, [...this.#sealed(session, fingerprint, parts), tail]);
    const later =
      rest.length > 0 ? [restOf(item, { fingerprint: state, read: () => Promise.resolve(rest) })] : [];
    return { items: [item, ...later], isFar };
  }

  /** See `HeadStore.sweep`. */
  async sweep(
    read: readonly (readonly [path: string, session: SearchedSession])[],
    unread: readonly ListedSession[],
  ): Promise<void> {
    const known = unread.map(({ path }) => [path, this.#store.head(path)?.head.sealed.length ?? 0] as const);
    await this.#store.sweep(
      new Map([...known, ...read.map(([path, { parts }]) => [path, parts.length] as const)]),
    );
  }

  #sealed(session: ListedSession, fingerprint: string, parts: readonly string[]): readonly SearchPart[] {
    const { path } = session;
    const read = async (part: string, n: number): Promise<readonly SearchEntry[] | undefined> => {
      const kept = this.#store.part(path, n, part);
      if (kept) return kept;
      await this.#read(session, fingerprint, new TimeSlices(), true);
      return this.#ifKnown(session, this.#store.part(path, n, part));
    };
    return parts.map((part, n) => ({ fingerprint: part, read: () => read(part, n) }));
  }

  /** Returns the words of a part, and notes sessions that lack them. */
  #ifKnown(
    { path }: ListedSession,
    entries: readonly SearchEntry[] | undefined,
  ): readonly SearchEntry[] | undefined {
    if (!entries) this.#lost.add(path);
    return entries;
  }

  /** Returns the head of a session with this fingerprint; reads the session if it is unknown. */
  async #head(session: ListedSession, fingerprint: string, slices: TimeSlices): Promise<SessionHead> {
    const known = this.#store.head(session.path);
    return known?.fingerprint === fingerprint ? known.head : this.#read(session, fingerprint, slices);
  }

  /** Continues reading a session, or reads it `anew`; concurrent calls share one reading. */
  async #read(
    session: ListedSession,
    fingerprint: string,
    slices: TimeSlices,
    anew = false,
  ): Promise<SessionHead> {
    const { path } = session;
    const running = this.#running.get(path);
    if (running) return running;
    const keep = (head: SessionHead, state: string) => this.#store.keep(path, state, head);
    const read = async (): Promise<SessionHead> => {
      const fold = new SessionFold(session, this.#access, this.#store, slices);
      const head = await fold.read((reached) => keep(reached, unfinished), anew);
      await keep(head, fingerprint);
      return head;
    };
    const work = read().finally(() => this.#running.delete(path));
    this.#running.set(path, work);
    return work;
  }

  /** Returns the newest words of a session of which much is unread. */
  async #newestOf(
    session: ListedSession,
    fingerprint: string,
    head: SessionHead,
  ): Promise<readonly SearchEntry[]> {
    const { path, source } = session;
    const { size = 0 } = foreignFileNow(path) ?? {};
    if (source === 'history' || size - head.end < farBytes) return [];
    const known = this.#newest.get(path);
    if (known?.fingerprint === fingerprint) return known.entries;
    const { reader, secrets } = this.#access;
    const messages = (await reader.lastSaid({ agent: source, path }, secrets)) ?? [];
    const derived = new SessionDerivation(session, unreadHead.closed);
    for (const message of messages) derived.add(message);
    const last = tailOf(head).at(-1)?.ts ?? 0;
    const entries = derived.entries.filter(({ ts }) => ts > last).map(withoutNumber);
    this.#newest.set(path, { fingerprint, entries });
    return entries;
  }
}

/** Removes an id that counts lines, which is unknown at the end of a file. */
const withoutNumber = ({ id, ...entry }: SearchEntry): SearchEntry =>
  id === undefined || id.startsWith('line-') ? entry : { ...entry, id };

/** Makes a separate item: after the growing words of the session it would be indexed again each time. */
const restOf = (item: SearchItem, rest: SearchPart): SearchItem => ({
  ...item,
  key: restKey(item.key),
  parts: [rest],
});

const restKey = (path: string): string => `${path}#work`;

function itemOf(
  { path, sessionId, title, labels: { tags = [] } = {} }: ListedSession,
  parts: readonly SearchPart[],
): SearchItem {
  return { key: path, name: sessionId, title, tags, parts };
}
