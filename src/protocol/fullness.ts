/** How full something is: 1 is full, more exceeds the limit. */
export interface Fullness {
  readonly value: number;
  /** Rating for display. */
  readonly level: 'ok' | 'near' | 'over';
  /** The limit that is closer. */
  readonly by: 'first' | 'second';
}

/** A value and its limit; 0 for no limit. */
type Limited = readonly [value: number, most: number];

const near = 0.8;

/** Rates something with two limits by the closer one; by the first if both are equally close. */
export function fullness(first: Limited, second: Limited): Fullness {
  const [one, other] = [share(first), share(second)];
  const value = Math.max(one, other);
  const level = value > 1 ? 'over' : value >= near ? 'near' : 'ok';
  return { value, level, by: other > one ? 'second' : 'first' };
}

const share = ([value, most]: Limited): number => (most > 0 ? value / most : 0);
