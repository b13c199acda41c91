import { decodeCharacters, encodeCharacters } from './characters.ts';
import { CodeBlocks } from './codeBlocks.ts';
import { escapeLine, unescapeLine } from './inline.ts';

/** Lines of the layout begin with this; no line of a message does. */
export const markerStart = '<!-- ';
const markerStartInCode = '&#60;!-- ';

/**
 * The lines that show `text` as Markdown between blank lines: its blocks of code stay as they are where they are
 * closed, everything else keeps emphasis, lists, tables and code spans, and nothing in it can be taken for the
 * layout around it. `decodeText` gives back exactly `text`. The empty text has no lines.
 */
export function encodeText(text: string): string[] {
  if (text === '') return [];
  return mapLines(encodeCharacters(text).split('\n'), escapeLine, encodeCode);
}

/** Takes back `encodeText`. */
export function decodeText(lines: readonly string[]): string {
  return decodeCharacters(mapLines(lines, unescapeLine, (line) => line).join('\n'));
}

/** A text in one line, for a heading or the head of a quote. */
export function encodeLine(text: string): string {
  return escapeLine(encodeCharacters(text).replaceAll('\r\n', '&#13;\n').replaceAll('\n', '&#10;'));
}

/** Takes back `encodeLine`. */
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
