import { oneLine } from '../../disk/text/containText.ts';
import { type Log, errorMessage } from '../../disk/base/core.ts';
import type { KeepSettings, SweepReport } from '../../history/capture/types.ts';
import type { Workspace } from '../../history/sessions/types.ts';
import type { CalledProject } from '../base/tool.ts';

/** Delay before the first keeping of a project's sessions, so that the client's requests come first. Milliseconds. */
const firstMs = 1_000;
const everyMs = 60 * 60 * 1_000;
/** Skips what another process did within this time, slightly less than the interval, as timers are inexact. Milliseconds. */
const recentMs = everyMs - 5 * 60 * 1_000;

export interface KeepingOptions {
  readonly settings: KeepSettings;
  readonly log: Log;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** Keeps the sessions of the served projects periodically. Its timers do not keep the process alive. */
export class KeepingSchedule {
  readonly #options: KeepingOptions;
  readonly #begun = new WeakSet<CalledProject>();
  /** Serializes the projects. */
  #turn: Promise<void> = Promise.resolve();
  #isFullReported = false;

  constructor(options: KeepingOptions) {
    this.#options = options;
  }

  /** Starts with a project once. Returns immediately. */
  begin(called: CalledProject, workspace: Workspace): void {
    const { settings, closing } = this.#options;
    if (settings.keep === 'off' || closing.aborted || this.#begun.has(called)) return;
    this.#begun.add(called);
    const sweep = (): void => {
      this.#turn = this.#turn.then(() => this.#sweep(called, workspace));
    };
    const first = setTimeout(sweep, firstMs).unref();
    const next = setInterval(sweep, everyMs).unref();
    closing.addEventListener('abort', () => {
      clearTimeout(first);
      clearInterval(next);
    });
  }

  /** Failures are logged and retried at the next interval. */
  async #sweep(called: CalledProject, workspace: Workspace): Promise<void> {
    const { settings, closing, log } = this.#options;
    if (closing.aborted) return;
    try {
      const { capture } = await called.whole();
      const report = await capture.sweep(workspace, settings, { every: recentMs, signal: closing });
      this.#report(report);
    } catch (error) {
      log.warn(`sessions could not be kept: ${oneLine(errorMessage(error))}`);
    }
  }

  #report({ kept, failed, left, isFull }: SweepReport): void {
    const { log, settings } = this.#options;
    if (kept > 0) log.info(`kept ${kept} sessions; ${failed} failed, ${left} are left`);
    if (!isFull || this.#isFullReported) return;
    this.#isFullReported = true;
    log.warn(
      `archives take up all of the ${settings.maxMegabytes} MB they may: sessions are kept without the copies of their transcripts. Raise HISTORY_KEEP_MAX_MEGABYTES, or delete archives you do not need.`,
    );
  }
}
