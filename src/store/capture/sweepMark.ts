import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { indexFolder, readDerived, writeDerived } from '../files/derived.ts';
import { WrongContent } from '../files/json.ts';
import type { Candidate, KeepMode, SeenTranscripts } from './types.ts';

const version = 1;

/** When a sweep came to its end, and of which kind it was. */
interface LastSweep {
  /** Milliseconds. */
  readonly at: number;
  readonly keep: KeepMode;
}

/**
 * What sweeps of a project leave for the next: when the last one came to its end, and which transcripts were looked at.
 * Derived: without it, all that is due is compared with the archives once more.
 */
export class SweepMark {
  readonly #file: string;
  readonly #context: StoreContext;
  readonly #seen: Map<string, Pick<Candidate, 'size' | 'changedAt'>>;
  #last: LastSweep | undefined;
  #restUntil: number;

  private constructor(file: string, context: StoreContext, { last, seen, restUntil }: MarkContent) {
    this.#file = file;
    this.#context = context;
    this.#last = last;
    this.#restUntil = restUntil;
    this.#seen = new Map(seen);
  }

  static async load(context: StoreContext): Promise<SweepMark> {
    const file = join(indexFolder(context.folder), 'capture.json');
    const content = await readDerived(file, parse, context.log);
    return new SweepMark(file, context, content ?? { last: undefined, seen: new Map(), restUntil: 0 });
  }

  get seen(): SeenTranscripts {
    return this.#seen;
  }

  /** Whether a sweep of this kind came to its end less than `every` milliseconds ago, or one rests. */
  isRecent(keep: KeepMode, every: number): boolean {
    const now = this.#context.clock.now();
    if (every > 0 && now < this.#restUntil && this.#restUntil - now < every) return true;
    if (this.#last?.keep !== keep) return false;
    return Math.abs(now - this.#last.at) < every;
  }

  /** Remembers that the archives have all of a transcript as it is now, or cannot have it. */
  add({ path, size, changedAt }: Candidate): void {
    this.#seen.set(path, { size, changedAt });
  }

  /** Lets other programs wait for so many milliseconds, in place of pauses for which there was no time. */
  rest(ms: number): void {
    this.#restUntil = this.#context.clock.now() + ms;
  }

  /** Remembers that a sweep came to its end now, and forgets transcripts that are gone. */
  end(keep: KeepMode, found: readonly Pick<Candidate, 'path'>[]): void {
    this.#last = { at: this.#context.clock.now(), keep };
    const there = new Set(found.map(({ path }) => path));
    for (const path of this.#seen.keys()) if (!there.has(path)) this.#seen.delete(path);
  }

  /** Writes it down. It only saves time: what fails is logged. */
  async save(): Promise<void> {
    const seen = [...this.#seen].map(([path, { size, changedAt }]) => [path, size, changedAt]);
    const text = JSON.stringify({ v: version, last: this.#last, restUntil: this.#restUntil, seen });
    await writeDerived(this.#file, text).catch((error: unknown) => {
      this.#context.log.warn(`cannot write ${this.#file}, which only saves time: ${String(error)}`);
    });
  }
}

interface MarkContent {
  readonly last: LastSweep | undefined;
  readonly seen: SeenTranscripts;
  /** Milliseconds. */
  readonly restUntil: number;
}

function parse(value: unknown): MarkContent {
  if (!isObject(value) || value.v !== version || !Array.isArray(value.seen))
    throw new WrongContent('of another version');
  const rows: readonly unknown[] = value.seen;
  return {
    last: lastOf(value.last),
    restUntil: typeof value.restUntil === 'number' ? value.restUntil : 0,
    seen: new Map(rows.flatMap((row) => (isRow(row) ? [entryOf(row)] : []))),
  };
}

function lastOf(value: unknown): LastSweep | undefined {
  if (!isObject(value) || typeof value.at !== 'number') return undefined;
  const { at, keep } = value;
  return keep === 'beforeDeletion' || keep === 'always' ? { at, keep } : undefined;
}

type SeenRow = readonly [path: string, size: number, changedAt: number];

const isRow = (row: unknown): row is SeenRow =>
  Array.isArray(row) && typeof row[0] === 'string' && Number.isFinite(row[1]) && Number.isFinite(row[2]);

const entryOf = ([path, size, changedAt]: SeenRow) => [path, { size, changedAt }] as const;
