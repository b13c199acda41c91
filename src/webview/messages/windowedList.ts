import { placeOf } from '../../protocol/messageKinds.ts';
import { MessageCache, type ListWindow, type Positioned } from './messageCache.ts';

const rememberAfter = 250;

/** Connects a list to the extension and the saved state of the pane. */
export interface ListHost {
  readonly request: (offset: number, limit: number) => void;
  /** Saves which message was at the top for a reload; undefined for the end. */
  readonly keep: (position: number | undefined) => void;
}

/** A message to scroll to: one that was looked for is highlighted, the one at the top of the view before is not. */
export interface Reveal {
  readonly position: number;
  readonly align: 'center' | 'start';
}

/** A list of which the pane has the part around the user, and the message to scroll to. */
export class WindowedList<M extends Positioned> {
  readonly cache = new MessageCache<M>();
  readonly #requests = new WindowRequests(this.cache);
  readonly #host: ListHost;
  #view: { readonly first: number; readonly last: number } | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #remember: ReturnType<typeof setTimeout> | undefined;
  #reveal: Reveal | undefined;
  #start: number | undefined;
  #top: number | undefined;

  constructor(host: ListHost) {
    this.#host = host;
  }

  /** Start position after a reload; undefined for the newest message. */
  get start(): number | undefined {
    return this.#start;
  }

  /** Position of the first visible message; 0 before anything was shown. */
  get firstInView(): number {
    return this.#view?.first ?? 0;
  }

  /** Index in the conversation of the first visible message; undefined at the newest, and before it is known. */
  get placeInView(): number | undefined {
    const message = this.#top === undefined ? undefined : this.cache.get(this.#top);
    return message && placeOf(message);
  }

  /** Adds a window. Another epoch starts at its newest message, unless `start` is given. */
  receive(window: ListWindow<M>, start?: number): void {
    if (window.epoch !== this.cache.epoch) {
      this.#start = start;
      clearTimeout(this.#remember); // the place is one of what was shown before
    }
    this.cache.put(window);
    this.#request();
  }

  /** Goes back to the message that was at the top. */
  goBack(position: number): void {
    this.#reveal = { position, align: 'start' };
  }

  /** Scrolls to a message once it and those around it have arrived, since their heights must be known. */
  reveal(position: number): void {
    this.#reveal = { position, align: 'center' };
    if (this.cache.get(position) === undefined)
      this.#host.request(Math.max(0, position - windowSize / 2), windowSize);
  }

  /** Returns the message to scroll to, once. */
  takeReveal(): Reveal | undefined {
    if (this.#reveal === undefined || this.cache.total === 0) return undefined;
    const { align } = this.#reveal;
    const position = Math.min(this.#reveal.position, this.cache.total - 1);
    if (this.cache.get(position) === undefined) return undefined;
    this.#reveal = undefined;
    return { position, align };
  }

  /**
   * Reports the visible positions, so that their surroundings are loaded and distant messages dropped. `top` is saved
   * for a reload; undefined means the end.
   */
  setView(first: number, last: number, top: number | undefined): void {
    this.#view = { first, last };
    this.#top = top;
    this.cache.trim(Math.round((first + last) / 2));
    this.#request();
    clearTimeout(this.#remember);
    this.#remember = setTimeout(() => this.#host.keep(top), rememberAfter);
  }

  #request(): void {
    if (this.#view === undefined) return;
    const { first, last } = this.#view;
    for (;;) {
      const offset = this.#requests.next(first, last, Date.now());
      if (offset === undefined) break;
      this.#host.request(offset, windowSize);
    }
    clearTimeout(this.#retry);
    if (this.#requests.waiting) this.#retry = setTimeout(() => this.#request(), requestTimeout);
  }
}

/** Number of messages per request. */
const windowSize = 100;

const ahead = 150;
const maxPending = 2;

/** After this time a pending request is repeated, in milliseconds. */
export const requestTimeout = 2_000;

/** Chooses the next window to request, so that messages arrive before they become visible. */
export class WindowRequests {
  readonly #cache: MessageCache<Positioned>;
  readonly #sentAt = new Map<number, number>();

  constructor(cache: MessageCache<Positioned>) {
    this.#cache = cache;
  }

  /** Whether requests are pending. */
  get waiting(): boolean {
    return this.#sentAt.size > 0;
  }

  /**
   * Returns the offset of the window to request when positions `first` to `last` are visible, nearest first;
   * undefined if all are present or enough requests are pending. The caller sends it.
   */
  next(first: number, last: number, now: number): number | undefined {
    this.#settle(now);
    if (this.#sentAt.size >= maxPending) return undefined;
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
