import Markdown from 'markdown-it';

/** Word joiner: invisible, and allows no line break. */
const joiner = '\u2060';

/** Parses blocks only: parsing their lines would take most of the time. */
const blocks = new Markdown({ html: false }).disable('inline');

/**
 * Makes Markdown safe for other renderers: images and tags appear as text. Code blocks remain unchanged. Beside
 * them no formula and no front matter begins, in which fences of code mean nothing to other renderers.
 */
export function inertMarkdown(text: string): string {
  const code = new Set<number>();
  for (const { type, map } of blocks.parse(text, {}))
    if (map && (type === 'fence' || type === 'code_block'))
      for (let line = map[0]; line < map[1]; line++) code.add(line);
  // Without tags outside code blocks, no renderer starts HTML that would swallow the blocks' fences.
  const inert = (line: string): string =>
    line.replaceAll(/<(?=[a-z/!?])/gi, `<${joiner}`).replaceAll('![', `!${joiner}[`);
  const beside = (line: string): string =>
    code.size > 0 ? line.replaceAll(/\$(?=\$)/g, () => `$${joiner}`) : line;
  const shown = linesOf(text).map((line, index) => (code.has(index) ? line : beside(inert(line))));
  return `${code.size > 0 && text.startsWith('---') ? '\n' : ''}${shown.join('')}`;
}

/** Lines with their ends, as Markdown counts them. */
const linesOf = (text: string): readonly string[] => text.split(/(?<=\r\n|\n|\r(?!\n))/);
