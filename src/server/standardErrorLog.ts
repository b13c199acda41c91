import type { Log } from '../store/log.ts';

const write = (level: string) => (message: string) =>
  void process.stderr.write(`history ${level}: ${message}\n`);

/** Warnings and errors on standard error, which editors show; nothing else, because they show it as a warning. */
export const standardErrorLog: Log = { info: () => undefined, warn: write('warning'), error: write('error') };
