import Markdown from 'markdown-it';

/** Word joiner: invisible, and allows no line break. */
const joiner = '\u2060';

/** Parses blocks only: parsing their lines would take most of the time. */
const blocks = new Markdown({ html: false }).disable('inline');

/** Makes Markdown safe for other renderers: images and tags appear as text. Code blocks remain unchanged. */
export function inertMarkdown(text: string): string {
  const lines = text.split('\n');
  const code = new Set<number>();
  for (const { type, map } of blocks.parse(text, {}))
    if (map && (type === 'fence' || type === 'code_block'))
      for (let line = map[0]; line < map[1]; line++) code.add(line);
  // Without tags outside code blocks, no renderer starts HTML that would swallow the blocks' fences.
  const inert = (line: string): string =>
    line.replaceAll(/<(?=[a-z/!?])/gi, `<${joiner}`).replaceAll('![', `!${joiner}[`);
  return lines.map((line, index) => (code.has(index) ? line : inert(line))).join('\n');
}
