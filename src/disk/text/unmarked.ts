import { isUnspaced, termsOf } from './tokens.ts';

/** Matches words that may have marks: Latin, Greek and Cyrillic letters, points of Hebrew and Arabic. */
const mayBeMarked =
  /[\u00c0-\u024f\u0300-\u036f\u0386-\u03ce\u0400-\u045f\u0591-\u05c7\u064b-\u0652\u1e00-\u1fff]/;

/** Letters that are written otherwise where a keyboard lacks them, and have no form of a letter with a mark. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    ẞ: 'SS',
    ı: 'i',
    ł: 'l',
    Ł: 'L',
    ø: 'o',
    Ø: 'O',
    đ: 'd',
    Đ: 'D',
    æ: 'ae',
    Æ: 'AE',
  }),
)
  .set('œ', 'oe')
  .set('Œ', 'OE')
  .set('ς', 'σ');

/**
 * Returns a word without the marks of its letters: `Muller` for `Müller`, `елки` for `ёлки`, `strasse` for `Straße`.
 * Marks that make another letter stay, as in й, が, or a sign of Hindi or Thai.
 */
export function unmarked(word: string): string {
  if (!mayBeMarked.test(word)) return word;
  return word
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, '')
    .replaceAll(/(?<=[еЕ])\u0308|(?<=[аеёиоуыэюяАЕЁИОУЫЭЮЯ])[\u0300\u0301]/gu, '')
    .replaceAll(/[\u0591-\u05bd\u05bf-\u05c7\u064b-\u0652]/gu, '')
    .replaceAll(/[ßẞıłŁøØđĐæÆœŒς]/gu, (letter) => plainLetters.get(letter) ?? letter)
    .normalize('NFC');
}

/** Returns the terms of a word without its marks; none if it has no marks. */
export function unmarkedTermsOf(word: string): readonly string[] {
  if (isUnspaced(word)) return [];
  const plain = unmarked(word);
  return plain === word || plain === '' ? [] : termsOf(plain);
}
