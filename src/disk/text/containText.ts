/*
 * Foreign texts (names of files, messages, titles) within this product's layout that agents read. Text within a line
 * goes through `oneLine`, `oneFlatLine` or `visible`, text of several lines through `containLines` or `quoteLines`.
 */

/** Line ends of Unicode and old terminals, more than `^` in a pattern recognises. */
const lineEnds = '\\n\\v\\f\\r\\u0085\\u2028\\u2029';
const lineBreaks = new RegExp(`[${lineEnds}]+`, 'g');
const lineStart = `(?<=^|[${lineEnds}])`;

/** Converts a text to one line: line ends, tabs and other control characters become blanks. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** Returns the beginning of a text on one line, at most `maxChars` characters including the ellipsis. */
export function preview(text: string, maxChars: number): string {
  const line = oneLine(withoutHidden(text.slice(0, maxChars * 4)));
  return line.length <= maxChars ? line : `${withoutHalfPair(line.slice(0, maxChars - 1))}…`;
}

/**
 * Returns the beginning of a value for a message, without a long word that would be cut: a cut secret is no longer
 * recognised.
 */
export const quotable = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : withoutHalfPair(text.slice(0, maxChars)).replace(/[\w+/=.~-]{8,}$/, '');

/** Removes half of a surrogate pair at the end of a cut text. */
export const withoutHalfPair = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');

/** Returns a name on one line that still identifies it: control characters and line ends become JSON escapes. */
export const visible = (name: string): string =>
  name.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) => shortEscapes[character] ?? escaped(character));

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Escapes a text for a terminal or a log shown in one: control sequences and bidirectional controls become JSON
 * escapes, so that JSON stays valid. Line ends, tabs and this product's styles stay.
 */
export const toTerminal = (text: string): string =>
  text.replaceAll(
    /\u001B(?!\[[012]m)|\r(?!\n)|[\0-\u0008\v\f\u000E-\u001A\u001C-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    escaped,
  );

/**
 * What a person does not see of a text, and a model reads: bidirectional controls, invisible marks, and tags, which
 * spell any words. Joiners stay, which scripts and emoji need.
 */
const hidden =
  '\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E007F}';

/** Matches a run of hidden characters. */
export const hiddenRun = new RegExp(`[${hidden}]+`, 'gu');

/** Removes what only a model reads. */
const withoutHidden = (text: string): string => text.replaceAll(hiddenRun, '');

/**
 * Removes from lines what changes how others are read: control characters except line feeds, separators and hidden
 * characters become blanks, half surrogate pairs the replacement character.
 */
export const plainLines = (text: string): string => text.toWellFormed().replaceAll(unplain, ' ');

const unplain = new RegExp(`[\\0-\\t\\v-\\u001F\\u007F-\\u009F\\u2028\\u2029]|[${hidden}]+`, 'gu');

/** Escapes line ends in a text or JSON as JSON does. */
export const oneFlatLine = (text: string): string => text.replaceAll(lineBreaks, visible);

/** Writes a value as JSON on one line, whatever ends a line for those who read it. */
export const jsonLine = (value: unknown): string => oneFlatLine(JSON.stringify(value));

/** Prevents lines from beginning like the surrounding layout: adds a backslash before those that match `start`. */
export const containLines = (text: string, start: string): string =>
  text.replaceAll(new RegExp(`${lineStart}(?=\\\\*(?:${start}))`, 'g'), '\\');

/** Adds a backslash before tags of a name, so that none in a text opens or closes a section of the layout around it. */
export const containTags = (text: string, name: string): string =>
  text.replaceAll(new RegExp(`<(?=[\\s\\u200B/]{0,4}${name})`, 'gi'), '\\<');

/** Converts a text to a Markdown quotation: every line begins with `> `. */
export const quoteLines = (text: string): string =>
  text.replaceAll(new RegExp(`${lineStart}(?<!\\r(?=\\n))`, 'g'), '> ');
