/*
 * Texts of others (names of files, messages, titles) within a layout of ours that an agent reads. Whatever stands in a
 * line of its own goes through `oneLine` or `visible`; a text of several lines goes through `containLines`.
 */

/** A text on one line: line ends, tabs and other control characters become blanks. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** A name as it is, on one line, with its control characters and line ends as escapes of JSON, so that it can still be named. */
export const visible = (name: string): string =>
  name.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text in which no line begins as the layout around it does: a backslash goes before those that match `start`. */
export const containLines = (text: string, start: string): string =>
  text.replaceAll(new RegExp(`^(?=\\\\*(?:${start}))`, 'gm'), '\\');
