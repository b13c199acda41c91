import { certainLines } from './certainLines.ts';
import { mayBeMadeOf, type Claim, type FileClaims } from './claims.ts';
import { isTrivial, keyOf } from './lineKeys.ts';
import { neighbour, neighbourIn, type Sighting } from './pieces.ts';
import type { ChangeEvent } from './sessionChanges.ts';

/** A change that may have been undone counts only if all of it is in the file, with at least this many distinctive lines. */
const minDistinctive = 3;

/** Whether the neighbours of a line match the written ones; undefined where unknown. */
interface Support {
  readonly above: boolean | undefined;
  readonly below: boolean | undefined;
}

/** Finds the author of each line of a file where that is certain. */
export class Attributor<By> {
  readonly #claims: FileClaims<By>;
  readonly #lines: readonly string[];
  readonly #keys: readonly string[];
  readonly #places = new Map<string, number[]>();
  readonly #found: (Claim<By> | undefined)[];
  /** Per change, whether all of its remaining lines are in the file. */
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

  /** Returns the claim of each line; undefined where none is certain. `events`: all changes, oldest first. */
  attribute(
    events: readonly { readonly event: ChangeEvent; readonly by: By }[],
  ): readonly (Claim<By> | undefined)[] {
    for (const [key, places] of this.#places) {
      const line = this.#lines[places[0] ?? 0] ?? '';
      const claims = this.#claims.claims(key);
      if (!isTrivial(line) && claims.every((claim) => this.#isSound(claim, line)))
        this.#place(key, claims, places);
    }
    this.#fill();
    const certain = certainLines(this.#lines, this.#keys, events);
    return this.#found.map((claim, n) => certain[n] ?? claim);
  }

  #isSound({ holds, inDoubt, event }: Claim<By>, line: string): boolean {
    return !mayBeMadeOf(line, holds) && (!inDoubt || this.#isWhole(event));
  }

  /** Reports whether all remaining lines of a change are in the file, enough to rule out chance. */
  #isWhole(event: Claim<By>['event']): boolean {
    const isWhole = this.#whole.get(event) ?? this.#looksWhole(event);
    this.#whole.set(event, isWhole);
    return isWhole;
  }

  #looksWhole(event: Claim<By>['event']): boolean {
    const left = [...this.#claims.keys].flatMap((key) =>
      this.#claims.claims(key).filter((claim) => claim.event === event),
    );
    const distinctive = left.filter(({ key }) => {
      const [place] = this.#places.get(key) ?? [];
      return place !== undefined && !isTrivial(this.#lines[place] ?? '');
    });
    return distinctive.length >= minDistinctive && left.every(({ key }) => this.#places.has(key));
  }

  #place(key: string, claims: readonly Claim<By>[], places: readonly number[]): void {
    const writers = new Set(claims.map(({ by }) => by));
    const isTheirs = writers.size === 1 && claims.length >= places.length && !this.#claims.hasOther(key);
    if (isTheirs) {
      for (const place of places) this.#found[place] = claims.find((claim) => this.#isNear(claim, place));
      return;
    }
    const candidates = places.map((place) => claims.filter((claim) => this.#isBetween(claim, place)));
    for (const by of writers) {
      const own = candidates.filter((found) => found.some((claim) => claim.by === by));
      if (own.length > claims.filter((claim) => claim.by === by).length) return;
    }
    candidates.forEach((found, n) => {
      if (new Set(found.map(({ by }) => by)).size === 1) this.#found[places[n] ?? 0] = found[0];
    });
  }

  /** Reports whether a neighbour is still as written or as a later change saw it, or no neighbour is known. */
  #isNear(claim: Claim<By>, place: number): boolean {
    const { above, below } = this.#support(claim, place);
    if (above === true || below === true) return true;
    if (above === undefined && below === undefined) return true;
    return this.#claims.sightings(claim.key).some((sighting) => {
      const seen = this.#support(sighting, place);
      return seen.above === true || seen.below === true;
    });
  }

  /** Reports whether all known neighbours are still there, at least one. */
  #isBetween(claim: Claim<By>, place: number): boolean {
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

  /** Assigns trivial lines to the change that wrote the lines beside them. */
  #fill(): void {
    this.#found.slice().forEach((claim, place) => {
      if (!claim) return;
      this.#fillFrom(claim, place, 1);
      this.#fillFrom(claim, place, -1);
    });
  }

  /** Goes along the piece of an attributed line over trivial lines, which count if the next other line is there, too. */
  #fillFrom(claim: Claim<By>, place: number, step: 1 | -1): void {
    const { keys, isWhole } = claim.piece;
    for (let n = 1; ; n++) {
      const [key, line] = [keys[claim.index + n * step], this.#lines[place + n * step]];
      const isEnd = isWhole && key === undefined && line === undefined;
      if (!isEnd && (key === undefined || key !== this.#keys[place + n * step])) return;
      if (line !== undefined && isTrivial(line)) continue;
      for (let m = 1; m < n; m++) this.#take(claim, claim.index + m * step, place + m * step);
      return;
    }
  }

  /** Where several changes wrote such a line, the last one counts. */
  #take(claim: Claim<By>, index: number, place: number): void {
    const other = this.#found[place];
    if (claim.piece.flags[index] !== 'a' || (other && other.event.at > claim.event.at)) return;
    if (!mayBeMadeOf(this.#lines[place] ?? '', claim.holds))
      this.#found[place] = { ...claim, index, key: this.#keys[place] ?? '' };
  }
}
