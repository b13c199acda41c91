import { StoreError } from './core.ts';

/** Length of one tag. Characters. */
const longestTag = 100;
/** Number of tags of one dialog or session. */
export const mostTags = 50;

/** Tags as stored: composed (NFC), trimmed, in lower case, without duplicates and empty ones. */
export function cleanTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => tag.normalize('NFC').trim().toLowerCase()))].filter(
    (tag) => tag !== '',
  );
}

/**
 * `cleanTags` with the blanks within a tag joined into one; throws `invalid_argument` for a tag that is too long, and
 * for too many tags.
 */
export function checkedTags(tags: readonly string[]): readonly string[] {
  const clean = cleanTags(tags.map((tag) => tag.replaceAll(/\s+/g, ' ')));
  const long = clean.find((tag) => tag.length > longestTag);
  if (long !== undefined)
    throw wrong(`The tag "${long.slice(0, 40)}…" has ${long.length} characters; give at most ${longestTag}.`);
  if (clean.length > mostTags) throw wrong(`${clean.length} tags were given; give at most ${mostTags}.`);
  return clean;
}

const wrong = (text: string): StoreError => new StoreError('invalid_argument', text, { arguments: ['tags'] });
