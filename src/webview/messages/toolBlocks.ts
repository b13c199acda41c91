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
      let last = startLine;
      while (last < endLine && !state.getLines(last, last + 1, 0, false).includes(closing)) last++;
      if (last === endLine) return false;
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
