import type { ContentStrings } from '../../protocol/contentStrings.ts';
import type { Format } from '../../protocol/format.ts';
import { markdownTexts } from '../../markdown/codeBlock.ts';
import { createMarkdown, type MarkdownRenderer } from '../../markdown/markdown.ts';
import { sanitize } from './sanitize.ts';

interface WithText {
  readonly text: string;
}

/** Rendered texts of messages, created once per message and kept with what the user expanded in them. */
export class MessageBodies {
  readonly #markdown: MarkdownRenderer;
  readonly #strings: ContentStrings;
  readonly #rendered = new WeakMap<WithText, HTMLElement>();

  constructor(markdown: MarkdownRenderer, strings: ContentStrings) {
    this.#markdown = markdown;
    this.#strings = strings;
  }

  /** Returns the element of a message, always the same one, which can be in only one place of the page. */
  of(message: WithText): HTMLElement {
    const known = this.#rendered.get(message);
    if (known !== undefined) return known;
    const body = this.render(message.text);
    this.#rendered.set(message, body);
    return body;
  }

  /** Renders Markdown to a new element. */
  render(text: string): HTMLElement {
    const body = document.createElement('div');
    body.className = 'markdown';
    body.append(sanitize(this.#markdown.render(text)));
    for (const code of body.querySelectorAll('.code')) code.append(this.#copyButton());
    return body;
  }

  /** Renders Markdown without blocks to new nodes. */
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

/** Creates the Markdown renderer of a pane, in its language. */
export const markdownBodies = (strings: ContentStrings, format: Format): MessageBodies =>
  new MessageBodies(createMarkdown(markdownTexts(strings, format)), strings);
