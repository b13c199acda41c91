import type { Log } from '../../disk/base/core.ts';
import { toTerminal } from '../../disk/text/containText.ts';

/** A log with debug messages. */
export interface DebugLog extends Log {
  debug(message: string): void;
}

const levels = ['debug', 'info', 'warning', 'error', 'critical'];

/**
 * Logs to standard error from a level on (`LOG_LEVEL`: DEBUG, INFO, WARNING, ERROR or CRITICAL, ignoring case).
 * Default: warnings and errors, as editors show each line as a warning.
 */
export function standardErrorLog(level: string | undefined): DebugLog {
  const known = levels.indexOf((level ?? '').toLowerCase());
  const least = known === -1 ? levels.indexOf('warning') : known;
  const write = (name: string) => (message: string) => {
    if (levels.indexOf(name) >= least) process.stderr.write(`history ${name}: ${toTerminal(message)}\n`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warning'), error: write('error') };
}
