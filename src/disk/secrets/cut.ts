import { oneLine, withoutHalfPair } from '../text/containText.ts';
import { mayBeSecretValue } from './envValues.ts';
import { findSecrets } from './find.ts';
import type { FoundSecret } from './presetRules.ts';

/**
 * Finds where an unmasked text can be cut at `place` or before, since a cut secret is no longer recognised. The result
 * is after `place` only if a secret begins the text.
 */
export function safeCutIndex(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const secrets = findSecrets(text, []);
  const cut = firstCut(text, place, secrets);
  if (cut) return cut.start > 0 ? safeIndex(text, cut.start, secrets) : cut.end;
  const [before = ''] = /[!-~]+$/.exec(text.slice(0, place)) ?? [];
  const [after = ''] = /^[!-~]+/.exec(text.slice(place)) ?? [];
  const begin = place - before.length;
  // It may be the value of an `.env` file, which masking the rest will find.
  return before === '' || after === '' || begin === 0 || !mayBeSecretValue(before + after) ? place : begin;
}

/**
 * Finds the first secret that is not recognised in a text cut at `place`: it is cut itself, or recognised by what
 * follows it.
 */
function firstCut(text: string, place: number, secrets: readonly FoundSecret[]): FoundSecret | undefined {
  const before = secrets.filter(({ start }) => start < place);
  if (before.length === 0) return undefined;
  const known = findSecrets(text.slice(0, place), []);
  return before.find(({ start, end }) => !known.some((one) => one.start === start && one.end === end));
}

/** Returns `place`, or an earlier one if a secret before it is recognised only by what follows. */
function safeIndex(text: string, place: number, secrets: readonly FoundSecret[]): number {
  const cut = firstCut(text, place, secrets);
  return cut && cut.start > 0 ? safeIndex(text, cut.start, secrets) : place;
}

/** Length examined of a text that begins with a secret of possibly distant end. Characters. */
const longestSecret = 40_000;

/**
 * Returns enough of a text to recognise secrets in its first characters. White space may come first, and code points
 * have up to two units; more than eight times as much is seldom needed.
 */
export function prefixFor(text: string, chars: number): string {
  const some = text.slice(0, chars * 8);
  return /<private>|PRIVATE KEY/i.test(some.slice(0, chars * 2)) ? text.slice(0, longestSecret) : some;
}

/** Returns at most `chars` first characters of an unmasked text, without cutting a secret. */
export function safeBeginning(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const end = safeCutIndex(text.slice(0, chars + longestSecret), chars);
  return end > chars ? '' : withoutHalfPair(text.slice(0, end));
}

/** Makes a `preview` of an unmasked text; longer only if a secret begins it, which is kept whole. */
export function safePreview(text: string, maxChars: number): string {
  const line = oneLine(prefixFor(text, maxChars));
  if (line.length <= maxChars) return line;
  return `${withoutHalfPair(line.slice(0, safeCutIndex(line, maxChars - 1)))}…`;
}
