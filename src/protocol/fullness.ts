/** How full something is: 1 is full, more is over it. */
export interface Fullness {
  readonly value: number;
  /** How a reader should take it. */
  readonly level: 'ok' | 'near' | 'over';
  /** Which of its two limits is nearer. */
  readonly by: 'first' | 'second';
}

/** A number, and the most that is wanted of it; 0 for no limit. */
type Limited = readonly [value: number, most: number];

const near = 0.8;

/** How full something with two limits is: as the nearer one says, the first where both are as near. */
export function fullness(first: Limited, second: Limited): Fullness {
  const [one, other] = [share(first), share(second)];
  const value = Math.max(one, other);
  const level = value > 1 ? 'over' : value >= near ? 'near' : 'ok';
  return { value, level, by: other > one ? 'second' : 'first' };
}

const share = ([value, most]: Limited): number => (most > 0 ? value / most : 0);
