import type { StoreContext } from '../../disk/base/context.ts';
import { defined } from '../../disk/base/core.ts';
import { tidy } from '../../disk/files/failure.ts';
import { fileFingerprint } from '../../disk/files/fingerprint.ts';
import { transcriptFacts } from '../../agents/reading/transcriptFacts.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import { factsOf, factsOfEnd, type SessionFacts } from '../../history/facts/sessionFacts.ts';
import type { SessionInfo, SessionStore } from '../../history/sessions/types.ts';
import { briefFactsOf } from './briefFacts.ts';
import { factsCache, type GatheredFacts } from './factsCache.ts';
import { FactsFold, type FactsAccess, type FoldedFacts } from './factsFold.ts';
import type { FactsPoint } from './factsPoint.ts';
import type { TranscriptCache } from './transcriptCache.ts';

/** What facts are read from. */
export interface FactsSources {
  readonly sessions: Pick<SessionStore, 'read'> & {
    /** The latest messages, for callers that cannot wait for the whole transcript; undefined where unknown. */
    readonly lastSaid?: (session: SessionInfo) => Promise<readonly MessageRecord[] | undefined>;
  };
  readonly reader?: FactsAccess['reader'];
}

/** How facts are needed. */
interface FactsNeed {
  /** Of all of a session, not only of its end. */
  readonly isWhole: boolean;
  /** The caller cannot wait. */
  readonly atOnce: boolean;
}

/** More than this is not read while an agent waits: to tell how a session ended, and all of it. Bytes. */
const [longBytes, longestBytes] = [256 * 1024, 1024 * 1024];
/** Growth of a session after which its facts are stored again; other processes repeat at most this much. Bytes. */
const storeBytes = 32 * 1024;

/** Facts in memory. */
interface HeldFacts {
  readonly path: string;
  readonly fingerprint: string | undefined;
  /** State of the masking of secrets. */
  readonly masked: string;
  readonly gathered: GatheredFacts;
  /** Offset of the last point that is stored. Bytes. */
  readonly storedAt: number;
}

/** Fingerprint of facts of a beginning. */
const unfinished = 'unfinished';

/** Reads the facts of sessions; a session that grew is read on. */
export class SessionFactsReader {
  readonly #context: StoreContext;
  readonly #sources: FactsSources;
  readonly #cache: TranscriptCache<GatheredFacts>;
  /** The facts of the last session that was read on. */
  #held: HeldFacts | undefined;

  constructor(context: StoreContext, sources: FactsSources) {
    this.#context = context;
    this.#sources = sources;
    this.#cache = factsCache(context);
  }

  /** Returns the facts of a session; `isEnd` if only its end was read, as its caller cannot wait. */
  async of(session: SessionInfo, need: FactsNeed): Promise<GatheredFacts & { readonly isEnd?: true }> {
    const { path } = session;
    const held = this.#heldOf(path);
    const kept = held ? undefined : this.#cache.read(path, { grown: need.isWhole && need.atOnce });
    if (kept) return kept;
    if (held?.fingerprint !== undefined && held.fingerprint === fileFingerprint(path)) return held.gathered;
    const { points = [] } = held?.gathered ?? this.#cache.last(path) ?? {};
    const unread = session.size - bytesOf(points);
    const isLate = need.atOnce && unread >= (need.isWhole ? longestBytes : longBytes);
    return (isLate ? await this.#endOf(session) : undefined) ?? this.#read(session, points);
  }

  /** Reads a session, on from its points, and caches its facts. */
  async #read(session: SessionInfo, points: readonly FactsPoint[]): Promise<GatheredFacts> {
    const { path } = session;
    const masked = this.#context.secrets.state;
    const before = this.#heldOf(path)?.storedAt ?? bytesOf(points);
    const fingerprint = fileFingerprint(path);
    const gathered = (await this.#folded(session, points)) ?? (await this.#whole(session));
    const now = bytesOf(gathered.points ?? []);
    const isSmall = before > 0 && now >= before && now - before < storeBytes;
    if (!isSmall) await this.#keep(path, fingerprint, gathered);
    const storedAt = isSmall ? before : now;
    this.#held = now === 0 ? undefined : { path, fingerprint, masked, gathered, storedAt };
    return gathered;
  }

  #heldOf(path: string): HeldFacts | undefined {
    const held = this.#held;
    return held?.path === path && held.masked === this.#context.secrets.state ? held : undefined;
  }

  async #folded(session: SessionInfo, points: readonly FactsPoint[]): Promise<GatheredFacts | undefined> {
    const { source, archived } = session;
    const { reader } = this.#sources;
    if (!reader || archived || source === 'history') return undefined;
    const cwd = folderOf(session);
    const fold = new FactsFold(session, { reader, secrets: this.#context.secrets }, cwd);
    const withFolder = (facts: FoldedFacts): GatheredFacts => ({ ...facts, ...defined({ cwd }) });
    const reached = (facts: FoldedFacts) => this.#keep(session.path, unfinished, withFolder(facts));
    const folded = await fold.read(points, reached);
    return folded && withFolder(folded);
  }

  async #whole(session: SessionInfo): Promise<GatheredFacts> {
    const record = await this.#sources.sessions.read(session);
    return { ...this.#masked(factsOf(record), record.cwd), ...defined({ isRest: record.isRest }) };
  }

  /** Reads the facts of a session from the end of its transcript; undefined for transcripts not made of lines. */
  async #endOf(session: SessionInfo): Promise<(GatheredFacts & { readonly isEnd: true }) | undefined> {
    const cwd = folderOf(session);
    const messages = await this.#sources.sessions.lastSaid?.(session);
    return messages && { ...this.#masked(factsOfEnd(messages, cwd), cwd), isEnd: true };
  }

  /** Facts are masked once, before they are cached: there may be a thousand of them. */
  #masked(facts: SessionFacts, cwd: string | undefined): GatheredFacts {
    return { told: briefFactsOf(this.#context.secrets.value(facts)), ...defined({ cwd }) };
  }

  async #keep(path: string, fingerprint: string | undefined, gathered: GatheredFacts): Promise<void> {
    await tidy(this.#context.log, 'keep what happened in a session', () =>
      this.#cache.write(path, fingerprint, gathered),
    );
  }
}

const bytesOf = (points: readonly FactsPoint[]): number => points.at(-1)?.place.bytes ?? 0;

const folderOf = ({ cwd, path }: SessionInfo): string | undefined => cwd ?? transcriptFacts(path)?.folder;
