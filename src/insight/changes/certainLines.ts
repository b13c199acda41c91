import type { Claim } from './claims.ts';
import { digestOf, isTrivial, unpackKeys } from './lineKeys.ts';
import { longestCommon } from './lineChange.ts';
import { flagAt, type ChangeEvent, type WrittenPiece } from './sessionChanges.ts';

interface Written<By> {
  readonly event: ChangeEvent;
  readonly by: By;
}

/** The author of each line of a file that is, line for line, as known changes left it; undefined where that is not certain. */
export function certainLines<By>(
  lines: readonly string[],
  keys: readonly string[],
  events: readonly Written<By>[],
): readonly (Claim<By> | undefined)[] {
  const state = new Undone<By>(lines, keys);
  for (const written of events.toReversed()) if (!state.undo(written)) break;
  return state.found;
}

/** A file from which changes are taken back, the newest first. */
class Undone<By> {
  readonly found: (Claim<By> | undefined)[];
  readonly #lines: readonly string[];
  #keys: string[];
  /** Index of each line in the current file; -1 for a deleted or uncertain one. */
  #places: number[];
  #digest: string;

  constructor(lines: readonly string[], keys: readonly string[]) {
    this.found = lines.map(() => undefined);
    this.#lines = lines;
    this.#keys = [...keys];
    this.#places = keys.map((_, n) => n);
    this.#digest = digestOf(keys);
  }

  /** Undoes a change whose result equals the current text, and ignores others. Returns whether earlier ones can be known. */
  undo(written: Written<By>): boolean {
    const { after, pieces = [], kind } = written.event;
    if (after !== this.#digest) return true;
    for (const piece of pieces.toReversed()) {
      const keys = unpackKeys(piece.keys);
      const start = kind === 'edit' ? this.#placeOf(piece.keys) : 0;
      if (start === undefined) return false;
      this.#claim(written, piece, { keys, start });
      if (kind !== 'edit' && piece.before === '') return false;
      this.#replace(piece, { keys, start });
    }
    this.#digest = digestOf(this.#keys);
    return true;
  }

  /** The only place of these lines. */
  #placeOf(packed: string): number | undefined {
    const all = this.#keys.join('');
    const size = packed.length / Math.max(1, unpackKeys(packed).length);
    let [at, found] = [all.indexOf(packed), -1];
    for (; at !== -1; at = all.indexOf(packed, at + 1)) {
      if (at % size !== 0) continue;
      if (found !== -1) return undefined;
      found = at;
    }
    return found === -1 || packed === '' ? undefined : found / size;
  }

  #claim({ event, by }: Written<By>, { flags }: WrittenPiece, { keys, start }: Placed): void {
    const piece = { keys, flags, isWhole: event.kind !== 'edit' };
    keys.forEach((key, index) => {
      const place = this.#places[start + index] ?? -1;
      if (place < 0 || this.found[place] || flagAt(flags, index) !== 'a') return;
      if (isTrivial(this.#lines[place] ?? '') && mayBeShifted({ keys, flags }, index)) return;
      this.found[place] = {
        by,
        event,
        key,
        piece,
        index,
        reportedCommits: 0,
        recordedCommits: 0,
        inDoubt: false,
        holds: [],
      };
    });
  }

  #replace({ before, flags }: WrittenPiece, { keys, start }: Placed): void {
    const old = unpackKeys(before);
    const places = old.map(() => -1);
    for (const [now, then] of longestCommon(old, keys))
      if (flagAt(flags, now) === 'k' && !mayBeShifted({ keys, flags }, now))
        places[then] = this.#places[start + now] ?? -1;
    this.#keys = this.#keys.toSpliced(start, keys.length, ...old);
    this.#places = this.#places.toSpliced(start, keys.length, ...places);
  }
}

interface Placed {
  readonly keys: readonly string[];
  readonly start: number;
}

/** Reports whether a new line may as well be the equal one beside the added lines, or the other way round. */
function mayBeShifted(
  { keys, flags }: { readonly keys: readonly string[]; readonly flags: string },
  n: number,
): boolean {
  const isAdded = (at: number): boolean => at >= 0 && at < keys.length && flagAt(flags, at) !== 'k';
  const run = isAdded(n) ? n : isAdded(n + 1) ? n + 1 : isAdded(n - 1) ? n - 1 : -1;
  if (run === -1) return false;
  let [from, to] = [run, run];
  while (isAdded(from - 1)) from--;
  while (isAdded(to + 1)) to++;
  const isEqual = (one: number, other: number): boolean =>
    keys[one] !== undefined && keys[one] === keys[other];
  return (n <= to && isEqual(from - 1, to)) || (n >= from && isEqual(to + 1, from));
}
