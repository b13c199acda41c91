import type { MarkdownIt, Token } from 'markdown-it';

type TokenClass = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;

/** Turns file paths in text and inline code into links, except inside links. */
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

/** Links inline code only if all of it is a path. */
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

/** A piece of text; with `path`, the name of a file. */
export interface TextPiece {
  readonly text: string;
  readonly path?: string;
}

// Deliberately ASCII: in Chinese, no space separates a path from the words around it. A slash right after a letter of
// another script would continue a longer path.
const pathPattern =
  /(?<![\w/\\@:.~+-])(?:[A-Za-z]:[\\/]|~\/|(?<!\p{L})\.{0,2}\/)?(?:[\w@.+-]+[\\/])*[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}(?:(?::\d+){1,2}|#L\d+)?(?![\w/\\@])/gu;

/** Splits text at file paths. A bare name such as `a.ts` counts only with a line number, since it may be code. */
export function splitAtPaths(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(pathPattern)) {
    const [path] = match;
    if (!isPath(path)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: path, path });
    end = match.index + path.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

function isPath(match: string): boolean {
  return /[\\/]/.test(match) || /:\d+$|#L\d+$/.test(match);
}
