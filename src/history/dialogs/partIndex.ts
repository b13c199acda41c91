import { join } from 'node:path';
import { Derived } from '../../disk/files/derived.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { fileAt } from '../../disk/files/way.ts';
import { isObject, timeOfNumber } from '../../disk/base/core.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { statsOf, type PartStats, type ReadPart } from './messages.ts';
import { Changed } from './names.ts';
import type { Message } from './types.ts';

type Parts = Map<string, PartStats>;

interface KnownParts {
  /** When the files were last compared with the cache, on the monotonic clock. */
  checkedAt: number;
  parts: Parts;
  ids: Map<string, readonly string[]>;
  /** The last result, reused for the same list of names. */
  listed?: { names: readonly string[]; stats: readonly PartStats[] };
}

/**
 * Sealed parts change only by clear and restore (a new epoch), or by other programs, which is noticed after this
 * time. Milliseconds.
 */
const recheckMs = 2_000;
/** Number of dialogs whose parts are cached. */
const maxCached = 200;

/**
 * Counts and times of all dialogs' sealed parts, in memory and, from the second process on, in `.index/parts/`, so
 * that no operation reads all of a long dialog. Derived: it can be deleted.
 */
export class PartIndex {
  readonly #stored: Derived<Parts>;
  /** By the dialog's folder, valid for one epoch. */
  readonly #known = inMemory<KnownParts>(maxCached);

  constructor(context: StoreContext) {
    this.#stored = new Derived(form, { ...context, secrets: { state: '' } });
  }

  /** Returns statistics of the parts `names` in `state` (a folder), in that order. */
  async stats(
    base: string,
    state: string,
    epoch: string,
    names: readonly string[],
    read: ReadPart,
  ): Promise<readonly PartStats[]> {
    if (names.length === 0) return [];
    const known = this.#recall(base, epoch);
    const now = performance.now();
    const fresh = now - known.checkedAt < recheckMs;
    if (fresh && known.listed?.names === names) return known.listed.stats;
    const stats: PartStats[] = [];
    for (const name of names) {
      const trusted = fresh ? known.parts.get(name) : undefined;
      stats.push(trusted ?? (await this.#stat(known, state, name, read)));
    }
    if (!fresh) known.checkedAt = now;
    known.listed = { names, stats };
    return stats;
  }

  /** Returns the ids of all messages in the parts, reading each part once per process. */
  async ids(base: string, epoch: string, names: readonly string[], read: ReadPart): Promise<Set<string>> {
    const ids = new Set<string>();
    if (names.length === 0) return ids;
    const known = this.#recall(base, epoch);
    for (const name of names) {
      const ofPart = known.ids.get(name) ?? idsOf((await read(name)) ?? []);
      known.ids.set(name, ofPart);
      for (const id of ofPart) ids.add(id);
    }
    return ids;
  }

  /** Saves a dialog's data for the next process. Requires the dialog's lock. */
  async save(base: string, epoch: string): Promise<void> {
    const known = this.#known.get(base, epoch);
    if (known) await this.#stored.put(base, epoch, known.parts);
  }

  #recall(base: string, epoch: string): KnownParts {
    const known = this.#known.get(base, epoch);
    if (known) return known;
    const parts = this.#stored.get(base, epoch) ?? new Map<string, PartStats>();
    return this.#known.set(base, epoch, { checkedAt: -Infinity, parts, ids: new Map() });
  }

  async #stat(known: KnownParts, state: string, name: string, read: ReadPart): Promise<PartStats> {
    const before = known.parts.get(name);
    const stat = fileAt(join(state, name));
    if (stat === undefined) throw new Changed();
    const { size, mtimeMs } = stat;
    if (before?.size === size && before.mtimeMs === mtimeMs) return before;
    const stats = { size, mtimeMs, ...statsOf((await read(name)) ?? []) };
    known.parts.set(name, stats);
    known.ids.delete(name);
    return stats;
  }
}

const idsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ id }) => (id === undefined ? [] : [id]));

const form: DerivedForm<Parts> = {
  name: 'parts',
  version: 1,
  layout: 'files',
  values: { ...jsonValues(parse), write: (parts) => JSON.stringify(Object.fromEntries(parts)) },
};

function parse(value: unknown): Parts | undefined {
  if (!isObject(value)) return undefined;
  return new Map(
    Object.entries(value).filter((entry): entry is [string, PartStats] => isPartStats(entry[1])),
  );
}

function isPartStats(value: unknown): value is PartStats {
  const fields = ['size', 'mtimeMs', 'count', 'firstTs', 'minTs', 'maxTs'];
  return isObject(value) && fields.every((field) => timeOfNumber(value[field]) === value[field]);
}
