/** A Chinese character says more than a Latin one, and takes more room. */
const wide = 1.5;

/** A text cut at its end to the width of so many Latin characters, with a mark of that; whole where it is no wider. */
export function shortened(text: string, width: number, mark = '…'): string {
  const end = text.length * wide <= width ? text.length : endWithin(text, width);
  return end === text.length
    ? text
    : `${text.slice(0, endWithin(text, width - mark.length)).trimEnd()}${mark}`;
}

/** The same without a mark, up to the end of a word: half a word takes as many tokens as a whole one. */
export function firstWords(text: string, width: number): string {
  const end = text.length * wide <= width ? text.length : endWithin(text, width);
  const [rest = ''] = /^[\w'’]{0,7}(?![\w'’])/.exec(text.slice(end)) ?? [];
  return text.slice(0, end + rest.length).trimEnd();
}

function endWithin(text: string, width: number): number {
  let [taken, end] = [0, 0];
  for (const character of text) {
    taken += character < '\u1100' ? 1 : wide;
    if (taken > width) break;
    end += character.length;
  }
  return end;
}
