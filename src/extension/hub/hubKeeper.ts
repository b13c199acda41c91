import type { Exchanged } from '../../store/hub/openedHistory.ts';
import { StoreError } from '../../store/base/core.ts';
import type { HubStanding } from './hubLooks.ts';

/** When a keeper does what. Milliseconds. */
export interface KeepingTimes {
  /** The editor starts first. */
  readonly first: number;
  /** After the last change, but not later than `latest` after the first one. */
  readonly calm: number;
  readonly latest: number;
  /** After a word of others: several come at once. */
  readonly word: number;
  /** Between looks where others cannot be heard, and where they can. */
  readonly deaf: number;
  readonly hearing: number;
  /** After a failure; twice as long after each more, up to the last. */
  readonly again: number;
  readonly latestAgain: number;
}

export const keepingTimes: KeepingTimes = {
  ...{ first: 1_500, calm: 2_000, latest: 30_000, word: 200, deaf: 20_000, hearing: 5 * 60_000 },
  ...{ again: 1_000, latestAgain: 60_000 },
};

/** What somebody who waits for an exchange wants to know of it. */
export interface Watching {
  /** What it throws ends the exchange. */
  readonly onBatch?: (done: Partial<Exchanged>) => void;
}

/** What a keeper works with; `Hub` is a hub that is connected. */
interface KeeperParts<Hub> {
  /** `heard` is to be called when others sent something, `ended` when the connection is gone. */
  readonly open: (events: { readonly heard: () => void; readonly ended: () => void }) => Promise<Hub>;
  /** Whether others are heard. */
  readonly hears: (hub: Hub) => boolean;
  /** Whether the hub has something that it did not have after the last exchange. */
  readonly hasNews: (hub: Hub) => Promise<boolean>;
  readonly exchange: (hub: Hub, watching: Watching) => Promise<Exchanged>;
  readonly close: (hub: Hub) => Promise<void>;
  readonly tell: (standing: HubStanding) => void;
  readonly now: () => number;
  readonly times: KeepingTimes;
}

/** Longer exchanges are told while they go on. Milliseconds. */
const longMs = 700;

/**
 * Keeps a history and its hub together: sends what changed after a moment of calm, takes in what others sent at their word
 * or when it is time to look, and comes back by itself when the hub was away.
 */
export class HubKeeper<Hub> {
  readonly #parts: KeeperParts<Hub>;
  #hub: Hub | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** When something changed here, the first and the last time since it was sent. */
  #changed: { readonly first: number; readonly last: number } | undefined;
  #heardAt: number | undefined;
  #lookAt: number;
  #retryAt = 0;
  #failures = 0;
  #offlineSince: number | undefined;
  #exchangedAt: number | undefined;
  #isFirst = true;
  #isOver = false;

  constructor(parts: KeeperParts<Hub>) {
    this.#parts = parts;
    this.#lookAt = parts.now() + parts.times.first;
    this.#arm();
  }

  /** Something changed here. */
  changed(): void {
    const now = this.#parts.now();
    this.#changed = { first: this.#changed?.first ?? now, last: now };
    this.#arm();
  }

  /** Settings may be others: connects anew. */
  begin(): void {
    this.#turn = this.#turn.then(() => this.#close());
    this.#isFirst = true;
    this.#retryAt = this.#failures = 0;
    this.#lookAt = this.#parts.now();
    this.#arm();
  }

