/** A line with what was searched for in bold; `ranges` are UTF-16 units, ascending. */
export function marked(
  line: string,
  ranges: readonly (readonly [number, number])[],
  bold: (text: string) => string,
): string {
  let end = 0;
  const pieces = ranges.map(([from, to]) => {
    const piece = line.slice(end, from) + bold(line.slice(from, to));
    end = to;
    return piece;
  });
  return pieces.join('') + line.slice(end);
}
