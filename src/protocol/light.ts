// Highlights the words a search found in the pane it opened. The extension sends them beside its states; the pane
// marks all occurrences until the user presses Escape, which it reports with `unlight`.
import { isRecord } from './json.ts';

/** Maximum number of highlighted words. */
const maxLitWords = 20;

/** Words that were found, as written in a text. */
export interface Light {
  readonly words: readonly string[];
  /** The message with the words; `summaryPosition` is the summary. Without it, everything in the pane. */
  readonly position?: number;
}

/** Extension → pane. Without words, ends the highlighting. */
export interface LightMessage extends Light {
  readonly type: 'light';
  /** Whether to scroll to the first of the words. */
  readonly go: boolean;
}

/** Reports whether a message is a `LightMessage`. */
export function isLight(message: unknown): message is LightMessage {
  if (!isRecord(message) || message.type !== 'light' || typeof message.go !== 'boolean') return false;
  const { words, position } = message;
  return (
    Array.isArray(words) &&
    words.every((word) => typeof word === 'string') &&
    (position === undefined || typeof position === 'number')
  );
}

/**
 * Creates a pattern for words in a text, ignoring case; whole words in scripts that separate them by spaces.
 * Undefined without words.
 */
export function patternOf(words: readonly string[]): RegExp | undefined {
  const found = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
  if (found.length === 0) return undefined;
  const longestFirst = found.slice(0, maxLitWords).sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(wordPattern).join('|'), 'giv');
}

/** A letter or digit of a script that separates words by spaces. */
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
