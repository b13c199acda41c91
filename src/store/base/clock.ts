/** The present time, handed in so that tests decide what it is. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The last millisecond of the year 9999: later ones have no date that other programs read. */
const lastMs = 253_402_300_799_999;

/**
 * A time read from a file, in milliseconds since 1970. Where it can only be micro- or nanoseconds, as some programs
 * write, it becomes milliseconds. Undefined for what is no time.
 */
export function timeOfNumber(value: unknown): number | undefined {
  if (typeof value !== 'number') return undefined;
  return [value, Math.trunc(value / 1e3), Math.trunc(value / 1e6)].find((ms) => Math.abs(ms) <= lastMs);
}

/** Waits for work that goes on, but no longer than so many milliseconds. */
export async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
