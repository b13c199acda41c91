import { quotable } from '../text/containText.ts';
import { errno, StoreError, type Log, errorMessage } from '../base/core.ts';

const explanations: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space and try again.',
  EDQUOT: 'The disk quota is used up. Free some space and try again.',
  EROFS: 'The file system is read-only.',
  EACCES: 'Permission was denied. Check who owns the history folder.',
  EPERM: 'Permission was denied. Check who owns the history folder.',
  EIO: 'The disk reported an error.',
  EMFILE: 'Too many files are open. Try again.',
};

/** An error of the disk as a `storage` error that says what to do; other errors are returned unchanged. */
export function asStoreError(error: unknown): unknown {
  const code = errno(error);
  if (error instanceof StoreError || code === undefined || !(error instanceof Error)) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  if (code === 'ENAMETOOLONG') return tooLong(error, path);
  const what = explanations[code] ?? 'The file system refused.';
  return new StoreError(
    'storage',
    `${what} (${error.message})`,
    { errno: code, ...(path && { path }) },
    { cause: error },
  );
}

/** The message of the disk repeats the whole path, which is of no use. */
function tooLong(cause: Error, path = ''): StoreError {
  const shown = path === '' ? '' : ` ${JSON.stringify(quotable(path, 200))} (${path.length} characters)`;
  return new StoreError(
    'storage',
    `The name or path${shown} is too long for this file system. Use a shorter one.`,
    { errno: 'ENAMETOOLONG' },
    { cause },
  );
}

/** Runs `work` and converts errors of the disk to `StoreError`. */
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/**
 * Runs cleanup after a change is visible to all. If it fails, the change is still made, and reported as made; the log
 * says what the next change has to do.
 */
export async function tidy(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn(`cannot ${what} now: ${errorMessage(error)}`);
  }
}
