import { keyOf } from './lineKeys.ts';

/** Neighbours of the first and the last line of a file. */
const [start, end] = ['^', '$'] as const;
const blank = keyOf('');

/** The lines of a piece and its position in the file, as far as known. */
export interface PlacedPiece {
  readonly keys: readonly string[];
  readonly flags: string;
  /** The piece is the whole file, so its first line is the first. */
  readonly isWhole: boolean;
}

/** A line that a later change found in the file. */
export interface Sighting {
  readonly piece: PlacedPiece;
  readonly index: number;
}

/** Returns the next non-blank line of a file. */
export function neighbourIn(keys: readonly string[], index: number, step: 1 | -1): string {
  let next = index + step;
  while (keys[next] === blank) next += step;
  return keys[next] ?? (step === 1 ? end : start);
}

/** The same within a piece; undefined beyond its end. */
export function neighbour({ keys, isWhole }: PlacedPiece, index: number, step: 1 | -1): string | undefined {
  const found = neighbourIn(keys, index, step);
  return isWhole || (found !== start && found !== end) ? found : undefined;
}
