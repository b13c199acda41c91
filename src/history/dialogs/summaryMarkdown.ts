import { itemText, viewSummary } from '../../protocol/summarySections.ts';
import type { JsonValue } from '../../disk/base/core.ts';

/** Formats a summary as Markdown, with a heading and items per section; empty without content. */
export function summaryMarkdown(summary: JsonValue | undefined, level = 2): string {
  const view = viewSummary(summary);
  if (view.kind !== 'sections') return view.kind === 'text' ? view.text : '';
  const heading = '#'.repeat(level);
  return view.sections
    .filter(({ items }) => items.length > 0)
    .map(({ key, items }) =>
      [
        ...(key === '' ? [] : [`${heading} ${key}`]),
        ...items.map((item) => `- ${stated(itemText(item), item.state).replaceAll('\n', '\n  ')}`),
      ].join('\n'),
    )
    .join('\n\n');
}

const stated = (text: string, state: string | undefined): string =>
  state === undefined ? text : `${text} (${state})`;
