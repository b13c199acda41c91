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
}

/** Makes a word that must not occur, in any of its forms. */
export function excludedWord(word: string): Phrase {
  const [term, ...more] = wordsOf(word).length === 1 && !isUnspaced(word) ? termsOf(word) : [];
  const known = term !== undefined && !isStopWord(term) && more.length === 0;
  return { ...phraseOf(word), ...(known && { term }) };
}

/** Longer words are not indexed. */
const maxWordLength = 128;

/** Makes a phrase of a text. */
export function phraseOf(text: string): Phrase {
  const terms = wordsOf(text).flatMap((word) => {
    if (isUnspaced(word)) return termsOf(word).filter(isUnspaced);
    return word.length > maxWordLength ? [] : termsOf(word).slice(0, 1);
  });
  return {
    text,
    pattern: phrasePattern(text),
    terms: [...new Set(terms)].filter((term) => !isStopWord(term)),
  };
}

/** A letter or digit of a script with blanks between words. */
const inWord =
  '[[\\p{L}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]]';

/** Matches a text in any case and spacing, with word boundaries where it begins or ends with a word. */
function phrasePattern(phrase: string): RegExp {
  const text = phrase.trim();
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
  const isWord = new RegExp(`^${inWord}$`, 'v');
  const [first = '', last = ''] = [Array.from(text)[0], Array.from(text).at(-1)];
  const before = isWord.test(first) ? `(?<!${inWord})` : '';
  const after = isWord.test(last) ? `(?!${inWord})` : '';
  return new RegExp(before + escaped + after, 'iv');
}
