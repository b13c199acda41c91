import type { MessageCache, Placed } from './messageCache.ts';

/** How many messages one request asks for. */
export const windowSize = 100;

const ahead = 150;
const mostAtOnce = 2;

/** How long a request counts as on its way, in milliseconds; after that it is asked again. */
export const requestTimeout = 2_000;

/** Decides which window to ask for next, so that what the reader is about to see is there before it is seen. */
export class WindowRequests {
  readonly #cache: MessageCache<Placed>;
  readonly #sentAt = new Map<number, number>();

  constructor(cache: MessageCache<Placed>) {
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
