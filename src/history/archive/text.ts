import { CodeBlocks } from './codeBlocks.ts';
import { escapeLine, unescapeLine } from './inline.ts';

/** Beginning of layout lines, with which no message line begins. */
export const markerStart = '<!-- ';
const markerStartInCode = '&#60;!-- ';

/**
 * Formats `text` as Markdown between blank lines. Closed code blocks stay unchanged; other text keeps emphasis, lists,
 * tables and code spans, and cannot be taken for layout. `decodeText` restores it exactly. Empty text has no lines.
 */
export function encodeText(text: string): string[] {
  if (text === '') return [];
  return mapLines(encodeCharacters(text).split('\n'), escapeLine, encodeCode);
}

/** Reverses `encodeText`. */
export function decodeText(lines: readonly string[]): string {
  return decodeCharacters(mapLines(lines, unescapeLine, (line) => line).join('\n'));
}

/** Formats a text on one line, for a heading or the head of a quote. */
export function encodeLine(text: string): string {
  return escapeLine(encodeCharacters(text).replaceAll('\r\n', '&#13;\n').replaceAll('\n', '&#10;'));
}

/** Reverses `encodeLine`. */
export function decodeLine(line: string): string {
  return decodeCharacters(unescapeLine(line));
}

function mapLines(
  lines: readonly string[],
  plain: (line: string) => string,
  code: (line: string) => string,
): string[] {
  const blocks = new CodeBlocks(lines);
  const mapped: string[] = [];
  for (let end = -1; mapped.length < lines.length;) {
    const at = mapped.length;
    if (at > end) end = blocks.endOf(at) ?? end;
    mapped.push((at > end ? plain : code)(lines[at] ?? ''));
  }
  return mapped;
}

function encodeCode(line: string): string {
  return line.startsWith(markerStart) ? `${markerStartInCode}${line.slice(markerStart.length)}` : line;
}

/**
 * Matches characters that UTF-8 cannot carry or Markdown takes for line ends, and `&` where it would be read as a
 * reference to one.
 *
 * They are control characters, unpaired surrogates, and a carriage return without line feed.
 */
const unsafe = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]|\r(?!\n)|&(?=#\d+;)/gu;

/** Encodes characters that a Markdown file cannot hold as numeric references (`&#0;`), which Markdown supports. */
export function encodeCharacters(text: string): string {
  return text.replace(unsafe, (character) => `&#${character.charCodeAt(0)};`);
}

/** Reverses `encodeCharacters`. */
export function decodeCharacters(text: string): string {
  return text.replace(/&#(\d+);/g, (reference, code: string) =>
    Number(code) > 0xffff ? reference : String.fromCharCode(Number(code)),
  );
}
