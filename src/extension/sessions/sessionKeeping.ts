import { l10n, workspace, type Memento } from 'vscode';
import { atMost } from '../../disk/base/context.ts';
import type { Log } from '../../disk/base/core.ts';
import type { SweepOptions, SweepProgress, SweepReport } from '../../history/capture/types.ts';
import { Disposable } from '../base/disposable.ts';
import { errorText, number, warn } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import * as settings from '../base/settings.ts';

const minute = 60 * 1_000;
/** Time after activation until sessions are first kept, when the editor has started. Milliseconds. */
const firstMs = minute;
const everyMs = 10 * minute;
/**
 * Skips what another program did within this time; slightly less than the interval, since timers are imprecise.
 * Milliseconds.
 */
const recentMs = everyMs - minute;
/** Maximum time for keeping while the window closes: the editor waits five seconds. Milliseconds. */
const lastMs = 2_000;
/** Key in the workspace's state: the limit for which the person was informed that archives have reached it. */
const reportedFullKey = 'sessions.toldFull';

interface KeepingParts {
  readonly projects: Projects;
  readonly log: Log;
  readonly memento: Memento;
}

/** Result of keeping the sessions of all projects. */
export type KeptSessions = Pick<SweepReport, 'kept' | 'bytes' | 'failed' | 'left' | 'withoutCopy'>;

/** Keeps this window's sessions before their agents delete them, automatically or on request. */
export class SessionKeeping extends Disposable {
  readonly #parts: KeepingParts;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #stop = new AbortController();
  /** One project at a time. */
  #queue: Promise<void> = Promise.resolve();

  constructor(parts: KeepingParts) {
    super();
    this.#parts = parts;
    const sweep = (): void => void this.keepDue();
    this.#timers = [setTimeout(sweep, firstMs), setInterval(sweep, everyMs)];
  }

  /**
   * Keeps what is due, unless another program recently did. Never fails: errors are logged, and the next run retries.
   */
  keepDue(options: SweepOptions = {}): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      for (const project of this.#parts.projects.on)
        if (!this.disposed && workspace.isTrusted)
          await this.#sweep(project, { every: recentMs, signal: this.#stop.signal, ...options }).catch(
            (error: unknown) => this.#parts.log.warn(`sessions could not be kept: ${errorText(error)}`),
          );
    });
    return this.#queue;
  }

  /** Keeps every session of these projects, regardless of the settings. */
  async keepAll(
    projects: readonly Project[],
    signal: AbortSignal,
    onEach: (progress: SweepProgress) => void,
  ): Promise<KeptSessions> {
    const sum = { kept: 0, bytes: 0, failed: 0, left: 0, withoutCopy: 0 };
    for (const project of projects) {
      const report = await this.#sweep(project, { which: 'all', signal, onEach });
      for (const key of ['kept', 'bytes', 'failed', 'left', 'withoutCopy'] as const) sum[key] += report[key];
    }
    return sum;
  }

  /** Keeps what is due once more before the window closes, within the time limit. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const last = this.keepDue({ every: minute, within: lastMs });
    await atMost(last, lastMs);
    this.#stop.abort();
  }

  override dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stop.abort();
    super.dispose();
  }

  async #sweep(project: Project, options: SweepOptions): Promise<SweepReport> {
    const report = await project.capture.sweep(project.workspace, settings.keep(), options);
    if (report.isFull) await this.#reportFull();
    return report;
  }

  async #reportFull(): Promise<void> {
    const { memento } = this.#parts;
    const { maxMegabytes } = settings.keep();
    if (memento.get<number>(reportedFullKey) === maxMegabytes) return;
    await memento.update(reportedFullKey, maxMegabytes);
    warn(
      l10n.t(
        'Kept sessions reached their limit of {0} MB. More are kept as Markdown only, without the agent’s file. Raise `historyStore.keepMaxMegabytes`, or delete copies you don’t need.',
        number(maxMegabytes),
      ),
    );
  }
}