  /** Exchanges now, whatever happened before. Rejects with what keeps it from that. */
  exchange(watching: Watching = {}): Promise<Exchanged> {
    return this.#next(() => this.#run(watching));
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#turn = this.#turn.then(() => this.#close());
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined); // told by its state, and to whoever waits for it
    return turn;
  }

  /** Sets the one timer to when something is to be done next. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    const { calm, latest, word } = this.#parts.times;
    const sendAt = this.#changed && Math.min(this.#changed.last + calm, this.#changed.first + latest);
    const heardAt = this.#heardAt === undefined ? Infinity : this.#heardAt + word;
    const at = Math.max(this.#retryAt, Math.min(this.#lookAt, sendAt ?? Infinity, heardAt));
    this.#timer = setTimeout(() => void this.#next(() => this.#due()), Math.max(0, at - this.#parts.now()));
  }

  async #due(): Promise<void> {
    if (this.#isOver) return;
    await this.#run(undefined).catch(() => undefined);
  }

  /** Without anybody who waits for it nothing is done where nothing changed. */
  async #run(watching: Watching | undefined): Promise<Exchanged> {
    const { exchange, hasNews, tell } = this.#parts;
    const changed = this.#changed;
    const isWanted =
      watching !== undefined || this.#isFirst || changed !== undefined || this.#heardAt !== undefined;
    this.#heardAt = undefined;
    const told = setTimeout(() => tell({ kind: 'exchanging', ...this.#last() }), longMs);
    try {
      const hub = (this.#hub ??= await this.#open());
      const done =
        isWanted || (await hasNews(hub)) ? await exchange(hub, watching ?? {}) : { sent: 0, received: 0 };
      if (this.#changed === changed) this.#changed = undefined; // else something changed meanwhile
      this.#succeeded(hub);
      return done;
    } catch (error) {
      await this.#failed(error);
      throw error;
    } finally {
      clearTimeout(told);
      this.#arm();
    }
  }

  #open(): Promise<Hub> {
    const heard = (): void => {
      this.#heardAt ??= this.#parts.now();
      this.#arm();
    };
    const ended = (): void => {
      this.#lookAt = this.#parts.now();
      void this.#next(() => this.#close());
      this.#arm();
    };
    return this.#parts.open({ heard, ended });
  }

  #succeeded(hub: Hub): void {
    const { times, now, hears, tell } = this.#parts;
    this.#failures = this.#retryAt = 0;
    this.#isFirst = false;
    this.#offlineSince = undefined;
    this.#exchangedAt = now();
    this.#lookAt = this.#exchangedAt + (hears(hub) ? times.hearing : times.deaf);
    tell({ kind: 'connected', exchangedAt: this.#exchangedAt });
  }

  async #failed(error: unknown): Promise<void> {
    const { times, now, tell } = this.#parts;
    if (isEndedByPerson(error)) {
      tell(
        this.#exchangedAt === undefined
          ? { kind: 'connecting' }
          : { kind: 'connected', exchangedAt: this.#exchangedAt },
      );
      return;
    }
    await this.#close();
    const isPassing = willPass(error);
    const wait = isPassing ? Math.min(times.again * 2 ** this.#failures++, times.latestAgain) : times.hearing;
    this.#lookAt = this.#retryAt = now() + wait;
    this.#offlineSince = isPassing ? (this.#offlineSince ?? now()) : undefined;
    if (this.#offlineSince === undefined) tell({ kind: 'failed', error, ...this.#last() });
    else tell({ kind: 'offline', since: this.#offlineSince, error, ...this.#last() });
  }

  async #close(): Promise<void> {
    const hub = this.#hub;
    this.#hub = undefined;
    if (hub !== undefined) await this.#parts.close(hub);
  }

  #last(): { readonly exchangedAt?: number } {
    return this.#exchangedAt === undefined ? {} : { exchangedAt: this.#exchangedAt };
  }
}

/** Thrown by who waits for an exchange and does not want to wait any longer. */
export class EndedByPerson extends Error {}

const isEndedByPerson = (error: unknown): boolean => error instanceof EndedByPerson;

/** Whether nobody has to do anything: a server that is away or full, another program that works on the history. */
function willPass(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false;
  const { code, data } = error;
  return (
    code === 'busy' ||
    data.problem === 'unreachable' ||
    (typeof data.code === 'string' && data.code.startsWith('53'))
  );
}
