import { oneLine } from '../../store/text/containText.ts';
import type { Log } from '../../store/base/core.ts';
import type { KeepSettings, SweepReport } from '../../store/capture/types.ts';
import type { Workspace } from '../../store/sessions/types.ts';
import type { CalledProject } from '../base/tool.ts';

/** So long after a project shows its sessions are kept for the first time: what the client asks for comes first. Milliseconds. */
const firstMs = 1_000;
const everyMs = 60 * 60 * 1_000;
/** What another process did not longer ago is not done again: a little less, as timers are not exact. Milliseconds. */
const recentMs = everyMs - 5 * 60 * 1_000;

export interface KeepingOptions {
  readonly settings: KeepSettings;
  readonly log: Log;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** Keeps the sessions of the projects a server works for, now and then. Its timers keep no process alive. */
export class KeepingSchedule {
  readonly #options: KeepingOptions;
  readonly #begun = new WeakSet<CalledProject>();
  /** One project at a time. */
  #turn: Promise<void> = Promise.resolve();
  #isToldFull = false;

  constructor(options: KeepingOptions) {
    this.#options = options;
  }

  /** Begins with a project, unless it has. Returns at once. */
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

  /** What fails is logged, and tried again the next time. */
  async #sweep(called: CalledProject, workspace: Workspace): Promise<void> {
    const { settings, closing, log } = this.#options;
    if (closing.aborted) return;
    try {
      const { capture } = await called.whole();
      const report = await capture.sweep(workspace, settings, { every: recentMs, signal: closing });
      this.#report(report);
    } catch (error) {
      log.warn(`sessions could not be kept: ${oneLine(String(error))}`);
    }
  }

  #report({ kept, failed, left, isFull }: SweepReport): void {
    const { log, settings } = this.#options;
    if (kept > 0) log.info(`kept ${kept} sessions; ${failed} failed, ${left} are left`);
    if (!isFull || this.#isToldFull) return;
    this.#isToldFull = true;
    log.warn(
      `archives take up all of the ${settings.maxMegabytes} MB they may: sessions are kept without the copies of their transcripts. Raise HISTORY_KEEP_MAX_MEGABYTES, or delete archives you do not need.`,
    );
  }
}
