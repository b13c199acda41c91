import Markdown, { type MarkdownIt, type Token } from 'markdown-it';
import { codeBlock, type MarkdownTexts } from './codeBlock.ts';
import { filePathLinks } from './filePathLinks.ts';
import { toolBlocks } from './toolBlocks.ts';

/** Turns Markdown into HTML. In a pane it is still to be sanitised before it reaches the page. */
export interface MarkdownRenderer {
  render(text: string): string;
  /** Without blocks: for a text that is part of a line. */
  renderInline(text: string): string;
}

/** What a link that is allowed becomes. */
export type LinkAttributes = (href: string) => readonly (readonly [name: string, value: string])[];

/** Leads nowhere by itself: who shows the page does what a click asks for. */
const inertLink: LinkAttributes = (href) => [
  ['href', '#'],
  ['data-href', href],
];

/** Leads to the web and to mail addresses; what only the editor can open stays text. */
export const outsideLink: LinkAttributes = (href) =>
  /^(https?|mailto):/i.test(href)
    ? [
        ['href', href],
        ['rel', 'noreferrer noopener'],
      ]
    : [];

/**
 * A renderer whose HTML loads nothing: raw HTML is shown as text, images become links, and links are what `link` makes
 * of them; without it they are `href="#"` with their target in `data-href`.
 */
export function createMarkdown(texts: MarkdownTexts, link = inertLink): MarkdownRenderer {
  const markdown = new Markdown({ html: false, linkify: true, breaks: true });
  markdown.validateLink = isAllowedLink;
  // Without a scheme `readme.md` or `main.rs` would pass for a host name.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  markdown.linkify.add('history:', { validate: (text, at) => referenceLength(text.slice(at)) });
  markdown.use(filePathLinks).use(toolBlocks).use(normalHeadings).use(alignByClass);
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

/** Links may lead to the web, to a mail address, to a place in the history or, without a scheme, to a file. */
export function isAllowedLink(href: string): boolean {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  if (scheme === undefined) return !href.trim().startsWith('//');
  return scheme === 'http' || scheme === 'https' || scheme === 'mailto' || scheme === 'history';
}

/** How long a reference to a place in the history is, without its scheme; 0 for what is none. */
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
    return href; // not valid percent encoding: shown as it is
  }
}

/** Headings of a message begin below those of the pane and never skip a level, whatever the author used. */
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

/** The alignment of table cells as a class: the pane's content security policy forbids style attributes. */
function alignByClass(markdown: MarkdownIt): void {
  markdown.core.ruler.push('align_by_class', ({ tokens }) => {
    for (const token of tokens) {
      const align = /^text-align:(\w+)$/.exec(attribute(token, 'style'))?.[1];
      token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null;
      if (align !== undefined) token.attrSet('class', `align-${align}`);
    }
  });
}
