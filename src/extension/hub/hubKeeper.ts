import { StoreError } from '../../disk/base/core.ts';
import type { HubStatus } from './hubInfo.ts';
import type { SyncCounts } from './hubTypes.ts';

/** Delays of a keeper. Milliseconds. */
export interface KeeperDelays {
  /** After creation, so that the editor starts first. */
  readonly startDelayMs: number;
  /** After the last local change, and at most after the first one. */
  readonly debounceMs: number;
  readonly maxDelayMs: number;
  /** After a notification, since several come at once. */
  readonly notifyDelayMs: number;
  /** Between polls without and with notifications. */
  readonly pollMs: number;
  readonly pollWhileListeningMs: number;
  /** After a failure, doubled for each further one up to the maximum. */
  readonly retryMs: number;
  readonly maxRetryMs: number;
}

export const keeperDelays: KeeperDelays = {
  startDelayMs: 1_500,
  debounceMs: 2_000,
  maxDelayMs: 30_000,
  notifyDelayMs: 200,
  pollMs: 20_000,
  pollWhileListeningMs: 5 * 60_000,
  retryMs: 1_000,
  maxRetryMs: 60_000,
};

/** An observer of an exchange. */
export interface ExchangeObserver {
  /** Throwing ends the exchange. */
  readonly onBatch?: (done: Partial<SyncCounts>) => void;
}

/** What a keeper requires; `Hub` is a connected hub. */
interface KeeperParts<Hub> {
  /** Connects. `changed` is called when others send something, `ended` when the connection is lost. */
  readonly open: (events: { readonly notified: () => void; readonly ended: () => void }) => Promise<Hub>;
  /** Whether the connection delivers notifications. */
  readonly isListening: (hub: Hub) => boolean;
  /** Reports whether the hub has anything new since the last exchange. */
  readonly hasNews: (hub: Hub) => Promise<boolean>;
  readonly exchange: (hub: Hub, observer: ExchangeObserver) => Promise<SyncCounts>;
  readonly close: (hub: Hub) => Promise<void>;
  readonly setStatus: (status: HubStatus) => void;
  readonly now: () => number;
  readonly delays: KeeperDelays;
}

/** Time after which a running exchange is shown. Milliseconds. */
const showAfterMs = 700;

/**
 * Synchronizes a history with its hub: sends changes after a pause, receives those of others when notified or
 * polling, and reconnects by itself.
 */
export class HubKeeper<Hub> {
  readonly #parts: KeeperParts<Hub>;
  #hub: Hub | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** Time of the first and last local change not sent yet. */
  #changed: { readonly first: number; readonly last: number } | undefined;
  #notifiedAt: number | undefined;
  #pollAt: number;
  #retryAt = 0;
  #failures = 0;
  #offlineSince: number | undefined;
  #exchangedAt: number | undefined;
  #isFirst = true;
  #isDisposed = false;

  constructor(parts: KeeperParts<Hub>) {
    this.#parts = parts;
    this.#pollAt = parts.now() + parts.delays.startDelayMs;
    this.#arm();
  }

  /** Notes a local change. */
  changed(): void {
    const now = this.#parts.now();
    this.#changed = { first: this.#changed?.first ?? now, last: now };
    this.#arm();
  }

  /** Reconnects, since the settings may have changed. */
  begin(): void {
    this.#turn = this.#turn.then(() => this.#close());
    this.#isFirst = true;
    this.#retryAt = this.#failures = 0;
    this.#pollAt = this.#parts.now();
    this.#arm();
  }

