/** Characters of Chinese, Japanese and Korean, which take two columns of a terminal. */
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g;

const widthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0);

/** Rows under their titles, numbers to the right; the last column, a text, is as long as it is. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows];
  const widths = titles.map((_, n) => Math.max(...all.map((row) => widthOf(row[n] ?? ''))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, n) =>
        n === titles.length - 1 ? cell : `${' '.repeat((widths[n] ?? 0) - widthOf(cell))}${cell}`,
      )
      .join('  ')
      .trimEnd();
  return all.map(line).join('\n');
}
