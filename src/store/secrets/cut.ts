import { mayBeSecretValue } from './envValues.ts';
import { findSecrets } from './find.ts';

/**
 * Where a text may end that is not masked yet, at a place of it or before: a piece of a secret is not known for one
 * any more. It is behind the place only where a secret begins with the text.
 */
export function endBesideSecret(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const cut = findSecrets(text, []).find(({ start, end }) => start < place && end > place);
  if (cut) return cut.start > 0 ? cut.start : cut.end;
  const [before = ''] = /[!-~]+$/.exec(text.slice(0, place)) ?? [];
  const [after = ''] = /^[!-~]+/.exec(text.slice(place)) ?? [];
  const begin = place - before.length;
  // It may be the value of an `.env` file, which whoever masks the rest knows.
  return before === '' || after === '' || begin === 0 || !mayBeSecretValue(before + after) ? place : begin;
}
