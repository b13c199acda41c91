import type { Range } from './termPlaces.ts';

/** A text without the marks of Markdown, on one line. */
export interface PlainText {
  readonly text: string;
  /** Where a place of the text it was made of is in it. */
  readonly placeOf: (place: number) => number;
}

/** Marks that stand for themselves: all of a match goes. */
const whole: readonly RegExp[] = [
  /^[ \t]*(?:`{3,}|~{3,})[^\n`]*$/gm, // fences
  /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/gm, // rules
  /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t:-]*$/gm, // below the heading of a table
  /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)+/gm,
  /<!--[^]*?-->/g,
];

/** What stands for a blank. */
const lineBreak = /<br ?\/?>/g;

/** Marks around something: what the groups `a` and `b` match goes. */
const around: readonly RegExp[] = [
  /(?<a>!?\[)[^[\]\n]*(?<b>\]\((?:[^()\s]|\([^()\s]*\))+(?: "[^"\n]*")?\))/dg,
  /(?<a>`+)(?!`)[^\n]*?[^`](?<b>\k<a>)(?!`)/dg,
  /(?<a>\*\*|~~)(?=\S)[^\n]*?\S(?<b>\k<a>)/dg,
  /(?<![\p{L}\p{N}_])(?<a>__?)(?=[^\s_])[^\n]*?[^\s_](?<b>\k<a>)(?![\p{L}\p{N}_])/dgu,
  /(?<![\p{L}\p{N}*])(?<a>\*)(?=[^\s*])[^*\n]*[^\s*](?<b>\*)(?![\p{L}\p{N}*])/dgu,
];

const tableRow = /^[ \t]*\|.*\|[ \t]*$/gm;

/** What becomes of a character. */
const [stays, goes, parts] = [0, 1, 2];

/** The text without marks of Markdown, on one line with single blanks; marks that touch what is to be kept stay. */
export function plainText(text: string, kept: readonly Range[] = []): PlainText {
  const isFree = ([from, to]: Range): boolean => !kept.some(([start, end]) => start < to && end > from);
  const fates = new Uint8Array(text.length);
  for (const [from, to] of marksIn(text).filter(isFree)) fates.fill(goes, from, to);
  for (const [from, to] of partsOf(text).filter(isFree)) fates.fill(parts, from, to);
  const places = new Uint32Array(text.length + 1);
  let plain = '';
  for (let n = 0; n < text.length; n++) {
    places[n] = plain.length;
    if (fates[n] === goes) continue;
    const char = text.charAt(n);
    if (fates[n] === stays && !/[\s\p{Cc}]/u.test(char)) plain += char;
    else if (plain !== '' && !plain.endsWith(' ')) plain += ' ';
  }
  places[text.length] = plain.length;
  const end = plain.trimEnd();
  return { text: end, placeOf: (place) => Math.min(end.length, places[place] ?? end.length) };
}

function marksIn(text: string): Range[] {
  const found: Range[] = [];
  for (const pattern of whole)
    for (const { 0: mark, index } of text.matchAll(pattern)) found.push([index, index + mark.length]);
  for (const pattern of around)
    for (const { indices } of text.matchAll(pattern)) {
      const { a, b } = indices?.groups ?? {};
      if (a && b) found.push(a, b);
    }
  return found;
}

function partsOf(text: string): Range[] {
  const found: Range[] = [];
  for (const { 0: mark, index } of text.matchAll(lineBreak)) found.push([index, index + mark.length]);
  for (const { 0: row, index } of text.matchAll(tableRow))
    for (const { index: at } of row.matchAll(/\|/g)) found.push([index + at, index + at + 1]);
  return found;
}
