import { keyLength, unpacked } from './lineKeys.ts';
import { neighbour, type PlacedPiece, type Sighting } from './pieces.ts';
import { flagAt, type ChangeEvent, type WrittenPiece } from './sessionChanges.ts';

/** A line that somebody wrote, and of which nothing is known that took it out again. */
export interface Claim<By> {
  readonly by: By;
  readonly event: ChangeEvent;
  readonly key: string;
  readonly piece: PlacedPiece;
  /** Which line of the piece it is, from 0. */
  readonly index: number;
  /** How many commits there were since, as sessions tell, and as git noted. */
  told: number;
  noted: number;
  /** Work was thrown away since: it may be among that, and typed again by somebody else. */
  inDoubt: boolean;
  /** Programs changed lines that hold one of these. */
  readonly holds: (readonly string[])[];
}

/** Who wrote which lines of one file, as of the last of the changes that were told, oldest first. */
export class FileClaims<By> {
  readonly #live = new Map<string, Claim<By>[]>();
  readonly #sightings = new Map<string, Sighting[]>();
  /** Lines that were there when somebody looked, and that nobody is known to have written. */
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

  /** Whether somebody else had such a line in the file, too. */
  hasOther(key: string): boolean {
    return this.#others.has(key);
  }

  /** Somebody committed, as git noted. */
  committed(): void {
    this.#each((claim) => claim.noted++);
  }

  take(event: ChangeEvent, by: By): void {
    switch (event.kind) {
      case 'create':
      case 'delete':
      case 'replace':
      case 'move': // away
        this.#clear();
        break;
      case 'write':
        this.#keepOnly(event.pieces ?? []);
        break;
      case 'script':
        this.#scripted(event.holds);
        break;
      case 'commit':
        this.#each((claim) => claim.told++);
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
    for (const piece of event.pieces ?? []) for (const key of unpacked(piece.removed)) this.#end(key);
    for (const piece of event.pieces ?? []) this.#takePiece(piece, isWhole, event, by);
  }

  #takePiece({ keys: packed, flags }: WrittenPiece, isWhole: boolean, event: ChangeEvent, by: By): void {
    const piece: PlacedPiece = { keys: unpacked(packed), flags, isWhole };
    piece.keys.forEach((key, index) => {
      const flag = flagAt(flags, index);
      if (flag === 'm') this.#end(key);
      if (flag === 'a')
        this.#add({ by, event, key, piece, index, told: 0, noted: 0, inDoubt: false, holds: [] });
      else this.#found(key, { piece, index }, flag === 'u');
    });
  }

  /** A line that stands there: the one that is known, if it stands where that does, or another of the same text. */
  #found(key: string, sighting: Sighting, isUnsure: boolean): void {
    const known = [...(this.#live.get(key) ?? []), ...(this.#sightings.get(key) ?? [])];
    if (!isUnsure && known.length > 0) this.#see(key, sighting);
    else if (sighting.piece.isWhole && known.some((other) => isBeside(other, sighting)))
      this.#see(key, sighting);
    else {
      // The whole file was written: what stood there before is either this, or gone.
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
    const present = new Set(pieces.flatMap(({ keys }) => unpacked(keys)));
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

/** Whether two lines of the same text have a neighbour in common. */
const isBeside = (one: Sighting, other: Sighting): boolean =>
  ([1, -1] as const).some((step) => {
    const known = neighbour(one.piece, one.index, step);
    return known !== undefined && known === neighbour(other.piece, other.index, step);
  });

/** A commit that a session tells of is noted by git, too. */
const commitsOf = ({ told, noted }: { readonly told: number; readonly noted: number }): number =>
  Math.max(told, noted);

/** Whether a line may have been made by a program that writes these pieces. */
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

/** How many lines a packed text stands for. */
export const lineCount = (packed: string): number => packed.length / keyLength;
