import { keyOf } from './lineKeys.ts';

/** Stand for the beginning and the end of a file among the neighbours of its lines. */
const [start, end] = ['^', '$'] as const;
const blank = keyOf('');

/** The lines of a piece, and where they are in the file as far as the session tells. */
export interface PlacedPiece {
  readonly keys: readonly string[];
  readonly flags: string;
  /** It is all of the file, so that its first line is the first. */
  readonly isWhole: boolean;
}

/** A line of a later change, where it stood already. */
export interface Sighting {
  readonly piece: PlacedPiece;
  readonly index: number;
}

/** What stands next to a line of a file, blank lines aside. */
export function neighbourIn(keys: readonly string[], index: number, step: 1 | -1): string {
  let next = index + step;
  while (keys[next] === blank) next += step;
  return keys[next] ?? (step === 1 ? end : start);
}

/** The same in a piece; undefined where that ends before. */
export function neighbour({ keys, isWhole }: PlacedPiece, index: number, step: 1 | -1): string | undefined {
  const found = neighbourIn(keys, index, step);
  return isWhole || (found !== start && found !== end) ? found : undefined;
}
