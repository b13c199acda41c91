import { Disposable } from '../base/disposable.ts';
import type { Memento } from 'vscode';
import type { ResultsServices, ResultsView } from './resultsView.ts';

/** The view of results: loaded when somebody wants it, or has kept a query before the window was reloaded. */
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

  /** The view, which is shown only once it has a query. */
  view(): Promise<ResultsView> {
    this.#view ??= import('./resultsView.ts').then(({ ResultsView: View }) =>
      this._register(new View(this.#services, this.#memory)),
    );
    return this.#view;
  }

  /** Keeps what a query finds. */
  async show(query?: string): Promise<void> {
    await (await this.view()).show(query);
  }

  async #restore(): Promise<void> {
    await this.view();
    const { setContext } = await import('./resultsView.ts');
    await setContext('shown', true);
  }
}
