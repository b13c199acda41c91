import { knownSections } from '../../protocol/summarySections.ts';
import type { JsonObject } from '../../disk/base/core.ts';
import { sayIn, type Text } from '../../disk/base/texts.ts';
import { entriesOf } from './entries.ts';
import { languageOf } from './language.ts';

const headings: Readonly<Record<(typeof knownSections)[number], Text>> = {
  decisions: 'Decisions',
  constraints: 'Constraints',
  todo: 'To do',
  issues: 'Issues',
  facts: 'Facts',
  references: 'References',
};

/** Formats a summary as Markdown, with headings in the language of its texts; empty without entries. */
export function asText(summary: JsonObject): string {
  const entries = entriesOf(summary);
  const language = languageOf(entries.map(({ text }) => ({ role: 'user', text })));
  const say = sayIn(language === 'zh' ? 'zh' : 'en');
  return [...new Set(entries.map(({ section }) => section))]
    .map((section) => {
      const known = knownSections.find((name) => name === section);
      const lines = entries.filter((entry) => entry.section === section);
      const items = lines.map(({ text, date }) => `- ${text}${date === undefined ? '' : ` (${date})`}`);
      return [`**${known ? say(headings[known]) : section}**`, '', ...items].join('\n');
    })
    .join('\n\n');
}
