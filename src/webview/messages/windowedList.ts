import { placeOf } from '../../protocol/messageKinds.ts';
import { MessageCache, type ListWindow, type Positioned } from './messageCache.ts';

const rememberAfter = 250;

/** How a list reaches the extension and the memory of the pane. */
export interface ListOutlets {
  readonly ask: (offset: number, limit: number) => void;
  /** Remembers over a reload which message was at the top; undefined stands for the end. */
  readonly keep: (position: number | undefined) => void;
}

/** A list of which the pane holds what is around the reader, and where the reader is to be taken. */
export class WindowedList<M extends Positioned> {
  readonly cache = new MessageCache<M>();
  readonly #requests = new WindowRequests(this.cache);
  readonly #outlets: ListOutlets;
  #view: { readonly first: number; readonly last: number } | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #remember: ReturnType<typeof setTimeout> | undefined;
  #reveal: number | undefined;
  #start: number | undefined;
  #top: number | undefined;

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

  /** The place in the conversation of the first message in view; undefined at the newest, and before it is known. */
  get placeInView(): number | undefined {
    const message = this.#top === undefined ? undefined : this.cache.get(this.#top);
    return message && placeOf(message);
  }

  /** Takes over a window. Another epoch begins at its newest message, unless `start` says where. */
  receive(window: ListWindow<M>, start?: number): void {
    if (window.epoch !== this.cache.epoch) this.#start = start;
    this.cache.put(window);
    this.#request();
  }

  /** Takes the reader to a message as soon as it and those around it have arrived, because their heights must be known. */
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
    this.#top = top;
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

/** How many messages one request asks for. */
const windowSize = 100;

const ahead = 150;
const mostAtOnce = 2;

/** How long a request counts as on its way, in milliseconds; after that it is asked again. */
export const requestTimeout = 2_000;

/** Decides which window to ask for next, so that what the reader is about to see is there before it is seen. */
export class WindowRequests {
  readonly #cache: MessageCache<Positioned>;
  readonly #sentAt = new Map<number, number>();

  constructor(cache: MessageCache<Positioned>) {
    this.#cache = cache;
  }

  /** Whether requests are on their way. */
  get waiting(): boolean {
    return this.#sentAt.size > 0;
  }

  /**
   * The offset of the window to ask for when positions `first` to `last` are in view, nearest to them first; undefined
   * when all is there or enough is on its way. The caller sends it.
   */
  next(first: number, last: number, now: number): number | undefined {
    this.#settle(now);
    if (this.#sentAt.size >= mostAtOnce) return undefined;
    const chunk = this.#candidates(first, last).find((candidate) => this.#isMissing(candidate));
    if (chunk === undefined) return undefined;
    this.#sentAt.set(chunk, now);
    return chunk * windowSize;
  }

  #settle(now: number): void {
    for (const [chunk, sentAt] of this.#sentAt) {
      if (now - sentAt >= requestTimeout || !this.#lacks(chunk)) this.#sentAt.delete(chunk);
    }
  }

  #candidates(first: number, last: number): readonly number[] {
    const middle = (first + last) / 2 / windowSize - 0.5;
    const from = Math.max(0, Math.floor((first - ahead) / windowSize));
    const to = Math.floor(Math.min(last + ahead, this.#cache.total - 1) / windowSize);
    const chunks = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
    return chunks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  }

  #isMissing(chunk: number): boolean {
    return !this.#sentAt.has(chunk) && this.#lacks(chunk);
  }

  #lacks(chunk: number): boolean {
    return this.#cache.lacks(chunk * windowSize, (chunk + 1) * windowSize - 1);
  }
}
