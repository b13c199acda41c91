// A block in a text of the user's, between two markers that Markdown does not show.
import { StoreError } from '../../disk/base/core.ts';
import { lineEnd, splice } from './layout.ts';

const begin = /<!-- mcp-history-store rules:[^\n]*?-->/;
const end = '<!-- end of mcp-history-store rules -->';

/** The block in a text, with its markers; undefined where there is none. Throws `damaged` for one that does not end. */
export function blockIn(text: string): string | undefined {
  const place = placeIn(text);
  return place && text.slice(...place).replaceAll('\r\n', '\n');
}

/** The text with a block, which replaces the present one or follows an empty line at the end. */
export function withBlock(text: string, block: string): string {
  const newLine = lineEnd(text);
  const lines = block.replaceAll('\n', newLine);
  const place = placeIn(text);
  if (place) return splice(text, ...place, lines);
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? newLine : newLine + newLine;
  return `${text}${gap}${lines}${newLine}`;
}

/** The text without its block, and without the empty line before it. */
export function withoutBlock(text: string): string {
  const place = placeIn(text);
  if (!place) return text;
  const [from, to] = place;
  const before = text.slice(0, from).replace(/(^|\n)[ \t]*\r?\n$/, '$1');
  return before + text.slice(to).replace(/^\r?\n/, '');
}

function placeIn(text: string): readonly [from: number, to: number] | undefined {
  const first = begin.exec(text);
  if (!first) return undefined;
  const last = text.indexOf(end, first.index);
  if (last !== -1) return [first.index, last + end.length];
  const line = text.slice(0, first.index).split('\n').length;
  throw new StoreError('damaged', `the rules that begin in line ${line} lack their last line, ${end}`);
}
