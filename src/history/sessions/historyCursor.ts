import { decodeCursor, encodeCursor, isObject, StoreError } from '../../disk/base/core.ts';

/** Where the next page of a history ends: after `steps` steps from the first, or `behind` steps before the last of a transcript of `size` bytes. */
export type PageEnd = { readonly steps: number } | { readonly behind: number; readonly size: number };

export interface HistoryCursor {
  readonly sessionId: string;
  readonly place: PageEnd;
  readonly curated: boolean;
}

export const formatHistoryCursor = ({ sessionId, place, curated }: HistoryCursor): string =>
  encodeCursor({
    s: sessionId,
    ...('steps' in place ? { n: place.steps } : { b: place.behind, z: place.size }),
    ...(!curated && { c: 0 }),
  });

/** Throws `invalid_argument` for an invalid cursor. */
export function parseHistoryCursor(text: string): HistoryCursor {
  const value = decodeCursor(text);
  if (isObject(value)) {
    const { s, n, b, z, c } = value;
    const place = isCount(n) ? { steps: n } : isCount(b) && isCount(z) ? { behind: b, size: z } : undefined;
    if (typeof s === 'string' && place) return { sessionId: s, place, curated: c !== 0 };
  }
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(text.slice(0, 100))} is not a cursor of session_resume. Pass that of an earlier reply unchanged, or leave it out.`,
    { arguments: ['cursor'] },
  );
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
