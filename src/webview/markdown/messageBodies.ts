import type { ContentStrings } from '../../protocol/contentStrings.ts';
import type { Format } from '../../protocol/format.ts';
import { markdownTexts } from '../../markdown/codeBlock.ts';
import { createMarkdown, type MarkdownRenderer } from '../../markdown/markdown.ts';
import { sanitize } from './sanitize.ts';

interface WithText {
  readonly text: string;
}

/** The rendered texts of messages: made once per message, and kept with what the reader folded or unfolded in them. */
export class MessageBodies {
  readonly #markdown: MarkdownRenderer;
  readonly #strings: ContentStrings;
  readonly #rendered = new WeakMap<WithText, HTMLElement>();

  constructor(markdown: MarkdownRenderer, strings: ContentStrings) {
    this.#markdown = markdown;
    this.#strings = strings;
  }

  /** The element of a message; the same one every time, so it can be in one place of the page only. */
  of(message: WithText): HTMLElement {
    const known = this.#rendered.get(message);
    if (known !== undefined) return known;
    const body = this.render(message.text);
    this.#rendered.set(message, body);
    return body;
  }

  /** Markdown as a new element. */
  render(text: string): HTMLElement {
    const body = document.createElement('div');
    body.className = 'markdown';
    body.append(sanitize(this.#markdown.render(text)));
    for (const code of body.querySelectorAll('.code')) code.append(this.#copyButton());
    return body;
  }

  /** Markdown without blocks as new nodes. */
  renderInline(text: string): DocumentFragment {
    return sanitize(this.#markdown.renderInline(text));
  }

  #copyButton(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'icon-button copy-code codicon codicon-copy';
    button.title = this.#strings.copyCode;
    button.setAttribute('aria-label', this.#strings.copyCode);
    return button;
  }
}

/** What renders the Markdown of a pane, in its language. */
export const markdownBodies = (strings: ContentStrings, format: Format): MessageBodies =>
  new MessageBodies(createMarkdown(markdownTexts(strings, format)), strings);
