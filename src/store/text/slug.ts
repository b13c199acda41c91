import { firstCodePoints } from './textLength.ts';

/** Code points of a title in the name of a file. */
const slugLength = 50;

/** A title as part of a file's name: lower case, letters and digits of any script, joined by `-`; `otherwise` where it has none. */
export function fileSlug(title: string, otherwise: string): string {
  const words = title
    .slice(0, 1_000)
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-/, '');
  return firstCodePoints(words, slugLength).replace(/-+$/, '') || otherwise;
}
