import type { Memory } from '../../history/memory/types.ts';
import { isStopWord, isUnspaced, termsOf, wordsOf } from '../../disk/text/tokens.ts';

/**
 * Reports whether a memory matches the typed filter: each word starts a word of its text, tags, type or hash, or is
 * another form of one. In scripts without spaces it may be anywhere. Common words are ignored beside others.
 */
export function matchesFilter({ content, tags, type, hash }: Memory, typed: string): boolean {
  const wanted = wordsOf(typed.toLowerCase());
  const telling = wanted.filter((word) => !isStopWord(word));
  const text = [content, ...tags, type, hash].join('\n').toLowerCase();
  const words = wordsOf(text);
  const terms = new Set(words.flatMap(termsOf));
  const holds = (word: string): boolean =>
    isUnspaced(word) ? text.includes(word) : terms.has(termsOf(word)[0] ?? '') || begins(words, word);
  return (telling.length > 0 ? telling : wanted).every(holds);
}

const begins = (words: readonly string[], beginning: string): boolean =>
  words.some((word) => word.startsWith(beginning));
