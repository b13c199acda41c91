import { itemText, viewSummary } from '../../protocol/summarySections.ts';
import type { JsonValue } from '../base/core.ts';

/** A summary for people and agents to read: a heading for each section, below it its items; empty where it says nothing. */
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