  /** Exchanges immediately, even after failures. Rejects on failure. */
  exchange(observer: ExchangeObserver = {}): Promise<SyncCounts> {
    return this.#next(() => this.#run(observer));
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#turn = this.#turn.then(() => this.#close());
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined); // reported by its status, and to callers
    return turn;
  }

  /** Schedules the single timer for the next action. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#isDisposed) return;
    const { debounceMs, maxDelayMs, notifyDelayMs } = this.#parts.delays;
    const sendAt =
      this.#changed && Math.min(this.#changed.last + debounceMs, this.#changed.first + maxDelayMs);
    const notifiedAt = this.#notifiedAt === undefined ? Infinity : this.#notifiedAt + notifyDelayMs;
    const at = Math.max(this.#retryAt, Math.min(this.#pollAt, sendAt ?? Infinity, notifiedAt));
    this.#timer = setTimeout(() => void this.#next(() => this.#due()), Math.max(0, at - this.#parts.now()));
  }

  async #due(): Promise<void> {
    if (this.#isDisposed) return;
    await this.#run(undefined).catch(() => undefined);
  }

  /** Runs an exchange; without an observer, only if something has changed. */
  async #run(observer: ExchangeObserver | undefined): Promise<SyncCounts> {
    const { exchange, hasNews, setStatus } = this.#parts;
    const changed = this.#changed;
    const isWanted =
      observer !== undefined || this.#isFirst || changed !== undefined || this.#notifiedAt !== undefined;
    this.#notifiedAt = undefined;
    const showTimer = setTimeout(() => setStatus({ kind: 'exchanging', ...this.#last() }), showAfterMs);
    try {
      const hub = (this.#hub ??= await this.#open());
      const done =
        isWanted || (await hasNews(hub)) ? await exchange(hub, observer ?? {}) : { sent: 0, received: 0 };
      if (this.#changed === changed) this.#changed = undefined; // else something changed in the meantime
      this.#succeeded(hub);
      return done;
    } catch (error) {
      await this.#failed(error);
      throw error;
    } finally {
      clearTimeout(showTimer);
      this.#arm();
    }
  }

  #open(): Promise<Hub> {
    const notified = (): void => {
      this.#notifiedAt ??= this.#parts.now();
      this.#arm();
    };
    const ended = (): void => {
      this.#pollAt = this.#parts.now();
      void this.#next(() => this.#close());
      this.#arm();
    };
    return this.#parts.open({ notified, ended });
  }

  #succeeded(hub: Hub): void {
    const { delays, now, isListening, setStatus } = this.#parts;
    this.#failures = this.#retryAt = 0;
    this.#isFirst = false;
    this.#offlineSince = undefined;
    this.#exchangedAt = now();
    this.#pollAt = this.#exchangedAt + (isListening(hub) ? delays.pollWhileListeningMs : delays.pollMs);
    setStatus({ kind: 'connected', exchangedAt: this.#exchangedAt });
  }

  async #failed(error: unknown): Promise<void> {
    const { delays, now, setStatus } = this.#parts;
    if (isCanceled(error)) {
      setStatus(
        this.#exchangedAt === undefined
          ? { kind: 'connecting' }
          : { kind: 'connected', exchangedAt: this.#exchangedAt },
      );
      return;
    }
    await this.#close();
    const isTemporaryFailure = isTemporary(error);
    const wait = isTemporaryFailure
      ? Math.min(delays.retryMs * 2 ** this.#failures++, delays.maxRetryMs)
      : delays.pollWhileListeningMs;
    this.#pollAt = this.#retryAt = now() + wait;
    this.#offlineSince = isTemporaryFailure ? (this.#offlineSince ?? now()) : undefined;
    if (this.#offlineSince === undefined) setStatus({ kind: 'failed', error, ...this.#last() });
    else setStatus({ kind: 'offline', since: this.#offlineSince, error, ...this.#last() });
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

/** Thrown by an observer to cancel an exchange. */
export class CanceledByUser extends Error {}

const isCanceled = (error: unknown): boolean => error instanceof CanceledByUser;

/**
 * Reports whether an error resolves itself: the server is unavailable or full, or another program is using the
 * history.
 */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false;
  const { code, data } = error;
  return (
    code === 'busy' ||
    data.problem === 'unreachable' ||
    data.problem === 'held' ||
    (typeof data.code === 'string' && data.code.startsWith('53'))
  );
}
