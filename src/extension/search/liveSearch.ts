import { setTimeout as rest } from 'node:timers/promises';
import { Disposable } from '../base/disposable.ts';
import type { Projects } from '../base/projects.ts';
import { findEverywhere, type Findings } from './findEverywhere.ts';

/** While sessions are being read, a search is made again after so long. Milliseconds. */
const againMs = 700;

/** What a search has come to. */
export type SearchOutcome =
  | { readonly type: 'found'; readonly found: Findings; readonly isFirst: boolean }
  | { readonly type: 'failed'; readonly error: unknown };

/** What is looked for, and how much of it is shown. */
export interface WantedHits {
  readonly query: string;
  readonly limit: number;
}

/** Searches all projects for one query at a time, the newest; tells what is found at once, and again when more was read. */
export class LiveSearch extends Disposable {
  readonly #projects: Projects;
  #search = new AbortController();

  constructor(projects: Projects) {
    super();
    this.#projects = projects;
    this._register({ dispose: () => this.stop() });
  }

  /** Nobody waits for what is looked for. */
  stop(): void {
    this.#search.abort();
  }

  /** Looks for something from now on. Done when all sessions were read; `tell` is not called once another search has begun. */
  async look(wanted: WantedHits, tell: (outcome: SearchOutcome) => void | Promise<void>): Promise<void> {
    this.stop();
    const search = new AbortController();
    this.#search = search;
    const { signal } = search;
    const isOver = (): boolean => signal.aborted || this.disposed;
    for (let isFirst = true, pending = true; pending && !isOver(); isFirst = false) {
      const outcome = await this.#once(wanted, signal, isFirst);
      if (isOver()) return;
      await tell(outcome);
      pending = outcome.type === 'found' && outcome.found.pending > 0;
      if (pending) await rest(againMs, undefined, { signal }).catch(() => undefined); // another search began
    }
  }

  async #once(wanted: WantedHits, signal: AbortSignal, isFirst: boolean): Promise<SearchOutcome> {
    try {
      const found = await findEverywhere(this.#projects.all, { ...wanted, signal });
      return { type: 'found', found, isFirst };
    } catch (error) {
      return { type: 'failed', error };
    }
  }
}
