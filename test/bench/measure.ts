/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Milliseconds an operation takes. */
export async function timed(operation: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await operation();
  return performance.now() - start;
}

/**
 * Measures until one time is under the limit, five times at most, and gives all times in milliseconds. Other programs
 * make what is measured slower and never quicker, so the best time is what it takes.
 */
export async function timesUntil(limitMs: number, measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  do times.push(await measure());
  while (Math.min(...times) >= limitMs && times.length < 5);
  return times;
}

/** Times as a test tells them, e.g. `812, 640 ms`. */
export const told = (times: readonly number[]): string =>
  `${times.map((time) => time.toFixed(0)).join(', ')} ms`;
