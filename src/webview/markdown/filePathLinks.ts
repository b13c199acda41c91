import type { MarkdownIt, Token } from 'markdown-it';
import { splitAtPaths } from './filePaths.ts';

type TokenClass = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

/** Makes links of the file paths in texts and in inline code, except inside links. */
export function filePathLinks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('file_paths', ({ tokens, Token }) => {
    for (const token of tokens) {
      if (token.type === 'inline' && token.children !== null) token.children = linked(token.children, Token);
    }
  });
}

function linked(tokens: readonly Token[], Token: TokenClass): Token[] {
  let depth = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') depth++;
    if (token.type === 'link_close') depth--;
    if (depth > 0) return [token];
    if (token.type === 'text') return linkedText(token, Token);
    return token.type === 'code_inline' ? linkedCode(token, Token) : [token];
  });
}

function linkedText(token: Token, Token: TokenClass): Token[] {
  const pieces = splitAtPaths(token.content);
  if (pieces.every(({ path }) => path === undefined)) return [token];
  return pieces.flatMap(({ text, path }) => {
    const piece = new Token('text', '', 0);
    piece.content = text;
    return path === undefined ? [piece] : wrapped(piece, path, Token);
  });
}

/** Inline code is linked only when it is a path as a whole. */
function linkedCode(token: Token, Token: TokenClass): Token[] {
  const path = splitAtPaths(token.content)[0]?.path;
  return path !== undefined && path === token.content ? wrapped(token, path, Token) : [token];
}

function wrapped(content: Token, path: string, Token: TokenClass): Token[] {
  const open = new Token('link_open', 'a', 1);
  open.attrs = [
    ['href', path],
    ['class', 'file'],
  ];
  return [open, content, new Token('link_close', 'a', -1)];
}
