import { join } from 'node:path';
import { indexFolder, readDerived, writeDerived } from '../files/derived.ts';
import { FileCache } from '../files/fileCache.ts';
import { WrongContent } from '../files/json.ts';
import { fileAt } from '../files/way.ts';
import { isObject, type Log, timeOfNumber } from '../base/core.ts';
import type { StoreContext } from '../base/context.ts';
import { statsOf, type PartStats, type ReadPart } from './messages.ts';
import { Changed } from './names.ts';
import type { Message } from './types.ts';

interface KnownParts {
  /** When the files were last compared with what is known, on the monotonic clock. */
  checkedAt: number;
  parts: Map<string, PartStats>;
  ids: Map<string, readonly string[]>;
  /** The last answer, for the same list of names. */
  listed?: { names: readonly string[]; stats: readonly PartStats[] };
}

/** Sealed parts never change but by clear and restore (a new epoch), or by other programs: those are noticed after this. Milliseconds. */
const trustMs = 2_000;
/** Dialogs whose parts are remembered. */
const remembered = 200;

/**
 * Counts and times of the sealed parts of all dialogs, kept in memory and, from the second process on, in
 * `.index/dialogs/`, so that no operation reads the whole of a long dialog. Derived: it can be deleted.
 */
export class PartIndex {
  readonly #indexFolder: string;
  readonly #log: Log;
  /** By the name of the dialog's folder, while its epoch stays. */
  readonly #known = new FileCache<KnownParts>(remembered);

  constructor({ folder, log }: StoreContext) {
    this.#indexFolder = join(indexFolder(folder), 'dialogs');
    this.#log = log;
  }

  /** Statistics of the parts `names` in `state` (a folder), in that order. */
  async stats(
    base: string,
    state: string,
    epoch: string,
    names: readonly string[],
    read: ReadPart,
  ): Promise<readonly PartStats[]> {
    if (names.length === 0) return [];
    const known = await this.#recall(base, epoch);
    const now = performance.now();
    const fresh = now - known.checkedAt < trustMs;
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

  /** Ids of all messages in the parts; reads each part once in the life of the process. */
  async ids(base: string, epoch: string, names: readonly string[], read: ReadPart): Promise<Set<string>> {
    const ids = new Set<string>();
    if (names.length === 0) return ids;
    const known = await this.#recall(base, epoch);
    for (const name of names) {
      const ofPart = known.ids.get(name) ?? idsOf((await read(name)) ?? []);
      known.ids.set(name, ofPart);
      for (const id of ofPart) ids.add(id);
    }
    return ids;
  }

  /** Writes down what is known of a dialog, for the next process. Call it under the dialog's lock. */
  async save(base: string, epoch: string): Promise<void> {
    const known = this.#known.get(base, epoch);
    if (known === undefined) return;
    const text = JSON.stringify({ v: 1, epoch, parts: Object.fromEntries(known.parts) });
    await writeDerived(this.#file(base), text);
  }

  async #recall(base: string, epoch: string): Promise<KnownParts> {
    const known = this.#known.get(base, epoch);
    if (known) return known;
    const stored = await readDerived(this.#file(base), (value) => parseIndex(value, epoch), this.#log);
    const parts = stored ?? new Map<string, PartStats>();
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

  #file(base: string): string {
    return join(this.#indexFolder, `${base}.json`);
  }
}

const idsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ id }) => (id === undefined ? [] : [id]));

function parseIndex(value: unknown, epoch: string): Map<string, PartStats> {
  if (!isObject(value) || value.epoch !== epoch || !isObject(value.parts))
    throw new WrongContent('of another state');
  return new Map(
    Object.entries(value.parts).filter((entry): entry is [string, PartStats] => isPartStats(entry[1])),
  );
}

function isPartStats(value: unknown): value is PartStats {
  const fields = ['size', 'mtimeMs', 'count', 'firstTs', 'minTs', 'maxTs'];
  return isObject(value) && fields.every((field) => timeOfNumber(value[field]) === value[field]);
}
