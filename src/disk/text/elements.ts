/**
 * Removes elements such as `<rules>…</rules>` with what is in them and the blanks behind them. One that is not closed
 * stays. The time grows with the text, however many begin.
 */
export const withoutElements = (text: string, ...names: readonly string[]): string =>
  names.reduce(withoutElement, text);

function withoutElement(text: string, name: string): string {
  const [begin, close] = [`<${name}>`, `</${name}>`];
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, from)) {
    const end = text.indexOf(close, at);
    if (end === -1) break; // nor is any later one closed
    pieces.push(text.slice(from, at));
    from = end + close.length;
    while (from < text.length && /\s/.test(text.charAt(from))) from++;
  }
  return from === 0 ? text : pieces.join('') + text.slice(from);
}
