import type { MarkdownIt } from 'markdown-it';

const opening = /^<((?:tool|function)_(?:calls?|use|results?|outputs?))\b[^>]*>/;

/**
 * Renders `<tool_call>…</tool_call>` and similar, which some agents write into their texts, as collapsed code blocks.
 */
export function toolBlocks(markdown: MarkdownIt): void {
  markdown.block.ruler.before(
    'paragraph',
    'tool_block',
    (state, startLine, endLine, silent) => {
      const name = opening.exec(state.getLines(startLine, startLine + 1, state.blkIndent, false))?.[1];
      if (name === undefined) return false;
      const closing = `</${name}>`;
      const last = closingLine(state, closing, startLine, endLine);
      if (last === undefined) return false;
      if (silent) return true;
      const token = state.push('fence', 'code', 0);
      const text = state.getLines(startLine, last + 1, state.blkIndent, false).trim();
      token.content = text.replace(opening, '').replace(closing, '').trim();
      token.info = name;
      token.map = [startLine, last + 1];
      state.line = last + 1;
      return true;
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  );
}

/** The part of the block parser's state this rule uses. */
interface Source {
  readonly src: string;
  /** Start and end of each line in `src`. */
  readonly bMarks: readonly number[];
  readonly eMarks: readonly number[];
}

/** Returns the line of the first closing tag in a range of lines; undefined without one. */
function closingLine(state: Source, closing: string, from: number, end: number): number | undefined {
  const start = state.bMarks[from] ?? 0;
  const place = firstFrom(closingsOf(state, closing), start);
  if (place === undefined || place > (state.eMarks[end - 1] ?? 0)) return undefined;
  let line = from;
  while ((state.eMarks[line] ?? Infinity) < place) line++;
  return line;
}

/** Returns the index of the first of ascending numbers that is not less than `start`. */
function firstFrom(numbers: readonly number[], start: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return numbers[low];
}

/** Positions of closing tags in a text, found in one pass for all opening tags. */
const known = new WeakMap<Source, Map<string, readonly number[]>>();

function closingsOf(state: Source, closing: string): readonly number[] {
  const ofState = known.get(state) ?? new Map<string, readonly number[]>();
  known.set(state, ofState);
  const places =
    ofState.get(closing) ?? [...state.src.matchAll(new RegExp(closing, 'g'))].map(({ index }) => index);
  ofState.set(closing, places);
  return places;
}
