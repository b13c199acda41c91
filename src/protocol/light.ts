// What a search found, lit up in the pane it led to. The extension sends a light beside its states; the pane marks the words
// wherever they stand, until the reader presses Escape, which it tells with `unlight`.
import { isRecord } from './json.ts';

/** The most words that are lit up. */
export const maxLitWords = 20;

/** Words that were found, as they stand in a text. */
export interface Light {
  readonly words: readonly string[];
  /** The message they were found in; `summaryPosition` is the summary. Without it all of what the pane shows is meant. */
  readonly position?: number;
}

/** Extension → pane. No words put the light out. */
export interface LightMessage extends Light {
  readonly type: 'light';
  /** Whether the reader is to be taken to the first of the words. */
  readonly go: boolean;
}

/** Whether a message is a light. */
export function isLight(message: unknown): message is LightMessage {
  if (!isRecord(message) || message.type !== 'light' || typeof message.go !== 'boolean') return false;
  const { words, position } = message;
  return (
    Array.isArray(words) &&
    words.every((word) => typeof word === 'string') &&
    (position === undefined || typeof position === 'number')
  );
}

/** What finds words in a text, upper or lower case, whole where a script puts blanks between words; undefined for none. */
export function patternOf(words: readonly string[]): RegExp | undefined {
  const found = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
  if (found.length === 0) return undefined;
  const longestFirst = found.slice(0, maxLitWords).sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(wordPattern).join('|'), 'giv');
}

/** A letter or digit of a script that puts blanks between words. */
const inWord =
  '[[\\p{L}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]]';
const isWord = new RegExp(`^${inWord}$`, 'v');

function wordPattern(word: string): string {
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/&\-!#%,:;<=>@`~]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
  const [first = '', last = ''] = [Array.from(word)[0], Array.from(word).at(-1)];
  const before = isWord.test(first) ? `(?<!${inWord})` : '';
  const after = isWord.test(last) ? `(?!${inWord})` : '';
  return before + escaped + after;
}
