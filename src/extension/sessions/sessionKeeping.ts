import { l10n, workspace, type Memento } from 'vscode';
import { atMost } from '../../store/base/context.ts';
import type { Log } from '../../store/base/core.ts';
import type { SweepOptions, SweepProgress, SweepReport } from '../../store/capture/types.ts';
import { Disposable } from '../base/disposable.ts';
import { errorText, number, warn } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import * as settings from '../base/settings.ts';

const minute = 60 * 1_000;
/** So long after the extension has started sessions are kept for the first time, when the editor has. Milliseconds. */
const firstMs = minute;
const everyMs = 10 * minute;
/** What another program did not longer ago is not done again; a little less, as timers are not exact. Milliseconds. */
const recentMs = everyMs - minute;
/** As long may keep a window that closes: the editor waits for five seconds. Milliseconds. */
const lastMs = 2_000;
/** In the memory of the workspace: the limit of which was told that archives have reached it. */
const toldKey = 'sessions.toldFull';

interface KeepingParts {
  readonly projects: Projects;
  readonly log: Log;
  readonly memento: Memento;
}

/** What came of keeping the sessions of all projects. */
export type KeptSessions = Pick<SweepReport, 'kept' | 'bytes' | 'failed' | 'left' | 'withoutCopy'>;

/** Keeps the sessions of this window's projects before their agents delete them, by itself or where the person asks for it. */
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

  /** Keeps what is due, unless any program did not long ago. Never fails: what goes wrong is logged and tried again. */
  keepDue(options: SweepOptions = {}): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      for (const project of this.#parts.projects.all)
        if (!this.disposed && workspace.isTrusted)
          await this.#sweep(project, { every: recentMs, signal: this.#stop.signal, ...options }).catch(
            (error: unknown) => this.#parts.log.warn(`sessions could not be kept: ${errorText(error)}`),
          );
    });
    return this.#queue;
  }

  /** Keeps every session of these projects, whatever the settings say. */
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

  /** What is due is kept once more before the window closes, as far as there is time. */
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
    if (report.isFull) await this.#tellFull();
    return report;
  }

  async #tellFull(): Promise<void> {
    const { memento } = this.#parts;
    const { maxMegabytes } = settings.keep();
    if (memento.get<number>(toldKey) === maxMegabytes) return;
    await memento.update(toldKey, maxMegabytes);
    warn(
      l10n.t(
        'Archives reached their limit of {0} MB. Sessions are now kept as Markdown only, without the agent’s file. Raise `historyStore.keepMaxMegabytes`, or delete archives you don’t need.',
        number(maxMegabytes),
      ),
    );
  }
}
