import { MessageCache, type ListWindow, type Placed } from './messageCache.ts';
import { WindowRequests, requestTimeout, windowSize } from './windowRequests.ts';

const rememberAfter = 250;

/** How a list reaches the extension and the memory of the pane. */
export interface ListOutlets {
  readonly ask: (offset: number, limit: number) => void;
  /** Remembers over a reload which message was at the top; undefined stands for the end. */
  readonly keep: (position: number | undefined) => void;
}

/** A list of which the pane holds what is around the reader, and where the reader is to be taken. */
export class WindowedList<M extends Placed> {
  readonly cache = new MessageCache<M>();
  readonly #requests = new WindowRequests(this.cache);
  readonly #outlets: ListOutlets;
  #view: { readonly first: number; readonly last: number } | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #remember: ReturnType<typeof setTimeout> | undefined;
  #reveal: number | undefined;
  #start: number | undefined;

  constructor(outlets: ListOutlets) {
    this.#outlets = outlets;
  }

  /** Where the list begins, from before a reload; undefined for the newest message. */
  get start(): number | undefined {
    return this.#start;
  }

  /** The position of the first message in view; 0 before anything was shown. */
  get firstInView(): number {
    return this.#view?.first ?? 0;
  }

  /** Takes over a window. Another epoch begins at its newest message, unless `start` says where. */
  receive(window: ListWindow<M>, start?: number): void {
    if (window.epoch !== this.cache.epoch) this.#start = start;
    this.cache.put(window);
    this.#request();
  }

  /** Has the reader taken to a message as soon as it and those around it are here: heights must be known to go there. */
  reveal(position: number): void {
    this.#reveal = position;
    if (this.cache.get(position) === undefined)
      this.#outlets.ask(Math.max(0, position - windowSize / 2), windowSize);
  }

  /** The message to take the reader to, once. */
  takeReveal(): number | undefined {
    if (this.#reveal === undefined || this.cache.total === 0) return undefined;
    const position = Math.min(this.#reveal, this.cache.total - 1);
    if (this.cache.get(position) === undefined) return undefined;
    this.#reveal = undefined;
    return position;
  }

  /**
   * Tells which positions are in view, so that they and their surroundings are fetched and what is far is forgotten.
   * `top` is remembered over a reload; undefined stands for the end.
   */
  look(first: number, last: number, top: number | undefined): void {
    this.#view = { first, last };
    this.cache.trim(Math.round((first + last) / 2));
    this.#request();
    clearTimeout(this.#remember);
    this.#remember = setTimeout(() => this.#outlets.keep(top), rememberAfter);
  }

  #request(): void {
    if (this.#view === undefined) return;
    const { first, last } = this.#view;
    for (;;) {
      const offset = this.#requests.next(first, last, Date.now());
      if (offset === undefined) break;
      this.#outlets.ask(offset, windowSize);
    }
    clearTimeout(this.#retry);
    if (this.#requests.waiting) this.#retry = setTimeout(() => this.#request(), requestTimeout);
  }
}
