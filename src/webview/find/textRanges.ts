/** Elements that separate lines of text. */
const blocks =
  'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, dt, dd, blockquote, div, summary, section, article';

interface Piece {
  readonly node: Node;
  /** Where it starts in the text of its block. */
  readonly from: number;
}

/**
 * Finds matches of a pattern (with the flag `g`) in the text of an element, also across inline elements, skipping
 * elements that match `except`.
 */
export function textRanges(element: Element, pattern: RegExp, except: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(except) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const ranges: Range[] = [];
  let pieces: Piece[] = [];
  let text = '';
  let block: Element | null | undefined;
  const end = (): void => {
    for (const match of text.matchAll(pattern)) ranges.push(...rangeOf(pieces, match));
    pieces = [];
    text = '';
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own = node.parentElement?.closest(blocks);
    if (own !== block) end();
    block = own;
    pieces.push({ node, from: text.length });
    text += node.nodeValue ?? '';
  }
  end();
  return ranges;
}

function rangeOf(pieces: readonly Piece[], { 0: { length }, index }: RegExpMatchArray): Range[] {
  const first = pieces.findLast(({ from }) => from <= (index ?? 0));
  const last = pieces.findLast(({ from }) => from < (index ?? 0) + length);
  if (index === undefined || length === 0 || !first || !last) return [];
  const range = new Range();
  range.setStart(first.node, index - first.from);
  range.setEnd(last.node, index + length - last.from);
  return [range];
}
