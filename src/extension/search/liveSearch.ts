import { setTimeout as rest } from 'node:timers/promises';
import { Disposable } from '../base/disposable.ts';
import type { Projects } from '../base/projects.ts';
import { findEverywhere, type Findings } from './findEverywhere.ts';
import { isForHub } from './filters.ts';

/** While sessions are being read, a search is made again after so long. Milliseconds. */
const againMs = 700;

/** A hub is asked when nothing else was asked for so long. Milliseconds. */
const typedMs = 250;

/** What a search has come to. */
export type SearchOutcome =
  | { readonly type: 'found'; readonly found: Findings; readonly isFirst: boolean }
  | { readonly type: 'failed'; readonly error: unknown };

/** What is looked for, and how much of it is shown. */
export interface WantedHits {
  readonly query: string;
  readonly limit: number;
}

/** Searches the hubs instead. */
export interface HubFinder {
  find(wanted: WantedHits & { readonly signal: AbortSignal }): Promise<Findings>;
}

/** Searches all projects for one query at a time, the newest; tells what is found at once, and again when more was read. */
export class LiveSearch extends Disposable {
  readonly #projects: Projects;
  readonly #hubs: HubFinder | undefined;
  #search = new AbortController();

  /** Without hubs none is searched. */
  constructor(projects: Projects, hubs?: HubFinder) {
    super();
    this.#projects = projects;
    this.#hubs = hubs;
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
      const found = await this.#find(wanted, signal);
      return { type: 'found', found, isFirst };
    } catch (error) {
      return { type: 'failed', error };
    }
  }

  /** A database is not asked for words that are still being typed. */
  async #find(wanted: WantedHits, signal: AbortSignal): Promise<Findings> {
    if (this.#hubs === undefined || !isForHub(wanted.query))
      return findEverywhere(this.#projects.all, { ...wanted, signal });
    await rest(typedMs, undefined, { signal });
    return this.#hubs.find({ ...wanted, signal });
  }
}
