import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long any test waits for anything, in milliseconds. Waiting ends as soon as what is awaited is there, so this costs
 * nothing where things are fast, and only says when nobody believes in it any more.
 */
export const patience = 120_000;

/** Polls until `read` gives a value other than undefined or false, and gives that; the error says what was awaited. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`Not within ${patience / 1_000} s: ${what}`);
    await pause(25);
  }
}

/**
 * Tries an assertion again and again until it holds, for what is shown only a moment after it was asked for. Its last
 * error is thrown where it does not hold in time, which says what was there instead.
 */
export async function holds(assertion: () => Promise<void> | void): Promise<void> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(25);
  }
}
