/** Stored columns of entries; the others are derived. */
export interface EntriesOfSegment {
  readonly items: Uint32Array;
  readonly positions: Uint32Array;
  readonly ts: Float64Array;
  readonly hashes: Float64Array;
  readonly lineHashes: Float64Array;
  readonly roles: Uint8Array;
  readonly agents: Uint32Array;
  readonly speakers: Uint32Array;
  readonly isQuestion: Uint8Array;
  readonly startsSession: Uint8Array;
  /** Number of terms. */
  readonly lengths: Uint32Array;
}

/** Facts about an entry on its own, before neighbours and item are known. */
export interface EntryFacts {
  readonly item: number;
  /** Position in the whole, of which the item may hold only some entries. */
  readonly position: number;
  /** Milliseconds. */
  readonly ts: number;
  /** Hashes of its text and its first line, by `textHash`. */
  readonly hash: number;
  readonly lineHash: number;
  readonly role: number;
  readonly agent: number;
  readonly speaker: number;
  /** 1 if it ends with a question. */
  readonly isQuestion: number;
  /** 1 if it starts a session regardless of the time gap. */
  readonly startsSession: number;
}

/**
 * Facts of entries by number, in typed arrays.
 *
 * Ranking visits most entries several times for each common word; objects would cost most of its time, and of the first
 * search's.
 */
export class EntryColumns {
  size = 0;
  items = new Int32Array(1_024);
  positions = new Int32Array(1_024);
  ts = new Float64Array(1_024);
  hashes = new Float64Array(1_024);
  lineHashes = new Float64Array(1_024);
  roles = new Uint8Array(1_024);
  agents = new Int32Array(1_024);
  speakers = new Int32Array(1_024);
  isQuestion = new Uint8Array(1_024);
  startsSession = new Uint8Array(1_024);
  /** Index of each entry in its item. */
  ordinals = new Int32Array(1_024);
  /** Previous and next entry in the session, -1 for none. */
  before = new Int32Array(1_024);
  after = new Int32Array(1_024);
  /** Number of terms in the entry itself, and including its neighbours' contributions. */
  lengths = new Int32Array(1_024);
  spreadLengths = new Float64Array(1_024);
  /** 1 if it was replaced or deleted. */
  removed = new Uint8Array(1_024);

  /** Adds an entry without neighbours; returns its number. */
  add({
    item,
    position,
    ts,
    hash,
    lineHash,
    role,
    agent,
    speaker,
    isQuestion,
    startsSession,
  }: EntryFacts): number {
    const number = this.size++;
    if (number >= this.items.length) this.#grow(this.size);
    this.items[number] = item;
    this.positions[number] = position;
    this.ts[number] = ts;
    this.hashes[number] = hash;
    this.lineHashes[number] = lineHash;
    this.roles[number] = role;
    this.agents[number] = agent;
    this.speakers[number] = speaker;
    this.isQuestion[number] = isQuestion;
    this.startsSession[number] = startsSession;
    this.before[number] = -1;
    this.after[number] = -1;
    return number;
  }

  /** Adds all entries of a segment without neighbours; items, agents and speakers are already renumbered. */
  take(entries: Omit<EntriesOfSegment, 'lengths'>): void {
    const first = this.size;
    this.size += entries.items.length;
    if (this.size > this.items.length) this.#grow(this.size);
    this.items.set(entries.items, first);
    this.positions.set(entries.positions, first);
    this.ts.set(entries.ts, first);
    this.hashes.set(entries.hashes, first);
    this.lineHashes.set(entries.lineHashes, first);
    this.roles.set(entries.roles, first);
    this.agents.set(entries.agents, first);
    this.speakers.set(entries.speakers, first);
    this.isQuestion.set(entries.isQuestion, first);
    this.startsSession.set(entries.startsSession, first);
    this.before.fill(-1, first, this.size);
    this.after.fill(-1, first, this.size);
  }

  /** Links two entries that follow each other in a session. */
  join(before: number, number: number): void {
    this.before[number] = before;
    this.after[before] = number;
  }

  #grow(least: number): void {
    let size = this.items.length * 2;
    while (size < least) size *= 2;
    this.items = grown(this.items, new Int32Array(size));
    this.positions = grown(this.positions, new Int32Array(size));
    this.ts = grown(this.ts, new Float64Array(size));
    this.hashes = grown(this.hashes, new Float64Array(size));
    this.lineHashes = grown(this.lineHashes, new Float64Array(size));
    this.roles = grown(this.roles, new Uint8Array(size));
    this.agents = grown(this.agents, new Int32Array(size));
    this.speakers = grown(this.speakers, new Int32Array(size));
    this.isQuestion = grown(this.isQuestion, new Uint8Array(size));
    this.startsSession = grown(this.startsSession, new Uint8Array(size));
    this.ordinals = grown(this.ordinals, new Int32Array(size));
    this.before = grown(this.before, new Int32Array(size));
    this.after = grown(this.after, new Int32Array(size));
    this.lengths = grown(this.lengths, new Int32Array(size));
    this.spreadLengths = grown(this.spreadLengths, new Float64Array(size));
    this.removed = grown(this.removed, new Uint8Array(size));
  }
}

function grown<T extends { set(from: T): void }>(from: T, larger: T): T {
  larger.set(from);
  return larger;
}
