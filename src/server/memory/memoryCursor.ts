import { StoreError } from '../../store/base/errors.ts';
import type { Memory } from '../../store/memory/types.ts';
import { show } from '../base/argumentErrors.ts';

/** Names the memory after which the next page of a list, newest first, begins. */
export const memoryCursor = ({ createdAt, hash }: Memory): string =>
  `${createdAt.toString(36)}.${hash.slice(0, 16)}`;

/**
 * The memories of a list, newest first, that come after a cursor, also when that memory was deleted meanwhile. Throws
 * `invalid_argument` for what is not a cursor.
 */
export function afterCursor(memories: readonly Memory[], cursor: string): readonly Memory[] {
  const [, time = '', hash = ''] = /^([0-9a-z]{1,12})\.([0-9a-f]{16})$/.exec(cursor) ?? [];
  if (hash === '')
    throw new StoreError(
      'invalid_argument',
      `cursor ${show(cursor)} is not valid here: pass the cursor of an earlier reply unchanged, or leave it out.`,
      { arguments: ['cursor'] },
    );
  const place = memories.findIndex((memory) => memory.hash.startsWith(hash));
  if (place !== -1) return memories.slice(place + 1);
  const createdAt = parseInt(time, 36);
  return memories.filter((memory) => memory.createdAt < createdAt);
}
