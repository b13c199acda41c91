import { oneLine, withoutHalfPair } from '../text/containText.ts';
import { mayBeSecretValue } from './envValues.ts';
import { findSecrets } from './find.ts';
import type { FoundSecret } from './presetRules.ts';

/**
 * Where a text may end that is not masked yet, at a place of it or before: a piece of a secret is not known for one
 * any more. It is behind the place only where a secret begins with the text.
 */
export function endBesideSecret(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const secrets = findSecrets(text, []);
  const cut = firstCut(text, place, secrets);
  if (cut) return cut.start > 0 ? besideAll(text, cut.start, secrets) : cut.end;
  const [before = ''] = /[!-~]+$/.exec(text.slice(0, place)) ?? [];
  const [after = ''] = /^[!-~]+/.exec(text.slice(place)) ?? [];
  const begin = place - before.length;
  // It may be the value of an `.env` file, which whoever masks the rest knows.
  return before === '' || after === '' || begin === 0 || !mayBeSecretValue(before + after) ? place : begin;
}

/** The first of the secrets of a text that is not known for one where it ends at a place: it is cut, or what follows it makes it known. */
function firstCut(text: string, place: number, secrets: readonly FoundSecret[]): FoundSecret | undefined {
  const before = secrets.filter(({ start }) => start < place);
  if (before.length === 0) return undefined;
  const known = findSecrets(text.slice(0, place), []);
  return before.find(({ start, end }) => !known.some((one) => one.start === start && one.end === end));
}

/** The same place, or one further back where a secret before it is known by what follows. */
function besideAll(text: string, place: number, secrets: readonly FoundSecret[]): number {
  const cut = firstCut(text, place, secrets);
  return cut && cut.start > 0 ? besideAll(text, cut.start, secrets) : place;
}

/** So much is looked at of a text that begins with what may have its end far behind. Characters. */
const longestSecret = 40_000;

/**
 * Enough of a text to know what secrets stand in its first characters. White space may come first, and a code point is up
 * to two units; more than eight times as much is seldom needed.
 */
export function enoughFor(text: string, chars: number): string {
  const some = text.slice(0, chars * 8);
  return /<private>|PRIVATE KEY/i.test(some.slice(0, chars * 2)) ? text.slice(0, longestSecret) : some;
}

/** At most so many of the first characters of a text that is not masked yet, without a secret that would be cut. */
export function beginningBesideSecret(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const end = endBesideSecret(text.slice(0, chars + longestSecret), chars);
  return end > chars ? '' : withoutHalfPair(text.slice(0, end));
}

/** As `preview`, of a text that is not masked yet: longer only where a secret stands at its beginning, which is whole. */
export function previewBesideSecret(text: string, maxChars: number): string {
  const line = oneLine(enoughFor(text, maxChars));
  if (line.length <= maxChars) return line;
  return `${withoutHalfPair(line.slice(0, endBesideSecret(line, maxChars - 1)))}…`;
}
