import type { EntriesOfSegment } from './segmentEntries.ts';
import type { EntryRole } from './types.ts';

/** The roles, by the numbers that stand for them. */
export const entryRoles: readonly EntryRole[] = ['user', 'assistant', 'summary', 'note'];

/** What is told of an entry when it is added; what its neighbours and its item make of it follows. */
export interface EntryFacts {
  readonly item: number;
  /** Its place in the whole, of which the item may hold only some entries. */
  readonly position: number;
  /** Milliseconds. */
  readonly ts: number;
  /** Hashes of its text and of the first line of it, by `textHash`. */
  readonly hash: number;
  readonly lineHash: number;
  readonly role: number;
  readonly agent: number;
  readonly speaker: number;
  /** 1 where it ends with a question. */
  readonly asks: number;
  /** 1 where a session begins with it, whatever the time before it. */
  readonly starts: number;
}

/**
 * Entries, by their numbers: in typed arrays, because ranking goes over most of them several times for each common word of
 * a query, and following objects from one to the next would be most of its cost, as making them would be of the first search.
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
  asks = new Uint8Array(1_024);
  starts = new Uint8Array(1_024);
  /** The place of each entry in its item. */
  places = new Int32Array(1_024);
  /** The session of each entry. */
  sessions = new Int32Array(1_024);
  /** The entry before and after it in its session, -1 for none. */
  before = new Int32Array(1_024);
  after = new Int32Array(1_024);
  /** Terms in it, and with what its neighbours lend to it. */
  lengths = new Int32Array(1_024);
  spreadLengths = new Float64Array(1_024);
  /** 1 where it was replaced or deleted. */
  gone = new Uint8Array(1_024);

  /** Adds an entry, whose number it gives, without anything before or after it. */
  add({ item, position, ts, hash, lineHash, role, agent, speaker, asks, starts }: EntryFacts): number {
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
    this.asks[number] = asks;
    this.starts[number] = starts;
    this.before[number] = -1;
    this.after[number] = -1;
    return number;
  }

  /** Takes entries of a segment, all at once, without anything before or after them; items, agents and speakers have their numbers here. */
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
    this.asks.set(entries.asks, first);
    this.starts.set(entries.starts, first);
    this.before.fill(-1, first, this.size);
    this.after.fill(-1, first, this.size);
  }

  /** Makes an entry follow another in its session. */
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
    this.asks = grown(this.asks, new Uint8Array(size));
    this.starts = grown(this.starts, new Uint8Array(size));
    this.places = grown(this.places, new Int32Array(size));
    this.sessions = grown(this.sessions, new Int32Array(size));
    this.before = grown(this.before, new Int32Array(size));
    this.after = grown(this.after, new Int32Array(size));
    this.lengths = grown(this.lengths, new Int32Array(size));
    this.spreadLengths = grown(this.spreadLengths, new Float64Array(size));
    this.gone = grown(this.gone, new Uint8Array(size));
  }
}

function grown<T extends { set(from: T): void }>(from: T, larger: T): T {
  larger.set(from);
  return larger;
}
