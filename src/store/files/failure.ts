import { errno, StoreError } from '../base/core.ts';

const explanations: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space and try again.',
  EDQUOT: 'The disk quota is used up. Free some space and try again.',
  EROFS: 'The file system is read-only.',
  EACCES: 'Permission was denied. Check who owns the history folder.',
  EPERM: 'Permission was denied. Check who owns the history folder.',
  EIO: 'The disk reported an error.',
  EMFILE: 'Too many files are open. Try again.',
  ENAMETOOLONG: 'The path is too long for this file system.',
};

/** What the disk refused, as a `storage` error that says what to do; other errors stay as they are. */
export function asStoreError(error: unknown): unknown {
  const code = errno(error);
  if (error instanceof StoreError || code === undefined || !(error instanceof Error)) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  const what = explanations[code] ?? 'The file system refused.';
  return new StoreError(
    'storage',
    `${what} (${error.message})`,
    { errno: code, ...(path && { path }) },
    { cause: error },
  );
}

/** Runs `work` with what the disk refuses told as `StoreError`. */
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

/** What a change of a history that is open for reading only is refused with. */
export function readOnlyError(folder: string): StoreError {
  return new StoreError('storage', `The history in ${folder} is open for reading only; nothing was changed.`);
}
