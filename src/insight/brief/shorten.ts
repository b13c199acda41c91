/** A Chinese character carries more meaning than a Latin one, and is wider. */
const wide = 1.5;

/** Cuts a text to a width in Latin characters and appends a mark; a text that fits stays whole. */
export function shorten(text: string, width: number, mark = '…'): string {
  const end = text.length * wide <= width ? text.length : endWithin(text, width);
  return end === text.length
    ? text
    : `${text.slice(0, endWithin(text, width - mark.length)).trimEnd()}${mark}`;
}

/** Cuts without a mark and at the end of a word, since half a word costs as many tokens as a whole one. */
export function firstWords(text: string, width: number): string {
  const end = text.length * wide <= width ? text.length : endWithin(text, width);
  const [rest = ''] = /^[\w'’]{0,7}(?![\w'’])/.exec(text.slice(end)) ?? [];
  return text.slice(0, end + rest.length).trimEnd();
}

/** Appends a mark to a text whose last words were cut without one. */
export const marked = ({ text, whole }: { readonly text: string; readonly whole: string }): string =>
  whole.startsWith(text) && /[\p{L}\p{N}]/u.test(whole.slice(text.length)) ? `${text}…` : text;

function endWithin(text: string, width: number): number {
  let [taken, end] = [0, 0];
  for (const character of text) {
    taken += character < '\u1100' ? 1 : wide;
    if (taken > width) break;
    end += character.length;
  }
  return end;
}
