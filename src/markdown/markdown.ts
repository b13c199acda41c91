import Markdown, { type MarkdownIt, type Token } from 'markdown-it';
import { codeBlock, type MarkdownTexts } from './codeBlock.ts';
import { filePathLinks } from './filePathLinks.ts';

/** Renders Markdown as HTML, which panes still sanitize. */
export interface MarkdownRenderer {
  render(text: string): string;
  /** Renders without blocks, for text within a line. */
  renderInline(text: string): string;
}

/** Returns the attributes of an allowed link. */
export type LinkAttributes = (href: string) => readonly (readonly [name: string, value: string])[];

/** Inert link: the page handles clicks itself. */
const inertLink: LinkAttributes = (href) => [
  ['href', '#'],
  ['data-href', href],
];

/** Links to the web and mail addresses; targets that only the editor can open become text. */
export const outsideLink: LinkAttributes = (href) =>
  /^(https?|mailto):/i.test(href)
    ? [
        ['href', href],
        ['rel', 'noreferrer noopener'],
      ]
    : [];

/**
 * Creates a renderer whose HTML loads nothing: raw HTML appears as text, images become links, and `link` returns the
 * attributes of links; by default `href="#"` with the target in `data-href`.
 */
export function createMarkdown(texts: MarkdownTexts, link = inertLink): MarkdownRenderer {
  const markdown = new Markdown({ html: false, linkify: true, breaks: true });
  markdown.validateLink = isAllowedLink;
  // Otherwise `readme.md` or `main.rs` would be taken for host names.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  markdown.linkify.add('history:', { validate: (text, at) => referenceLength(text.slice(at)) });
  markdown.use(filePathLinks).use(toolBlocks).use(taskLists).use(normalHeadings).use(alignByClass);
  markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
    openLink(tokens[index], link);
    return self.renderToken(tokens, index, options);
  };
  markdown.renderer.rules.image = (tokens, index) =>
    image(tokens[index], { texts, link, escape: markdown.utils.escapeHtml });
  markdown.renderer.rules.fence = (tokens, index) => {
    const token = tokens[index];
    return codeBlock(token?.content ?? '', token?.info ?? '', texts);
  };
  markdown.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '', texts);
  markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  return {
    render: (text) => markdown.render(text),
    renderInline: (text) => markdown.renderInline(text),
  };
}

/** Allows links to the web, mail addresses, references in the history and, without a scheme, files. */
export function isAllowedLink(href: string): boolean {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  if (scheme === undefined) return !href.trim().startsWith('//');
  return scheme === 'http' || scheme === 'https' || scheme === 'mailto' || scheme === 'history';
}

/** Returns the length of a reference in the history without its scheme; 0 if it is not one. */
const referenceLength = (text: string): number =>
  /^\/\/[a-z]+\/[\w%.~!*'()-]+\/[\w%~-]+/.exec(text)?.[0].length ?? 0;

function openLink(token: Token | undefined, link: LinkAttributes): void {
  const href = attribute(token, 'href');
  if (token) token.attrs = token.attrs?.filter(([name]) => name !== 'href') ?? null;
  for (const [name, value] of link(href)) token?.attrSet(name, value);
  if (token?.attrGet('title') === null) token.attrSet('title', readable(href));
}

interface ImageParts {
  readonly texts: MarkdownTexts;
  readonly link: LinkAttributes;
  readonly escape: (text: string) => string;
}

function image(token: Token | undefined, { texts, link, escape }: ImageParts): string {
  const source = attribute(token, 'src');
  const label = texts.image(token?.content === undefined || token.content === '' ? source : token.content);
  if (!isAllowedLink(source)) return escape(label);
  const attributes = [['class', 'image'], ...link(source), ['title', readable(source)]] as const;
  const written = attributes.map(([name, value]) => ` ${name}="${escape(value)}"`).join('');
  return `<a${written}>${escape(label)}</a>`;
}

function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? '');
}

function readable(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href; // invalid percent encoding: shown unchanged
  }
}

/** Starts a message's headings below those of the pane, without skipping levels. */
function normalHeadings(markdown: MarkdownIt): void {
  markdown.core.ruler.push('normal_headings', ({ tokens }) => {
    const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close');
    const used = [...new Set(headings.map(({ tag }) => tag))].sort();
    let previous = 3;
    for (const heading of headings) {
      if (heading.type === 'heading_open')
        previous = Math.min(4 + used.indexOf(heading.tag), previous + 1, 6);
      heading.tag = `h${previous}`;
    }
  });
}

/** Draws `[ ]` and `[x]` at the start of a list's entry as boxes. */
function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'task_lists', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const entry = tokens[index - 2];
      if (token.type !== 'inline' || entry?.type !== 'list_item_open') continue;
      const [mark, state] = /^\[([ xX])\](?=\s)/.exec(token.content) ?? [];
      if (mark === undefined) continue;
      entry.attrJoin('class', 'task');
      token.content = `${state === ' ' ? '☐' : '☑'}${token.content.slice(mark.length)}`;
    }
  });
}

/** Aligns table cells by class, since the pane's content security policy forbids style attributes. */
function alignByClass(markdown: MarkdownIt): void {
  markdown.core.ruler.push('align_by_class', ({ tokens }) => {
    for (const token of tokens) {
      const align = /^text-align:(\w+)$/.exec(attribute(token, 'style'))?.[1];
      token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
      if (align !== undefined) token.attrSet('class', `align-${align}`);
    }
  });
}

const opening = /^<((?:tool|function)_(?:calls?|use|results?|outputs?))\b[^>]*>/;

/**
 * Renders `<tool_call>…</tool_call>` and similar, which some agents write into their texts, as collapsed code blocks.
 */
function toolBlocks(markdown: MarkdownIt): void {
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
