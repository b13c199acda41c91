import { join } from 'node:path';
import { readJson, type Parse } from '../../disk/files/json.ts';
import { fileAt } from '../../disk/files/way.ts';
import type { Lease } from '../../disk/base/core.ts';
import type { DialogLocation } from './locate.ts';
import { Changed } from './names.ts';
import { isOpenSealed, openPart, summaryFile, type Layout } from './layout.ts';
import { parseMessages, statsOf, type PartStats, type ReadPart } from './messages.ts';
import { parseSummary, type StoredSummary } from './summary.ts';
import type { Message } from './types.ts';
import type { UnsealedPart } from './writtenParts.ts';

/** A file found damaged while reading. */
export interface FoundDamage {
  readonly file: string;
  readonly reason: string;
}

export interface Totals {
  readonly messages: number;
  /** Bytes of all parts and the summary. */
  readonly bytes: number;
  readonly firstTs?: number;
  /** The latest time of all messages. */
  readonly lastTs?: number;
}

/** Provides data of sealed parts without rereading them. */
interface SealedParts {
  readonly stats: (
    base: string,
    state: string,
    epoch: string,
    names: readonly string[],
    read: ReadPart,
  ) => Promise<readonly PartStats[]>;
  readonly ids: (
    base: string,
    epoch: string,
    names: readonly string[],
    read: ReadPart,
  ) => Promise<Set<string>>;
}

/** A view of one state of a dialog; each file is read at most once, on demand. */
export class DialogSnapshot {
  readonly layout: Layout;
  /** Damaged files found so far. */
  readonly damage: FoundDamage[] = [];
  /** Repairs made while reading so far: file, value and replacement. */
  readonly repairs: string[] = [];
  /** Name of the dialog's folder. */
  readonly base: string;
  readonly #index: SealedParts;
  #openPart: Promise<UnsealedPart> | undefined;
  #sealedStats: Promise<readonly PartStats[]> | undefined;
  #allStats: Promise<readonly PartStats[]> | undefined;

  /** If `open` is given, the open part is not read. */
  constructor(base: string, layout: Layout, index: SealedParts, open?: UnsealedPart) {
    this.base = base;
    this.layout = layout;
    this.#index = index;
    this.#openPart = open && layout.open ? Promise.resolve(open) : undefined;
  }

  /** Returns the open part, empty if there is none. */
  open(): Promise<UnsealedPart> {
    this.#openPart ??= this.#readOpen();
    return this.#openPart;
  }

  /** Returns the messages of the sealed part at an index of the layout. */
  async sealed(place: number): Promise<readonly Message[]> {
    const name = this.layout.sealed[place];
    return name === undefined ? [] : ((await this.#readPart(name)) ?? []);
  }

  sealedStats(): Promise<readonly PartStats[]> {
    const { state = '', epoch, sealed } = this.layout;
    this.#sealedStats ??= this.#index.stats(this.base, state, epoch, sealed, (name) => this.#readPart(name));
    return this.#sealedStats;
  }

  /** Returns statistics of all parts in order, the open one last. */
  allStats(): Promise<readonly PartStats[]> {
    this.#allStats ??= this.#readAllStats();
    return this.#allStats;
  }

  async #readAllStats(): Promise<readonly PartStats[]> {
    const { messages, bytes } = await this.open();
    return [...(await this.sealedStats()), { size: bytes, mtimeMs: 0, ...statsOf(messages) }];
  }

  /** Returns the messages of the part at an index of `allStats`. */
  async part(place: number): Promise<readonly Message[]> {
    return place < this.layout.sealed.length ? this.sealed(place) : (await this.open()).messages;
  }

  /** Returns the ids of all messages. */
  async ids(): Promise<Set<string>> {
    const { epoch, sealed } = this.layout;
    const ids = await this.#index.ids(this.base, epoch, sealed, (name) => this.#readPart(name));
    for (const { id } of (await this.open()).messages) if (id !== undefined) ids.add(id);
    return ids;
  }

  async summary(): Promise<StoredSummary | undefined> {
    return this.layout.summary ? this.#readFile(summaryFile, parseSummary) : undefined;
  }

  async totals(): Promise<Totals> {
    const parts = (await this.allStats()).filter(({ count }) => count > 0);
    const first = parts[0];
    return {
      messages: parts.reduce((sum, { count }) => sum + count, 0),
      bytes: parts.reduce((sum, { size }) => sum + size, this.#summaryBytes()),
      ...(first && {
        firstTs: first.firstTs,
        lastTs: parts.reduce((most, p) => Math.max(most, p.maxTs), first.maxTs),
      }),
    };
  }

  /** Returns messages `offset` to `offset + limit - 1`, as far as they exist, reading only their parts. */
  async window(offset: number, limit: number): Promise<Message[]> {
    const found: Message[] = [];
    let start = 0;
    for (const [place, { count }] of (await this.allStats()).entries()) {
      const from = Math.max(offset - start, 0);
      const to = Math.min(offset + limit - start, count);
      if (from < to) found.push(...(await this.part(place)).slice(from, to));
      start += count;
    }
    return found;
  }

  /** Returns the newest messages, oldest first, reading only their parts. */
  async newest(limit: number): Promise<Message[]> {
    let found = limit > 0 ? (await this.open()).messages.slice(-limit) : [];
    for (let place = this.layout.sealed.length - 1; place >= 0 && found.length < limit; place--)
      found = [...(await this.sealed(place)).slice(found.length - limit), ...found];
    return found;
  }

  #summaryBytes(): number {
    if (!this.layout.summary || this.layout.state === undefined) return 0;
    return fileAt(join(this.layout.state, summaryFile))?.size ?? 0;
  }

  async #readOpen(): Promise<UnsealedPart> {
    if (!this.layout.open || this.layout.state === undefined) return { messages: [], bytes: 0 };
    // Before reading, as a writer may replace it meanwhile.
    if (isOpenSealed(this.layout)) return { messages: [], bytes: 0 };
    const read = await readJson(join(this.layout.state, openPart), this.#parser(openPart));
    if (read.state === 'read') return { messages: read.value, bytes: read.bytes };
    if (read.state === 'missing') throw new Changed();
    this.damage.push({ file: openPart, reason: read.reason });
    return { messages: [], bytes: 0 };
  }

  #readPart(name: string): Promise<readonly Message[] | undefined> {
    return this.#readFile(name, this.#parser(name));
  }

  #parser(name: string): Parse<Message[]> {
    return (value) => parseMessages(value, (what) => this.repairs.push(`${name}: ${what}`));
  }

  async #readFile<T>(name: string, parse: Parse<T>): Promise<T | undefined> {
    const read = await readJson(join(this.layout.state ?? '', name), parse);
    if (read.state === 'read') return read.value;
    if (read.state === 'missing') throw new Changed();
    if (!this.damage.some(({ file }) => file === name)) this.damage.push({ file: name, reason: read.reason });
    return undefined;
  }
}

/** A locked dialog, with interrupted operations completed and dead temporary files removed. */
export interface LockedDialog {
  readonly name: string;
  readonly place: DialogLocation;
  readonly lease: Lease;
  readonly reading: DialogSnapshot;
}
