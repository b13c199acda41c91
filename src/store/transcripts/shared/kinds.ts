import type { JsonObject } from '../../base/core.ts';
import type { Lines } from './lines.ts';
import type { Omissions } from './types.ts';

/** Kinds beyond so many are counted together: a damaged file may hold any number. */
const maxKinds = 20;
/** Longer names of kinds are cut. Characters. */
const maxLength = 60;
const others = 'others';

/**
 * What a reader meets and does not know, by kind: an agent that changed its format is noticed, and what of it was not
 * understood is told. Kinds that a reader knows and leaves out are never given to it.
 */
export class UnknownKinds {
  readonly #counts = new Map<string, number>();

  /** Counts one line or block; a kind that is no text counts as one without a kind. */
  add(kind: unknown): void {
    const name = typeof kind === 'string' && kind.trim() !== '' ? kind.trim().slice(0, maxLength) : 'no kind';
    const key = this.#counts.has(name) || this.#counts.size < maxKinds ? name : others;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** For what a session leaves out. */
  get found(): Pick<Omissions, 'unknown'> {
    return this.#counts.size === 0 ? {} : { unknown: Object.fromEntries(this.#counts) };
  }
}

/** Lines as they come, on the way of which `unknownIn` tells what of each a reader does not know. */
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
