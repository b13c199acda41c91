import type { JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, numberOf } from './fields.ts';
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
  readonly #counts: Map<string, number>;

  /** `found` are the counts of what precedes. */
  constructor({ unknown = {} }: Pick<Omissions, 'unknown'> = {}) {
    this.#counts = new Map(Object.entries(unknown));
  }

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

/** What was left out of a part of a transcript, with the records before it. */
export class OmissionLog {
  readonly #unreadable: number[] = [];
  readonly #kinds: (readonly [at: number, kind: string])[] = [];

  /** Notes record number `at`: how many lines before it were unreadable, and its unknown kinds. */
  note(at: number, unreadable: number, kinds: readonly string[] = []): void {
    while (this.#unreadable.length < unreadable) this.#unreadable.push(at);
    for (const kind of kinds) this.#kinds.push([at, kind]);
  }

  /** Returns what was left out before a record, and before the part. */
  until(records: number, before: Omitted = { unreadable: 0 }): Omitted {
    const kinds = new UnknownKinds(before);
    for (const [at, kind] of this.#kinds) if (at < records) kinds.add(kind);
    const unreadable = before.unreadable + this.#unreadable.filter((at) => at <= records).length;
    return { unreadable, ...kinds.found };
  }
}

/** What a reader left out, apart from rewound messages. */
export type Omitted = Omit<Omissions, 'rewound'>;

/** Reads such counts from a stored value. */
export function omittedIn(stored: JsonObject | undefined): Omitted {
  const { unreadable, unknown } = fieldsOf(stored);
  const counts = Object.entries(fieldsOf(unknown)).flatMap(([kind, count]) =>
    typeof count === 'number' ? [[kind, count] as const] : [],
  );
  return {
    unreadable: numberOf(unreadable) ?? 0,
    ...(counts.length > 0 && { unknown: Object.fromEntries(counts) }),
  };
}
