import { mayBeMadeOf, type Claim, type FileClaims } from './claims.ts';
import { isTrivial, keyOf } from './lineKeys.ts';
import { neighbour, neighbourIn, type Sighting } from './pieces.ts';

/** So many lines of a change that may have been undone must be there, and all of it, to tell that it was not. */
const leastSure = 3;

/** Whether a line stands where it was written, by what stands before or behind it; undefined where that is not known. */
interface Support {
  readonly above: boolean | undefined;
  readonly below: boolean | undefined;
}

/** Finds for each line of a file whose it is, where that is certain. */
export class Attributor<By> {
  readonly #claims: FileClaims<By>;
  readonly #lines: readonly string[];
  readonly #keys: readonly string[];
  readonly #places = new Map<string, number[]>();
  readonly #found: (Claim<By> | undefined)[];
  /** By change: whether all that is left of it is there. */
  readonly #whole = new Map<Claim<By>['event'], boolean>();

  constructor(claims: FileClaims<By>, lines: readonly string[]) {
    this.#claims = claims;
    this.#lines = lines;
    this.#keys = lines.map(keyOf);
    this.#found = lines.map(() => undefined);
    const wanted = new Set(claims.keys);
    this.#keys.forEach((key, place) => {
      if (!wanted.has(key)) return;
      const known = this.#places.get(key) ?? [];
      known.push(place);
      this.#places.set(key, known);
    });
  }

  /** For each line the claim that holds; undefined where none does for certain. */
  attribute(): readonly (Claim<By> | undefined)[] {
    for (const [key, places] of this.#places) {
      const line = this.#lines[places[0] ?? 0] ?? '';
      const claims = this.#claims.claims(key);
      if (!isTrivial(line) && claims.every((claim) => this.#isSound(claim, line)))
        this.#place(key, claims, places);
    }
    this.#fill();
    return this.#found;
  }

  #isSound({ holds, inDoubt, event }: Claim<By>, line: string): boolean {
    return !mayBeMadeOf(line, holds) && (!inDoubt || this.#isWhole(event));
  }

  /** Whether all that is left of a change is in the file, and enough to be no chance. */
  #isWhole(event: Claim<By>['event']): boolean {
    const isWhole = this.#whole.get(event) ?? this.#looksWhole(event);
    this.#whole.set(event, isWhole);
    return isWhole;
  }

  #looksWhole(event: Claim<By>['event']): boolean {
    const left = [...this.#claims.keys].flatMap((key) =>
      this.#claims.claims(key).filter((claim) => claim.event === event),
    );
    const telling = left.filter(({ key }) => {
      const [place] = this.#places.get(key) ?? [];
      return place !== undefined && !isTrivial(this.#lines[place] ?? '');
    });
    return telling.length >= leastSure && left.every(({ key }) => this.#places.has(key));
  }

  #place(key: string, claims: readonly Claim<By>[], places: readonly number[]): void {
    const writers = new Set(claims.map(({ by }) => by));
    const isTheirs = writers.size === 1 && claims.length >= places.length && !this.#claims.hasOther(key);
    if (isTheirs) {
      for (const place of places) this.#found[place] = claims.find((claim) => this.#standsNear(claim, place));
      return;
    }
    const standing = places.map((place) => claims.filter((claim) => this.#standsBetween(claim, place)));
    for (const by of writers) {
      const own = standing.filter((found) => found.some((claim) => claim.by === by));
      if (own.length > claims.filter((claim) => claim.by === by).length) return;
    }
    standing.forEach((found, n) => {
      if (new Set(found.map(({ by }) => by)).size === 1) this.#found[places[n] ?? 0] = found[0];
    });
  }

  /** A neighbour is still there, as it was written or as a later change saw it; or nothing is known of any. */
  #standsNear(claim: Claim<By>, place: number): boolean {
    const { above, below } = this.#support(claim, place);
    if (above === true || below === true) return true;
    if (above === undefined && below === undefined) return true;
    return this.#claims.sightings(claim.key).some((sighting) => {
      const seen = this.#support(sighting, place);
      return seen.above === true || seen.below === true;
    });
  }

  /** Both neighbours are still there, as far as they are known. */
  #standsBetween(claim: Claim<By>, place: number): boolean {
    const { above, below } = this.#support(claim, place);
    return above !== false && below !== false && (above === true || below === true);
  }

  #support({ piece, index }: Sighting, place: number): Support {
    const one = (step: 1 | -1): boolean | undefined => {
      const known = neighbour(piece, index, step);
      return known === undefined ? undefined : known === neighbourIn(this.#keys, place, step);
    };
    return { above: one(-1), below: one(1) };
  }

  /** Lines that say nothing of their own belong to those before and behind them that were written with them. */
  #fill(): void {
    let last: number | undefined;
    this.#found.forEach((claim, place) => {
      if (!claim) return;
      const before = last === undefined ? undefined : this.#found[last];
      if (before && last !== undefined && before.piece === claim.piece)
        this.#fillBetween(before, last, place);
      last = place;
    });
    const first = this.#found.findIndex((claim) => claim !== undefined);
    this.#fillEnd(first, -1);
    if (last !== undefined) this.#fillEnd(last, 1);
  }

  /** The same from a line to the beginning or the end of a file that was written as a whole. */
  #fillEnd(place: number, step: 1 | -1): void {
    const claim = this.#found[place];
    if (!claim?.piece.isWhole) return;
    const { keys, flags } = claim.piece;
    const [left, there] =
      step === 1 ? [keys.length - claim.index, this.#keys.length - place] : [claim.index + 1, place + 1];
    if (left !== there) return;
    for (let n = 1; n < left; n++) {
      const same = keys[claim.index + n * step] === this.#keys[place + n * step];
      if (!same || flags[claim.index + n * step] !== 'a') return;
    }
    for (let n = 1; n < left; n++) this.#take(claim, claim.index + n * step, place + n * step);
  }

  #take(claim: Claim<By>, index: number, place: number): void {
    const line = this.#lines[place] ?? '';
    if (isTrivial(line) && !mayBeMadeOf(line, claim.holds))
      this.#found[place] = { ...claim, index, key: this.#keys[place] ?? '' };
  }

  #fillBetween(claim: Claim<By>, from: number, to: number): void {
    const { piece, index } = claim;
    const next = this.#found[to];
    if (next === undefined || next.index - index !== to - from) return;
    for (let n = 1; n < to - from; n++)
      if (piece.flags[index + n] !== 'a' || piece.keys[index + n] !== this.#keys[from + n]) return;
    for (let n = 1; n < to - from; n++) this.#take(claim, index + n, from + n);
  }
}
