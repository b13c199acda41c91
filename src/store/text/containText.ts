/*
 * Texts of others (names of files, messages, titles) within a layout of ours that an agent reads. Whatever stands in a
 * line of its own goes through `oneLine` or `visible`; a text of several lines goes through `containLines`.
 */

/** A text on one line: line ends, tabs and other control characters become blanks. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** The beginning of a text on one line, of at most so many characters with the mark of what was cut. */
export function preview(text: string, maxChars: number): string {
  const line = oneLine(text.slice(0, maxChars * 4));
  return line.length <= maxChars ? line : `${withoutHalfPair(line.slice(0, maxChars - 1))}…`;
}

/** The beginning of a value for a message, without the long word that would be cut: a piece of a secret is not known for one. */
export const quotable = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : withoutHalfPair(text.slice(0, maxChars)).replace(/[\w+/=.~-]{8,}$/, '');

/** A text that was cut, without the half of a surrogate pair that may be left at its end. */
export const withoutHalfPair = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');

/** A name as it is, on one line, with its control characters and line ends as escapes of JSON, so that it can still be named. */
export const visible = (name: string): string =>
  name.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) => shortEscapes[character] ?? escaped(character));

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * A text for a terminal, or for a log that one shows: what would steer it, and what turns the order of characters around,
 * is seen as an escape of JSON, so that JSON stays JSON. Line ends, tabs and our own styles stay.
 */
export const toTerminal = (text: string): string =>
  text.replaceAll(
    /\u001B(?!\[[012]m)|\r(?!\n)|[\0-\u0008\v\f\u000E-\u001A\u001C-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    escaped,
  );

/** A text in which no line begins as the layout around it does: a backslash goes before those that match `start`. */
export const containLines = (text: string, start: string): string =>
  text.replaceAll(new RegExp(`^(?=\\\\*(?:${start}))`, 'gm'), '\\');
