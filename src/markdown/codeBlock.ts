import type { ContentStrings } from '../protocol/contentStrings.ts';
import { fill, type Format } from '../protocol/format.ts';
import { highlight } from './highlight.ts';

/** Longer blocks are collapsed at first. Lines. */
const mostLines = 40;

/** Renders a code block as HTML, collapsing long code and tool calls; `info` is the text after the opening fence. */
export function codeBlock(content: string, info: string, texts: MarkdownTexts): string {
  const code = content.endsWith('\n') ? content.slice(0, -1) : content;
  const language = /^[\w+#.-]+/.exec(info.trim())?.[0] ?? '';
  const tool = toolName(language, texts);
  const lines = code.split('\n').length;
  const label = escapeHtml(tool ?? (language === '' ? texts.code : language));
  const inner = highlight(code, (tool === undefined ? language : 'json').toLowerCase()) ?? escapeHtml(code);
  const pre = `<pre tabindex="0"><code>${inner}</code></pre>`;
  const name = `<span class="code-label">${label}</span>`;
  if (tool === undefined && lines <= mostLines) {
    return `<div class="code"><div class="code-bar">${name}</div>${pre}</div>`;
  }
  const count = `<span class="code-count">${escapeHtml(texts.lines(lines))}</span>`;
  const details = `<details><summary class="code-bar">${name}${count}</summary>${pre}</details>`;
  return `<div class="code${tool === undefined ? '' : ' tool'}">${details}</div>`;
}

function toolName(language: string, texts: MarkdownTexts): string | undefined {
  if (/^(tool|tool[-_]?(call|use)s?|function[-_]?calls?)$/i.test(language)) return texts.toolCall;
  return /^(tool|function)[-_]?(results?|outputs?)$/i.test(language) ? texts.toolResult : undefined;
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Texts added to rendered Markdown. */
export interface MarkdownTexts {
  lines(count: number): string;
  image(alt: string): string;
  readonly code: string;
  readonly toolCall: string;
  readonly toolResult: string;
}

/** Returns the texts in the user's language. */
export function markdownTexts(strings: ContentStrings, format: Format): MarkdownTexts {
  return {
    lines: (count) => fill(count === 1 ? strings.codeLine : strings.codeLines, format.count(count)),
    image: (alt) => fill(strings.image, alt),
    code: strings.code,
    toolCall: strings.toolCall,
    toolResult: strings.toolResult,
  };
}
