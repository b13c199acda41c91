import type { LineRange } from './types.ts';

/** Ascending line numbers as ranges. */
export function rangesOf(numbers: readonly number[]): readonly LineRange[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
