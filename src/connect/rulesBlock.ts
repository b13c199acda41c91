import type { RulesChoice } from './formats/parts.ts';

/** The first line of a block of rules; what is between `rules:` and its end names what it holds. */
const begin = /<!-- mcp-history-store rules: (full|minimal) (en|zh) -->/;
const end = '<!-- end of mcp-history-store rules -->';

export const blockName = ({ kind, language }: RulesChoice): string => `${kind} ${language}`;

/** A block as it is written into a file. */
export const writtenBlock = (name: string, body: string): string =>
  `<!-- mcp-history-store rules: ${name} -->\n${body.trim()}\n${end}`;

/** Which rules a block holds; undefined for one of another version that held others. */
export function choiceIn(block: string): RulesChoice | undefined {
  const [, kind, language] = begin.exec(block) ?? [];
  if ((kind !== 'full' && kind !== 'minimal') || (language !== 'en' && language !== 'zh')) return undefined;
  return { kind, language };
}
