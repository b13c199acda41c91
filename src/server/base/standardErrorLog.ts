import type { Log } from '../../store/base/core.ts';
import { toTerminal } from '../../store/text/containText.ts';

/** A log that also takes what only matters while something is looked for. */
export interface DebugLog extends Log {
  debug(message: string): void;
}

const levels = ['debug', 'info', 'warning', 'error', 'critical'];

/**
 * A log on standard error, from a level on (`LOG_LEVEL`: DEBUG, INFO, WARNING, ERROR or CRITICAL in any case): without
 * one, warnings and errors, because editors show each line as a warning. An unknown level is none.
 */
export function standardErrorLog(level: string | undefined): DebugLog {
  const known = levels.indexOf((level ?? '').toLowerCase());
  const least = known === -1 ? levels.indexOf('warning') : known;
  const write = (name: string) => (message: string) => {
    if (levels.indexOf(name) >= least) process.stderr.write(`history ${name}: ${toTerminal(message)}\n`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warning'), error: write('error') };
}
