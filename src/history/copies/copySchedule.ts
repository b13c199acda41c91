import { errorMessage } from '../../disk/base/core.ts';
import { realPause } from '../../disk/base/context.ts';
import { Pace } from '../capture/pace.ts';
import type { CopySettings } from './modes.ts';
import type { CopyContext, CopyReport } from './types.ts';

/** Delay after a change, so that a burst of them is followed once, and before the first visit. Milliseconds. */
const quietMs = 5_000;
/** Delay before another attempt, if the history was changing or another process follows it. Milliseconds. */
const againMs = 30_000;
/** Pause before removing from a copy; programs delete a whole history faster. Milliseconds. */
const removalMs = 3_000;
/** Interval of visits for what other processes changed. Milliseconds. */
const everyMs = 30 * 60_000;
/** Maximum time of the last visit, while the process ends. Milliseconds. */
const lastMs = 1_500;

export interface ScheduleOptions extends CopyContext {
  /** Evaluated before each visit. */
  readonly settings: () => CopySettings;
  /** Called when the copy of a history is current. */
  readonly onCurrent?: () => void;
  readonly quietMs?: number;
}

/** A history that is followed. */
interface Followed {
  timer: NodeJS.Timeout | undefined;
  /** Whether it changed since the last visit began. */
  isChanged: boolean;
}

/**
 * Keeps the copies of histories current: a while after the first change of a burst, and when the process ends. Its
 * timers do not keep the process alive, and nothing waits for it.
 */
export class CopySchedule {
  readonly #options: ScheduleOptions;
  readonly #followed = new Map<string, Followed>();
  readonly #interval: NodeJS.Timeout;
  readonly #stop = new AbortController();
  /** Serializes the visits. */
  #turn: Promise<void> = Promise.resolve();
  #isClosing = false;
  #isFullReported = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#interval = setInterval(() => {
      for (const history of this.#followed.keys()) this.#wait(history, 0);
    }, everyMs).unref();
  }

  /** Starts following a history. */
  begin(history: string): void {
    if (this.#isClosing || this.#followed.has(history)) return;
    this.#followed.set(history, { timer: undefined, isChanged: false });
    this.#wait(history, this.#quietMs);
  }

  /** Notes a change in a history. */
  changed(history: string): void {
    this.begin(history);
    const followed = this.#followed.get(history);
    if (followed === undefined) return;
    followed.isChanged = true;
    this.#wait(history, this.#quietMs);
  }

  /** Ends the schedule with a last visit to what changed, within a time limit. */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    clearInterval(this.#interval);
    const end = setTimeout(() => this.#stop.abort(), lastMs).unref();
    for (const [history, followed] of this.#followed) {
      clearTimeout(followed.timer);
      if (followed.isChanged) this.#visit(history, followed);
    }
    await this.#turn;
    clearTimeout(end);
  }

  get #quietMs(): number {
    return this.#options.quietMs ?? quietMs;
  }

  #wait(history: string, ms: number): void {
    const followed = this.#followed.get(history);
    if (followed === undefined || followed.timer !== undefined || this.#isClosing) return;
    followed.timer = setTimeout(() => {
      followed.timer = undefined;
      this.#visit(history, followed);
    }, ms).unref();
  }

  #visit(history: string, followed: Followed): void {
    this.#turn = this.#turn.then(async () => {
      followed.isChanged = false;
      const state = await this.#follow(history);
      if (state !== 'stopped' && state !== 'elsewhere') return;
      followed.isChanged = true;
      this.#wait(history, againMs);
    });
  }

  /** Failures are logged; the next change tries again. */
  async #follow(history: string): Promise<CopyReport['state'] | undefined> {
    const { settings, log, onCurrent, ...context } = this.#options;
    const { signal } = this.#stop;
    if (settings().copies === 'off' || signal.aborted) return 'off';
    try {
      const { followCopy } = await import('./followCopy.ts');
      const pace = new Pace(context.clock);
      const rest = () => (this.#isClosing ? Promise.resolve() : pace.rest(signal));
      const beforeRemoval = () => realPause(removalMs, signal);
      const options = { signal, rest, beforeRemoval };
      const { state } = await followCopy(history, { ...context, log }, settings(), options);
      if (state === 'partial') this.#reportFull();
      if (state === 'current') onCurrent?.();
      return state;
    } catch (error) {
      log.info(`the copy of ${history} could not be brought up to date: ${errorMessage(error)}`);
      return undefined;
    }
  }

  #reportFull(): void {
    const { log, settings } = this.#options;
    if (this.#isFullReported) return;
    this.#isFullReported = true;
    log.warn(
      `copies of histories take up all of the ${settings().maxMegabytes} MB they may, so the newest files have none. Raise HISTORY_COPIES_MAX_MEGABYTES, or delete copies you do not need: mcp-history-store copies`,
    );
  }
}
