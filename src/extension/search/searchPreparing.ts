import { workspace } from 'vscode';
import type { Log } from '../../disk/base/core.ts';
import { Disposable } from '../base/disposable.ts';
import { errorText } from '../base/notices.ts';
import type { Projects } from '../base/projects.ts';

const minute = 60 * 1_000;
/** The person's own requests come first. Milliseconds. */
const firstMs = 2 * minute;
const everyMs = 30 * minute;

/** Builds the index of histories before the person or an agent first searches them. */
export class SearchPreparing extends Disposable {
  readonly #projects: Projects;
  readonly #log: Log;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #stop = new AbortController();
  #turn: Promise<void> = Promise.resolve();

  constructor(projects: Projects, log: Log) {
    super();
    this.#projects = projects;
    this.#log = log;
    const prepare = (): void => {
      this.#turn = this.#turn.then(() => this.#prepare());
    };
    this.#timers = [setTimeout(prepare, firstMs), setInterval(prepare, everyMs)];
  }

  /** Prepares one project after another. Failures are logged and retried. */
  async #prepare(): Promise<void> {
    for (const project of this.#projects.on)
      if (!this.disposed && workspace.isTrusted)
        await project.search
          .prepare(this.#stop.signal)
          .catch((error: unknown) =>
            this.#log.warn(`the index of the search could not be made: ${errorText(error)}`),
          );
  }

  override dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stop.abort();
    super.dispose();
  }
}
