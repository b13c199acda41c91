import { stemmer } from 'stemmer';

const words = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts written without blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;
const humps = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;

/**
 * The terms of a text, for indexing and for queries alike: words in lower case and stemmed (Porter), the parts
 * of camelCase and snake_case identifiers, and, of scripts without blanks, single characters and bigrams.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const [word] of text.normalize('NFKC').matchAll(words))
    for (const term of known(word)) found.push(term);
  return found;
}

/** Most words come again and again, and stemming is slow. */
const remembered = new Map<string, readonly string[]>();
const maxRemembered = 20_000;
/** Longer ones would keep the whole text they were cut from in memory. */
const maxRememberedLength = 12;

function known(word: string): readonly string[] {
  const before = remembered.get(word);
  if (before) return before;
  const found = [...word.matchAll(unspacedRun)].flatMap(([run]) =>
    unspaced.test(run) ? characterTerms(run) : wordTerms(run),
  );
  if (word.length > maxRememberedLength) return found;
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(word, found);
  return found;
}

function wordTerms(word: string): string[] {
  const whole = stemmer(word.toLowerCase());
  const parts = [...word.matchAll(humps)].map(([part]) => stemmer(part.toLowerCase()));
  return parts.length > 1 ? [whole, ...parts] : [whole];
}

function characterTerms(run: string): string[] {
  const characters = Array.from(run);
  const bigrams = characters.slice(1).map((character, n) => `${characters[n] ?? ''}${character}`);
  return [...characters, ...bigrams];
}
