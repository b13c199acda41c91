import type { PaneMessage, PaneWindow } from '../../protocol/dialogPane.ts';

/** The messages a pane was sent, by position; keeps at most `capacity` of them, those nearest to the reader. */
export class MessageCache {
  readonly #capacity: number;
  readonly #messages = new Map<number, PaneMessage>();
  #epoch = '';
  #total = 0;

  constructor(capacity = 2_000) {
    this.#capacity = capacity;
  }

  /** How many messages the dialog holds, whether cached or not. */
  get total(): number {
    return this.#total;
  }

  get epoch(): string {
    return this.#epoch;
  }

  get size(): number {
    return this.#messages.size;
  }

  /** Takes over a window; one of another epoch voids what was there. A message already known stays the same object. */
  put(window: PaneWindow): void {
    if (window.epoch !== this.#epoch) this.#messages.clear();
    this.#epoch = window.epoch;
    this.#total = window.total;
    for (const message of window.messages) {
      if (!this.#messages.has(message.position)) this.#messages.set(message.position, message);
    }
    for (const position of this.#messages.keys()) {
      if (position >= window.total) this.#messages.delete(position);
    }
  }

  get(position: number): PaneMessage | undefined {
    return this.#messages.get(position);
  }

  /** Whether any existing position from `first` to `last` is not cached. */
  lacks(first: number, last: number): boolean {
    for (let position = Math.max(0, first); position <= Math.min(last, this.#total - 1); position++) {
      if (!this.#messages.has(position)) return true;
    }
    return false;
  }

  /** Forgets what is farthest from `position` until the capacity is kept. */
  trim(position: number): void {
    if (this.#messages.size <= this.#capacity) return;
    const byDistance = [...this.#messages.keys()].sort(
      (a, b) => Math.abs(a - position) - Math.abs(b - position),
    );
    for (const far of byDistance.slice(this.#capacity)) this.#messages.delete(far);
  }
}
