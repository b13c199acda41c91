/** An item of a list. */
export interface Positioned {
  /** 0 for the oldest. */
  readonly position: number;
  /** Its index in the conversation, if different from its row. */
  readonly at?: number;
}

/** A range of a list sent by the extension. */
export interface ListWindow<M extends Positioned> {
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly M[];
  /**
   * From this position on, messages may differ from those sent before; without it, they never change within an epoch.
   */
  readonly changedFrom?: number;
}

/** Messages sent to a pane, by position; keeps at most `capacity` of them, those nearest to the user. */
export class MessageCache<M extends Positioned> {
  readonly #capacity: number;
  readonly #messages = new Map<number, M>();
  #epoch = '';
  #total = 0;

  constructor(capacity = 2_000) {
    this.#capacity = capacity;
  }

  /** Number of messages in the list, cached or not. */
  get total(): number {
    return this.#total;
  }

  get epoch(): string {
    return this.#epoch;
  }

  get size(): number {
    return this.#messages.size;
  }

  /** Adds a window, discarding those of another epoch. Known messages remain the same objects. */
  put(window: ListWindow<M>): void {
    const { epoch, total, messages, changedFrom = Infinity } = window;
    if (epoch !== this.#epoch) this.#messages.clear();
    this.#epoch = epoch;
    this.#total = total;
    const sent = new Set(messages.map(({ position }) => position));
    for (const position of this.#messages.keys())
      if (position >= total || (position >= changedFrom && !sent.has(position)))
        this.#messages.delete(position);
    for (const message of messages) {
      const known = this.#messages.get(message.position);
      if (known === undefined || (message.position >= changedFrom && !isSame(known, message)))
        this.#messages.set(message.position, message);
    }
  }

  get(position: number): M | undefined {
    return this.#messages.get(position);
  }

  /** Reports whether any existing position from `first` to `last` is not cached. */
  lacks(first: number, last: number): boolean {
    for (let position = Math.max(0, first); position <= Math.min(last, this.#total - 1); position++) {
      if (!this.#messages.has(position)) return true;
    }
    return false;
  }

  /** Removes messages farthest from `position` until the capacity is met. */
  trim(position: number): void {
    if (this.#messages.size <= this.#capacity) return;
    const byDistance = [...this.#messages.keys()].sort(
      (a, b) => Math.abs(a - position) - Math.abs(b - position),
    );
    for (const far of byDistance.slice(this.#capacity)) this.#messages.delete(far);
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
