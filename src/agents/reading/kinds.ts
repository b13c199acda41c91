import type { JsonObject } from '../../disk/base/core.ts';
import type { Lines } from './lines.ts';
import type { Omissions } from './types.ts';

/** Number of kinds counted separately; a damaged file may hold any number. */
const maxKinds = 20;
/** Longer names of kinds are cut. Characters. */
const maxLength = 60;
const others = 'others';

/**
 * Counts lines and blocks of kinds that a reader does not know, so that changed formats are noticed and reported. Kinds
 * that are skipped deliberately are never added.
 */
export class UnknownKinds {
  readonly #counts = new Map<string, number>();

  /** Counts one line or block; a kind that is not text counts as missing. */
  add(kind: unknown): void {
    const name = typeof kind === 'string' && kind.trim() !== '' ? kind.trim().slice(0, maxLength) : 'no kind';
    const key = this.#counts.has(name) || this.#counts.size < maxKinds ? name : others;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** The counts, as part of a session's omissions. */
  get found(): Pick<Omissions, 'unknown'> {
    return this.#counts.size === 0 ? {} : { unknown: Object.fromEntries(this.#counts) };
  }
}

/** Passes lines on and counts the kinds in each that `unknownIn` returns. */
export async function* countedBy(
  kinds: UnknownKinds,
  lines: Lines,
  unknownIn: (line: JsonObject) => readonly string[],
): AsyncGenerator<JsonObject> {
  for await (const line of lines) {
    for (const kind of unknownIn(line)) kinds.add(kind);
    yield line;
  }
}
