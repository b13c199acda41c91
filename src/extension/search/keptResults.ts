import { Disposable } from '../base/disposable.ts';
import type { Memento } from 'vscode';
import type { ResultsServices, ResultsView } from './resultsView.ts';

/** The results view, loaded on first use, or if a query was kept before a reload. */
export class KeptResults extends Disposable {
  readonly #services: ResultsServices;
  readonly #memory: Memento;
  #view: Promise<ResultsView> | undefined;

  constructor(services: ResultsServices, memory: Memento) {
    super();
    this.#services = services;
    this.#memory = memory;
    if (memory.get<unknown>('search.kept') !== undefined) void this.#restore().catch(services.onError);
  }

  /** Returns the view, which is shown once it has a query. */
  view(): Promise<ResultsView> {
    this.#view ??= import('./resultsView.ts').then(({ ResultsView: View }) =>
      this._register(new View(this.#services, this.#memory)),
    );
    return this.#view;
  }

  /** Keeps the results of a query. */
  async show(query?: string): Promise<void> {
    await (await this.view()).show(query);
  }

  async #restore(): Promise<void> {
    await this.view();
    const { setContext } = await import('./resultsView.ts');
    await setContext('shown', true);
  }
}
