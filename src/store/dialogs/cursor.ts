import { decodeCursor, defined, encodeCursor, isObject, StoreError } from '../base/core.ts';
import type { DialogSnapshot } from './dialogSnapshot.ts';

/**
 * A place in a dialog. All messages from position `p` on are still to come, and, when `t` is given, also those before
 * `p` that are later than `t` milliseconds (a page by time that was cut at its limit), or that are of that time, but
 * for the first `k` of them.
 */
export interface Cursor {
  /** Folder of the dialog: in another one positions mean other messages. */
  readonly d: string;
  /** Epoch; after clear or restore positions mean something else. */
  readonly e: string;
  readonly p: number;
  readonly t?: number;
  readonly k?: number;
  /** Of the first message that comes, its text begins after so many characters: what is before was read. */
  readonly c?: number;
}

/** Which dialog, and which state of it, cursors are of. */
export const cursorOrigin = ({ base, layout }: DialogSnapshot): Pick<Cursor, 'd' | 'e'> => ({
  d: base,
  e: layout.epoch,
});

export const formatCursor = (cursor: Cursor): string => encodeCursor(cursor);

/** The cursor of the message at a position of the same dialog as another cursor, after so many characters of its text. */
export function cursorAt(other: string, position: number, characters = 0): string {
  const { d, e } = parseCursor(other);
  return formatCursor({ d, e, p: position, ...(characters > 0 && { c: characters }) });
}

/** Throws `invalid_argument` for what is not a cursor. */
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
