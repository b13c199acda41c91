import { setTimeout as pause } from 'node:timers/promises';

/** How long a test waits, in milliseconds, for what takes a moment on a free machine. A busy one may need far longer. */
const patience = 30_000;

/** Polls until `read` gives a value other than undefined or false, and gives that; the error says what was awaited. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = patience,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`Not within ${String(withinMs)} ms: ${what}`);
    await pause(25);
  }
}

/**
 * Tries an assertion again and again until it holds, for what is shown only a moment after it was asked for. Its last
 * error is thrown where it does not hold in time, which says what was there instead.
 */
export async function holds(assertion: () => Promise<void> | void, withinMs = patience): Promise<void> {
  const end = performance.now() + withinMs;
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
