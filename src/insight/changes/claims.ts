import { keyLength, unpackKeys } from './lineKeys.ts';
import { neighbour, type PlacedPiece, type Sighting } from './pieces.ts';
import { flagAt, type ChangeEvent, type WrittenPiece } from './sessionChanges.ts';

/** A written line that no known change removed. */
export interface Claim<By> {
  readonly by: By;
  readonly event: ChangeEvent;
  readonly key: string;
  readonly piece: PlacedPiece;
  /** Index of the line in the piece, from 0. */
  readonly index: number;
  /** Commits since, as reported by sessions and as recorded by git. */
  reportedCommits: number;
  recordedCommits: number;
  /** Work was discarded since: this line may have been among it and retyped by someone else. */
  inDoubt: boolean;
  /** Texts of programs that changed lines containing them. */
  readonly holds: (readonly string[])[];
}

/** The author of each line of one file, after all changes in order. */
export class FileClaims<By> {
  readonly #live = new Map<string, Claim<By>[]>();
  readonly #sightings = new Map<string, Sighting[]>();
  /** Lines seen in the file whose author is unknown. */
  readonly #others = new Set<string>();
  get keys(): Iterable<string> {
    return this.#live.keys();
  }

  claims(key: string): readonly Claim<By>[] {
    return this.#live.get(key) ?? [];
  }

  sightings(key: string): readonly Sighting[] {
    return this.#sightings.get(key) ?? [];
  }

  /** Reports whether such a line also came from an unknown author. */
  hasOther(key: string): boolean {
    return this.#others.has(key);
  }

  /** Counts a commit recorded by git. */
  committed(): void {
    this.#each((claim) => claim.recordedCommits++);
  }

  take(event: ChangeEvent, by: By): void {
    switch (event.kind) {
      case 'create':
      case 'delete':
      case 'replace':
      case 'move': // away from here
        this.#clear();
        break;
      case 'write':
        this.#keepOnly(event.pieces ?? []);
        break;
      case 'script':
        this.#scripted(event.holds);
        break;
      case 'commit':
        this.#each((claim) => claim.reportedCommits++);
        break;
      case 'discard':
        this.#discard();
        break;
      case 'discardAll':
        this.#doubt((claim) => commitsOf(claim) === 0);
        break;
      case 'revertLast':
        this.#doubt((claim) => commitsOf(claim) <= 1);
        break;
      case 'revertAll':
        this.#doubt(() => true);
        break;
      case 'edit':
    }
    const isWhole = event.kind !== 'edit';
    for (const piece of event.pieces ?? []) for (const key of unpackKeys(piece.removed)) this.#end(key);
    for (const piece of event.pieces ?? []) this.#takePiece(piece, isWhole, event, by);
  }

  #takePiece({ keys: packed, flags }: WrittenPiece, isWhole: boolean, event: ChangeEvent, by: By): void {
    const piece: PlacedPiece = { keys: unpackKeys(packed), flags, isWhole };
    piece.keys.forEach((key, index) => {
      const flag = flagAt(flags, index);
      if (flag === 'm') this.#end(key);
      if (flag === 'a')
        this.#add({
          by,
          event,
          key,
          piece,
          index,
          reportedCommits: 0,
          recordedCommits: 0,
          inDoubt: false,
          holds: [],
        });
      else this.#found(key, { piece, index }, flag === 'u');
    });
  }

  /** Handles a line that already existed: the known one if its neighbours match, otherwise another with the same text. */
  #found(key: string, sighting: Sighting, isUnsure: boolean): void {
    const known = [...(this.#live.get(key) ?? []), ...(this.#sightings.get(key) ?? [])];
    if (!isUnsure && known.length > 0) this.#see(key, sighting);
    else if (sighting.piece.isWhole && known.some((other) => isBeside(other, sighting)))
      this.#see(key, sighting);
    else {
      // The whole file was written: an earlier line is either this one or gone.
      if (sighting.piece.isWhole) this.#end(key);
      this.#others.add(key);
    }
  }

  #see(key: string, sighting: Sighting): void {
    const known = this.#sightings.get(key) ?? [];
    known.push(sighting);
    this.#sightings.set(key, known);
  }

  #add(claim: Claim<By>): void {
    const known = this.#live.get(claim.key) ?? [];
    known.push(claim);
    this.#live.set(claim.key, known);
  }

  #end(key: string): void {
    this.#live.delete(key);
    this.#sightings.delete(key);
    this.#others.delete(key);
  }

  #clear(): void {
    this.#live.clear();
    this.#sightings.clear();
    this.#others.clear();
  }

  #keepOnly(pieces: readonly WrittenPiece[]): void {
    const present = new Set(pieces.flatMap(({ keys }) => unpackKeys(keys)));
    for (const key of [...this.#live.keys(), ...this.#others]) if (!present.has(key)) this.#end(key);
  }

  #scripted(holds: ChangeEvent['holds']): void {
    if (holds === undefined) this.#clear();
    else this.#each((claim) => claim.holds.push(...holds));
  }

  #discard(): void {
    for (const [key, claims] of this.#live) {
      const left = claims.filter((claim) => commitsOf(claim) > 0);
      if (left.length < claims.length) this.#others.add(key);
      if (left.length > 0) this.#live.set(key, left);
      else this.#live.delete(key);
    }
  }

  #doubt(concerns: (claim: Claim<By>) => boolean): void {
    this.#each((claim) => (claim.inDoubt ||= concerns(claim)));
  }

  #each(change: (claim: Claim<By>) => unknown): void {
    for (const claims of this.#live.values()) claims.forEach(change);
  }
}

/** Reports whether two lines of the same text share a neighbour. */
const isBeside = (one: Sighting, other: Sighting): boolean =>
  ([1, -1] as const).some((step) => {
    const known = neighbour(one.piece, one.index, step);
    return known !== undefined && known === neighbour(other.piece, other.index, step);
  });

/** The number of commits; git records those that sessions report as well. */
const commitsOf = ({
  reportedCommits,
  recordedCommits,
}: {
  readonly reportedCommits: number;
  readonly recordedCommits: number;
}): number => Math.max(reportedCommits, recordedCommits);

/** Reports whether a program that writes these pieces may have produced a line. */
export function mayBeMadeOf(line: string, holds: readonly (readonly string[])[]): boolean {
  return holds.some((pieces) => {
    let from = 0;
    return pieces.every((piece) => {
      const at = line.indexOf(piece, from);
      from = at + piece.length;
      return at !== -1;
    });
  });
}

/** Number of lines in a packed text. */
export const lineCount = (packed: string): number => packed.length / keyLength;
