/**
 * What ranking has to know of entries, by their numbers: in typed arrays, because it goes over most of them several
 * times for each common word of a query, and following objects from one to the next would be most of its cost.
 */
export class EntryColumns {
  /** The session of each entry. */
  sessions = new Int32Array(1_024);
  /** The entry before and after it in its session, -1 for none. */
  before = new Int32Array(1_024);
  after = new Int32Array(1_024);
  /** Terms in it, and with what its neighbours lend to it. */
  lengths = new Int32Array(1_024);
  spreadLengths = new Float64Array(1_024);
  /** 1 where it ends with a question. */
  asks = new Uint8Array(1_024);
  /** 1 where it was replaced or deleted. */
  gone = new Uint8Array(1_024);

  /** Makes room for an entry, which follows another, or -1, in its session. */
  add(number: number, session: number, before: number, asks: boolean): void {
    if (number >= this.sessions.length) this.#grow();
    this.sessions[number] = session;
    this.before[number] = before;
    this.after[number] = -1;
    if (before >= 0) this.after[before] = number;
    this.asks[number] = Number(asks);
  }

  #grow(): void {
    const size = this.sessions.length * 2;
    this.sessions = grown(this.sessions, new Int32Array(size));
    this.before = grown(this.before, new Int32Array(size));
    this.after = grown(this.after, new Int32Array(size));
    this.lengths = grown(this.lengths, new Int32Array(size));
    this.spreadLengths = grown(this.spreadLengths, new Float64Array(size));
    this.asks = grown(this.asks, new Uint8Array(size));
    this.gone = grown(this.gone, new Uint8Array(size));
  }
}

function grown<T extends { set(from: T): void }>(from: T, larger: T): T {
  larger.set(from);
  return larger;
}
