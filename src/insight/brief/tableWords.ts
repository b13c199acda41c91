const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);
const isRule = (line: string): boolean => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line);

/** Says each table of Markdown in words: `step: build, time: 3 s; step: test, time: 9 s`. */
export function tableWords(text: string): string {
  const lines = text.split('\n');
  const said: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const rule = lines[at + 1];
    if (!isRow(line) || rule === undefined || !isRule(rule)) {
      said.push(line);
      continue;
    }
    const rows: string[] = [];
    for (at += 2; isRow(lines[at] ?? ''); at++) rows.push(rowWords(cellsOf(line), cellsOf(lines[at] ?? '')));
    said.push(rows.join('; '));
    at--; // the line after the table is the next one
  }
  return said.join('\n');
}

const rowWords = (names: readonly string[], cells: readonly string[]): string =>
  cells.flatMap((cell, at) => (cell === '' ? [] : [names[at] ? `${names[at]}: ${cell}` : cell])).join(', ');

const cellsOf = (row: string): readonly string[] =>
  row
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
