import type { JsonValue } from './json.ts';

/** Every way the store refuses; adapters map these to their own replies in one place. */
export type StoreErrorCode =
  | 'invalid_argument' // a value outside what the call takes
  | 'not_found' // a named thing that does not exist
  | 'already_exists' // a new name that is taken
  | 'outside' // a path or link that leaves the history folder
  | 'damaged' // a file that cannot be read and could not be put aside
  | 'disabled' // switched off by a setting
  | 'busy' // another process holds the lock for too long
  | 'storage'; // the disk refused: full, read-only, no permission

/** The one error class. `message` says what was wrong with which value and how to repair it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly data: Readonly<Record<string, JsonValue>>;

  constructor(
    code: StoreErrorCode,
    message: string,
    data: Readonly<Record<string, JsonValue>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.data = data;
  }
}

/** The `code` of an error of Node's file system (`ENOENT`, `EEXIST`, …), if it has one. */
export function errno(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
