import type * as T from './types.ts';

/** A search engine that is loaded and made on its first use: most programs never search. */
export class LazySearch implements T.SearchStore {
  readonly #open: () => Promise<T.SearchStore>;
  #search: Promise<T.SearchStore> | undefined;

  constructor(open: () => Promise<T.SearchStore>) {
    this.#open = open;
  }

  async find(request: T.SearchRequest): Promise<T.SearchPage> {
    return (await this.#opened()).find(request);
  }

  async health(): Promise<T.SearchHealth> {
    return (await this.#opened()).health();
  }

  #opened(): Promise<T.SearchStore> {
    this.#search ??= this.#open();
    return this.#search;
  }
}
