import type { MarkdownIt } from 'markdown-it';

const opening = /^<((?:tool|function)_(?:calls?|use|results?|outputs?))\b[^>]*>/;

/** Shows `<tool_call>…</tool_call>` and its like, as some agents write them into their text, as folded code blocks. */
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

/** The part of the block parser's state that the rule uses. */
interface Source {
  readonly src: string;
  /** Where lines begin and end in `src`. */
  readonly bMarks: readonly number[];
  readonly eMarks: readonly number[];
}

/** The line of the first closing tag from a line on and before another; undefined where there is none. */
function closingLine(state: Source, closing: string, from: number, end: number): number | undefined {
  const start = state.bMarks[from] ?? 0;
  const place = firstFrom(closingsOf(state, closing), start);
  if (place === undefined || place > (state.eMarks[end - 1] ?? 0)) return undefined;
  let line = from;
  while ((state.eMarks[line] ?? Infinity) < place) line++;
  return line;
}

/** The first of ascending numbers that is not less than `start`. */
function firstFrom(numbers: readonly number[], start: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return numbers[low];
}

/** The places of the closing tags in a text, found in one pass however many opening tags there are. */
const known = new WeakMap<Source, Map<string, readonly number[]>>();

function closingsOf(state: Source, closing: string): readonly number[] {
  const ofState = known.get(state) ?? new Map<string, readonly number[]>();
  known.set(state, ofState);
  const places =
    ofState.get(closing) ?? [...state.src.matchAll(new RegExp(closing, 'g'))].map(({ index }) => index);
  ofState.set(closing, places);
  return places;
}
