import Markdown from 'markdown-it';

/** Cannot be seen, and no line is broken at it. */
const joiner = '\u2060';

/**
 * The same Markdown for other renderers, without what could load anything or be taken for HTML: images and tags are seen as
 * they were written. What stands in blocks of code stays to the letter.
 */
export function inertMarkdown(text: string): string {
  const lines = text.split('\n');
  const code = new Set<number>();
  for (const { type, map } of new Markdown({ html: false }).parse(text, {}))
    if (map && (type === 'fence' || type === 'code_block'))
      for (let line = map[0]; line < map[1]; line++) code.add(line);
  // Without a tag outside of these blocks no other renderer begins HTML that would swallow their edges.
  const inert = (line: string): string =>
    line.replaceAll(/<(?=[a-z/!?])/gi, `<${joiner}`).replaceAll('![', `!${joiner}[`);
  return lines.map((line, index) => (code.has(index) ? line : inert(line))).join('\n');
}
