import type { StoreContext } from '../../disk/base/context.ts';
import { isObject } from '../../disk/base/core.ts';
import { Derived } from '../../disk/files/derived.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import type { Candidate, KeepMode, SeenTranscripts } from './types.ts';

/** Time and kind of the last complete sweep. */
interface LastSweep {
  /** Milliseconds. */
  readonly at: number;
  readonly keep: KeepMode;
}

/**
 * State shared between sweeps of a project: the last complete one and the transcripts examined. Derived: without it,
 * everything due is compared with the archives again.
 */
export class SweepState {
  readonly #stored: Derived<MarkContent>;
  readonly #context: StoreContext;
  readonly #seen: Map<string, Pick<Candidate, 'size' | 'changedAt'>>;
  #last: LastSweep | undefined;
  #restUntil: number;

  private constructor(stored: Derived<MarkContent>, context: StoreContext) {
    const { last, seen, restUntil } = stored.get(key, '') ?? nothing;
    this.#stored = stored;
    this.#context = context;
    this.#last = last;
    this.#restUntil = restUntil;
    this.#seen = new Map(seen);
  }

  static load(context: StoreContext): SweepState {
    return new SweepState(new Derived(form, { ...context, secrets: { state: '' } }), context);
  }

  get seen(): SeenTranscripts {
    return this.#seen;
  }

  /** Reports whether a sweep of this kind was completed less than `every` milliseconds ago, or sweeps are paused. */
  isRecent(keep: KeepMode, every: number): boolean {
    const now = this.#context.clock.now();
    if (every > 0 && now < this.#restUntil && this.#restUntil - now < every) return true;
    if (this.#last?.keep !== keep) return false;
    return Math.abs(now - this.#last.at) < every;
  }

  /** Records that a transcript in its current version is archived, or cannot be. */
  add({ path, size, changedAt }: Candidate): void {
    this.#seen.set(path, { size, changedAt });
  }

  /**
   * Pauses sweeps of other programs for the given number of milliseconds, in place of pauses there was no time for.
   */
  rest(ms: number): void {
    this.#restUntil = this.#context.clock.now() + ms;
  }

  /** Records that a sweep is complete, and drops missing transcripts. */
  end(keep: KeepMode, found: readonly Pick<Candidate, 'path'>[]): void {
    this.#last = { at: this.#context.clock.now(), keep };
    const there = new Set(found.map(({ path }) => path));
    for (const path of this.#seen.keys()) if (!there.has(path)) this.#seen.delete(path);
  }

  /** Saves the state; only logs failures, since it merely saves time. */
  async save(): Promise<void> {
    const [seen, last, restUntil] = [this.#seen, this.#last, this.#restUntil];
    await this.#stored.put(key, '', { seen, last, restUntil });
  }
}

interface MarkContent {
  readonly last: LastSweep | undefined;
  readonly seen: SeenTranscripts;
  /** Milliseconds. */
  readonly restUntil: number;
}

const nothing: MarkContent = { last: undefined, seen: new Map(), restUntil: 0 };

/** There is one state of a project. */
const key = '';

const form: DerivedForm<MarkContent> = {
  name: 'capture',
  version: 1,
  layout: 'files',
  values: { ...jsonValues(parse), write },
};

function write({ last, seen, restUntil }: MarkContent): string {
  const rows = [...seen].map(([path, { size, changedAt }]) => [path, size, changedAt]);
  return JSON.stringify({ last, restUntil, seen: rows });
}

function parse(value: unknown): MarkContent | undefined {
  if (!isObject(value) || !Array.isArray(value.seen)) return undefined;
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
