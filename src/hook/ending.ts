import { existsSync } from 'node:fs';

/** A program that does nothing and is quick at it. */
const nothing = ['/bin/true', '/usr/bin/true'].find((path) => existsSync(path));

/**
 * Ends this process with code 0 although a thread of it may hang in the system, as on the files of a server that is
 * gone: `process.exit` would wait for that thread. Where Node cannot become another program (before 22.15, and on
 * Windows) nothing is done.
 */
export function endLeavingThreads(): void {
  const become: unknown = Reflect.get(process, 'execve');
  if (typeof become !== 'function' || nothing === undefined) return;
  try {
    Reflect.apply(become, process, [nothing, [nothing], {}]);
  } catch {
    // Then it ends as usual, once the thread does.
  }
}
