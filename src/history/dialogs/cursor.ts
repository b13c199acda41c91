import { decodeCursor, defined, encodeCursor, isObject, StoreError } from '../../disk/base/core.ts';
import type { DialogSnapshot } from './dialogSnapshot.ts';

/**
 * A position in a dialog. Messages from position `p` on are still to come, and with `t` also earlier ones later than
 * `t` milliseconds (after a page by time reached its limit), or at that time except the first `k`.
 */
export interface Cursor {
  /** Folder of the dialog: elsewhere, positions refer to other messages. */
  readonly d: string;
  /** Epoch; after clear or restore, positions refer to other messages. */
  readonly e: string;
  readonly p: number;
  readonly t?: number;
  readonly k?: number;
  /** Number of characters of the first message's text that were already read. */
  readonly c?: number;
}

/** Returns the dialog and state to which cursors belong. */
export const cursorOrigin = ({ base, layout }: DialogSnapshot): Pick<Cursor, 'd' | 'e'> => ({
  d: base,
  e: layout.epoch,
});

export const formatCursor = (cursor: Cursor): string => encodeCursor(cursor);

/** Returns a cursor in the same dialog as another one, at a position and number of characters of its text. */
export function cursorAt(other: string, position: number, characters = 0): string {
  const { d, e } = parseCursor(other);
  return formatCursor({ d, e, p: position, ...(characters > 0 && { c: characters }) });
}

/** Parses a cursor. Throws `invalid_argument`. */
export function parseCursor(text: string): Cursor {
  const value = decodeCursor(text);
  if (isObject(value)) {
    const { d, e, p, t, k, c } = value;
    const placed = typeof d === 'string' && typeof e === 'string' && isCount(p);
    if (placed && (t === undefined || typeof t === 'number') && [k, c].every(isCountOrMissing))
      return { d, e, p, ...defined({ t }), ...(isCount(k) && { k }), ...(isCount(c) && { c }) };
  }
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(text.slice(0, 100))} is not a cursor. Pass the cursor of an earlier reply unchanged, or leave it out.`,
    { argument: 'cursor' },
  );
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isCountOrMissing = (value: unknown): boolean => value === undefined || isCount(value);
