import { isStopWord, isUnspaced, termsOf, wordsOf } from '../../disk/text/tokens.ts';

/** A text to find. */
export interface Phrase {
  /** As it was typed. */
  readonly text: string;
  readonly pattern: RegExp;
  /** Terms in every text that holds it; empty if there are none. */
  readonly terms: readonly string[];
  /** Its only term, if texts with another form of it count too. */
  readonly term?: string;
  /** The same text whose first and last words may be parts of longer ones, as a careless selection cuts them. */
  readonly cut?: Phrase;
}

/** Matches a text without signs, as people type rather than paste. */
export const plainWords = /^[\p{L}\p{N}\p{M}\s]*$/u;

/** Makes a word that must not occur, in any of its forms. */
export function excludedWord(word: string): Phrase {
  const [term, ...more] = wordsOf(word).length === 1 && !isUnspaced(word) ? termsOf(word) : [];
  const known = term !== undefined && !isStopWord(term) && more.length === 0;
  return { ...phraseOf(word), ...(known && { term }) };
}

/** Longer words are not indexed. */
const maxWordLength = 128;

/** Makes a phrase of a text. */
export const phraseOf = (text: string): Phrase => ({
  text,
  pattern: phrasePattern(text),
  terms: termsIn(wordsOf(text)),
});

function termsIn(words: readonly string[]): readonly string[] {
  const terms = words.flatMap((word) => {
    if (isUnspaced(word)) return termsOf(word).filter(isUnspaced);
    return word.length > maxWordLength ? [] : termsOf(word).slice(0, 1);
  });
  return [...new Set(terms)].filter((term) => !isStopWord(term));
}

/** What people put around a text, and what programs put where they shorten one. */
const around = /^(?:```\w*\s+([^]+?)\s*```|[`'‘«「『]{1,2}([^`'‘’«»「」『』]+)[`'’»」』]{1,2})$/;
const shortened = /^(?:…|\.{3})\s*(?=.)|(?<=[^.…])\s*(?:…|\.{3})$/g;

/** Returns the text that quotes, backticks or a fence surround; undefined if there are none. */
export function textWithin(text: string): string | undefined {
  const [, fenced, quoted] = around.exec(text.trim()) ?? [];
  return (fenced ?? quoted)?.trim();
}

/** Makes the phrase of a text that was pasted, perhaps shortened or cut within its first and last words. */
export function pastedPhrase(given: string): Phrase {
  const text = given.replaceAll(shortened, '');
  const words = wordsOf(text);
  const terms = [words.slice(1, -1), words.slice(0, 1)].map(termsIn).find(({ length }) => length > 0);
  const cut = { text, pattern: phrasePattern(text, true), terms: terms ?? [] };
  return {
    ...phraseOf(text),
    ...(!plainWords.test(given) && words.length > 1 && cut.terms.length > 0 && { cut }),
  };
}

/** A letter or digit of a script with blanks between words. */
const inWord =
  '[[\\p{L}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]]';

/** Matches a text in any case and spacing, with word boundaries where it begins or ends with a word that is not cut. */
function phrasePattern(phrase: string, isCut = false): RegExp {
  const text = phrase.trim();
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
  if (isCut) return new RegExp(escaped, 'iv');
  const isWord = new RegExp(`^${inWord}$`, 'v');
  const [first = '', last = ''] = [Array.from(text)[0], Array.from(text).at(-1)];
  const before = isWord.test(first) ? `(?<!${inWord})` : '';
  const after = isWord.test(last) ? `(?!${inWord})` : '';
  return new RegExp(before + escaped + after, 'iv');
}
