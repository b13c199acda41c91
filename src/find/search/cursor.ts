import { createHash } from 'node:crypto';
import { decodeCursor, encodeCursor, isObject } from '../../disk/base/core.ts';
import { refuseQuery } from './query.ts';
import type { SearchRequest } from './types.ts';

/** Encodes the offset of the next page together with its request. */
export const formatCursor = (offset: number, request: SearchRequest): string =>
  encodeCursor({ o: offset, q: fingerprintOf(request) });

/** Parses the offset in a cursor. Throws `invalid_argument` for another request's cursor. */
export function readCursor(cursor: string, request: SearchRequest): number {
  const value = decodeCursor(cursor);
  if (isObject(value) && typeof value.o === 'number' && Number.isSafeInteger(value.o) && value.o >= 0)
    if (value.q === fingerprintOf(request)) return value.o;
  throw refuseQuery(
    `The cursor ${JSON.stringify(cursor.slice(0, 100))} is not from this search. Pass the cursor of a reply to the same query, sources and dialog unchanged, or leave it out.`,
  );
}

const fingerprintOf = ({ query, sources, dialog }: SearchRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([query, sources, dialog]))
    .digest('base64url')
    .slice(0, 8);
