import { setTimeout as pause } from 'node:timers/promises';

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

/** Milliseconds of processor time that this process needs for an operation, however busy other programs are. */
export async function worked(operation: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await operation();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Measures until one value is under the limit, five times at most, and gives all values. Other programs make what is
 * measured take more and never less, of time and of memory that is not cleared up in time; so the least is what it takes.
 */
export async function leastUntil(limit: number, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  do values.push(await measure());
  while (Math.min(...values) >= limit && values.length < 5);
  return values;
}

/** Waits until something is done, but not longer; false: it is not. */
export async function isDoneWithin(ms: number, isDone: () => Promise<boolean> | boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!(await isDone())) {
    if (performance.now() > end) return false;
    await pause(25);
  }
  return true;
}

/** Times as a test tells them, e.g. `812, 640 ms`. */
export const told = (times: readonly number[]): string =>
  `${times.map((time) => time.toFixed(0)).join(', ')} ms`;

interface Rounds {
  readonly rounds?: number;
  /** It ends after this time, but not before three rounds. Milliseconds. */
  readonly forMs?: number;
  /** Rounds that do not count. */
  readonly warmUps?: number;
}

/**
 * The middle of what each of some measurements gives, taken in turn, so that what slows the machine down for a while
 * slows all of them down.
 */
export async function inTurn(
  measurements: readonly (() => Promise<number>)[],
  { rounds = 21, forMs = 3_000, warmUps = 1 }: Rounds = {},
): Promise<number[]> {
  const all = measurements.map((measure) => ({ measure, values: [] as number[] }));
  const start = performance.now();
  for (let round = -warmUps; round < rounds; round++) {
    if (round >= 3 && performance.now() - start > forMs) break;
    for (const { measure, values } of round % 2 === 0 ? all : [...all].reverse()) {
      const value = await measure();
      if (round >= 0) values.push(value);
    }
  }
  return all.map(({ values }) => median(values));
}

/**
 * The least of what each of some measurements gives, taken in turn: for what takes seconds, of which other programs
 * make a few more and never less.
 */
export async function leastInTurn(
  measurements: readonly (() => Promise<number>)[],
  rounds: number,
): Promise<number[]> {
  const least = measurements.map(() => Infinity);
  for (let round = 0; round < rounds; round++)
    for (const [n, measure] of measurements.entries())
      least[n] = Math.min(least[n] ?? Infinity, await measure());
  return least;
}

/** Milliseconds that each of some operations takes in the middle, in turn. */
export const timesInTurn = (
  operations: readonly (() => Promise<unknown>)[],
  rounds?: Rounds,
): Promise<number[]> =>
  inTurn(
    operations.map((operation) => () => timed(operation)),
    rounds,
  );
