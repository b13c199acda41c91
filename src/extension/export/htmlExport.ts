import type { ContentStrings } from '../../protocol/contentStrings.ts';
import { type Format, isMoment, isOtherDay } from '../../protocol/format.ts';
import { markdownTexts } from '../../markdown/codeBlock.ts';
import { createMarkdown, outsideLink } from '../../markdown/markdown.ts';
import type { ExportSource } from '../../history/dialogs/export.ts';
import type { Message } from '../../history/dialogs/types.ts';

/** What a page requires besides its dialog. */
export interface HtmlPage {
  readonly format: Format;
  readonly strings: ContentStrings;
  /** BCP 47 tag of the page. */
  readonly language: string;
  /** The style sheet included in each page. */
  readonly styles: string;
  /** Heading of the summary. */
  readonly summary: string;
  readonly sections: readonly { readonly label: string; readonly lines: readonly string[] }[];
}

/**
 * Yields a self-contained page that looks like the pane in the reader's preferred colours. It loads and runs nothing,
 * regardless of the messages: it has no script, and its policy allows none.
 */
export async function* exportHtml(source: ExportSource, page: HtmlPage): AsyncGenerator<string> {
  const { strings, sections, summary } = page;
  yield opening(source.dialog, page);
  yield `<header class="header"><h1 class="name">${escapeHtml(source.dialog)}</h1></header>\n`;
  const markdown = createMarkdown(markdownTexts(strings, page.format), outsideLink);
  if (sections.length > 0)
    yield `<section class="exported-summary markdown"><h2>${escapeHtml(summary)}</h2>\n`;
  for (const { label, lines } of sections) {
    const items = lines.map((line) => `<li>${markdown.renderInline(line)}</li>`);
    yield `<h3>${escapeHtml(label)}</h3><ul>${items.join('')}</ul>\n`;
  }
  if (sections.length > 0) yield '</section>\n';
  yield `<h2 class="visually-hidden">${escapeHtml(strings.messagesTitle)}</h2>\n`;
  let before: Message | undefined;
  for await (const run of source.messages)
    for (const message of run) {
      if (before === undefined || isOtherDay(before.ts, message.ts))
        yield `<div class="day">${escapeHtml(page.format.day(message.ts))}</div>\n`;
      yield messageHtml(message, markdown.render(message.text), page);
      before = message;
    }
  yield closing;
}

/** Returns the index page of other pages, by file name. */
export function indexHtml(
  title: string,
  files: readonly { readonly name: string; readonly file: string }[],
  page: Pick<HtmlPage, 'language' | 'styles'>,
): string {
  const rows = files.map(
    ({ name, file }) => `<li><a href="${escapeHtml(encodeURIComponent(file))}">${escapeHtml(name)}</a></li>`,
  );
  const head = `<header class="header"><h1 class="name">${escapeHtml(title)}</h1></header>`;
  return `${opening(title, page)}${head}<div class="exported-index"><ul>${rows.join('\n')}</ul></div>${closing}`;
}

const policy = "default-src 'none'; style-src 'unsafe-inline'";

const opening = (title: string, { language, styles }: Pick<HtmlPage, 'language' | 'styles'>): string =>
  `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(title)}</title>
<style>${styles.replaceAll('</', '<\\/')}</style>
</head>
<body><main class="exported">
`;

const closing = '</main></body>\n</html>\n';

function messageHtml({ role, text, ts }: Message, body: string, { format, strings }: HtmlPage): string {
  const author = role === 'user' ? strings.user : strings.assistant;
  const machine = isMoment(ts) ? ` datetime="${new Date(ts).toISOString()}"` : '';
  const time = `<time class="time"${machine} title="${escapeHtml(format.dateTime(ts))}">${escapeHtml(format.time(ts))}</time>`;
  const head = `<div class="message-head"><h3 class="author">${escapeHtml(author)}</h3>${time}</div>`;
  const shown = text.trim() === '' ? '' : body;
  return `<article class="message message-${role}"><div class="bubble">${head}<div class="body"><div class="markdown">${shown}</div></div></div></article>\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
