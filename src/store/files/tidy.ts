import type { Log } from '../base/core.ts';

/**
 * Runs what is left to do once a change is made for everybody to see. Where it fails, the change is made all the same,
 * and told as made; the log says what the next change has to do.
 */
export async function tidy(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn(`cannot ${what} now: ${String(error)}`);
  }
}
