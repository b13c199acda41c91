import { setTimeout as rest } from 'node:timers/promises';
import type { Language } from '../../disk/base/core.ts';
import { Disposable } from '../base/disposable.ts';
import type { Projects } from '../base/projects.ts';
import { findEverywhere, type Findings } from './findEverywhere.ts';
import { isForHub } from './filters.ts';

/** How often a search is repeated while sessions are being read. Milliseconds. */
const againMs = 700;

/** How long typing must pause before a hub is searched. Milliseconds. */
const typedMs = 250;

/** Result of a search. */
export type SearchOutcome =
  | { readonly type: 'found'; readonly found: Findings; readonly isFirst: boolean }
  | { readonly type: 'failed'; readonly error: unknown };

/** The query, and the number of hits. */
export interface WantedHits {
  readonly query: string;
  readonly limit: number;
}

/** Searches hubs instead. */
export interface HubFinder {
  find(wanted: WantedHits & { readonly signal: AbortSignal }): Promise<Findings>;
}

/** Searches all projects for the newest query only; reports results immediately, and again as more is read. */
export class LiveSearch extends Disposable {
  readonly #projects: Projects;
  readonly #language: Language;
  readonly #hubs: HubFinder | undefined;
  #search = new AbortController();

  /** `language` is that of notes. Without `hubs`, none is searched. */
  constructor(projects: Projects, language: Language, hubs?: HubFinder) {
    super();
    this.#projects = projects;
    this.#language = language;
    this.#hubs = hubs;
    this._register({ dispose: () => this.stop() });
  }

  /** Cancels the search. */
  stop(): void {
    this.#search.abort();
  }

  /**
   * Starts a search, which ends once all sessions are read. The callback is not called after another search started.
   */
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
      if (pending) await rest(againMs, undefined, { signal }).catch(() => undefined); // another search started
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

  /** Waits with searching a database until typing pauses. */
  async #find(wanted: WantedHits, signal: AbortSignal): Promise<Findings> {
    if (this.#hubs === undefined || !isForHub(wanted.query))
      return findEverywhere(this.#projects.all, { ...wanted, signal, language: this.#language });
    await rest(typedMs, undefined, { signal });
    return this.#hubs.find({ ...wanted, signal });
  }
}
