import { firstCodePoints } from './textLength.ts';

/** Maximum length of a title in a file name. Code points. */
const slugLength = 50;

/**
 * Converts a title to a part of a file name: lower-case letters and digits of any script, joined by `-`; `otherwise` if
 * there are none.
 */
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

/** Names Windows keeps for devices, also with an ending (learn.microsoft.com, "Naming Files, Paths, and Namespaces"). */
export const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;
