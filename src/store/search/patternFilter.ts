import vm from 'node:vm';
import { isObject } from '../json.ts';
import type { Scored } from './ranking.ts';
import { refuseQuery } from './query.ts';
import type { Slices } from './slices.ts';

/** All texts together may take so long; and one text, which nothing but a watchdog can interrupt. Milliseconds. */
const totalMs = 5_000;
const oneTextMs = 300;

/**
 * The entries whose text a person's regular expression matches. Such an expression can take for ever on a single
 * text; `vm` has a thread of its own that ends it, which costs nothing while all goes well.
 */
export async function matchingPattern(
  entries: readonly Scored[],
  pattern: RegExp,
  slices: Slices,
): Promise<Scored[]> {
  const found: Scored[] = [];
  const started = performance.now();
  let next = 0;
  const run = (): void => {
    for (; next < entries.length && !slices.isOver; next++) {
      const scored = entries[next];
      if (scored && pattern.test(scored.entry.text)) found.push(scored);
    }
  };
  const context = vm.createContext({ run });
  const script = new vm.Script('run()');
  while (next < entries.length) {
    try {
      script.runInContext(context, { timeout: oneTextMs });
    } catch (error) {
      if (isTimeout(error)) throw tooSlow(pattern);
      throw error;
    }
    if (performance.now() - started > totalMs) throw tooSlow(pattern);
    await slices.pause();
  }
  return found;
}

/** The error is none of this program's own: `instanceof` does not know it. */
const isTimeout = (error: unknown): boolean =>
  isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const tooSlow = (pattern: RegExp) =>
  refuseQuery(
    `${String(pattern)} takes too long. Make it simpler (no repetition within a repetition), or add words and filters so that fewer texts are looked at.`,
  );
