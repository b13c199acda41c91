import { knownSections } from '../../protocol/summarySections.ts';
import type { JsonObject } from '../base/core.ts';
import { entriesOf } from './entries.ts';
import { languageOf } from './language.ts';

const headings: Readonly<Record<(typeof knownSections)[number], string>> = {
  decisions: '决策',
  constraints: '约束',
  todo: '待办',
  issues: '问题',
  facts: '事实',
  references: '引用',
};

const inEnglish: Readonly<Record<(typeof knownSections)[number], string>> = {
  decisions: 'Decisions',
  constraints: 'Constraints',
  todo: 'To do',
  issues: 'Issues',
  facts: 'Facts',
  references: 'References',
};

/** A summary as Markdown for people and agents, its sections in the language of its texts; empty where it has no entries. */
export function asText(summary: JsonObject): string {
  const entries = entriesOf(summary);
  const language = languageOf(entries.map(({ text }) => ({ role: 'user', text })));
  const titles = language === 'zh' ? headings : inEnglish;
  return [...new Set(entries.map(({ section }) => section))]
    .map((section) => {
      const known = knownSections.find((name) => name === section);
      const lines = entries.filter((entry) => entry.section === section);
      const items = lines.map(({ text, date }) => `- ${text}${date === undefined ? '' : ` (${date})`}`);
      return [`**${known ? titles[known] : section}**`, '', ...items].join('\n');
    })
    .join('\n\n');
}
