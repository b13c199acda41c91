/** An item of a list. */
export interface Positioned {
  /** 0 being the oldest. */
  readonly position: number;
  /** Its place in what is listed, where that is not its row. */
  readonly at?: number;
}

/** A run of a list as the extension sends it. */
export interface ListWindow<M extends Positioned> {
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly M[];
  /** From here on messages may be others than those sent before; without it they never change within an epoch. */
  readonly changedFrom?: number;
}

/** The messages a pane was sent, by position; keeps at most `capacity` of them, those nearest to the reader. */
export class MessageCache<M extends Positioned> {
  readonly #capacity: number;
  readonly #messages = new Map<number, M>();
  #epoch = '';
  #total = 0;

  constructor(capacity = 2_000) {
    this.#capacity = capacity;
  }

  /** How many messages the list holds, whether cached or not. */
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

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
