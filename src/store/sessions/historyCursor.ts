import { decodeCursor, encodeCursor, isObject, StoreError } from '../base/core.ts';

/** Where the next page of a session's history ends: its steps from the first on, of which so many are still to come. */
export interface HistoryCursor {
  readonly sessionId: string;
  readonly steps: number;
  readonly curated: boolean;
}

export const formatHistoryCursor = ({ sessionId, steps, curated }: HistoryCursor): string =>
  encodeCursor({ s: sessionId, n: steps, ...(!curated && { c: 0 }) });

/** Throws `invalid_argument` for what is not a cursor. */
export function parseHistoryCursor(text: string): HistoryCursor {
  const value = decodeCursor(text);
  if (isObject(value)) {
    const { s, n, c } = value;
    if (typeof s === 'string' && typeof n === 'number' && Number.isSafeInteger(n) && n >= 0)
      return { sessionId: s, steps: n, curated: c !== 0 };
  }
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(text.slice(0, 100))} is not a cursor of session_resume. Pass that of an earlier reply unchanged, or leave it out.`,
    { arguments: ['cursor'] },
  );
}
