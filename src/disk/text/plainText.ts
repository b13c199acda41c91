import { hiddenRun } from './containText.ts';
import type { Range } from './termRanges.ts';

/** A text without Markdown, on one line. */
export interface PlainText {
  readonly text: string;
  /** Maps an index in the original text to one in this text. */
  readonly plainIndexOf: (index: number) => number;
}

/** Markup that is removed as a whole. */
const whole: readonly RegExp[] = [
  /^[ \t]*(?:`{3,}|~{3,})[^\n`]*$/gm, // fences
  /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/gm, // rules
  /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t:-]*$/gm, // line below a table's head
  /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)+/gm,
  /<!--[^]*?-->/g,
];

/** Markup for a line break. */
const lineBreak = /<br ?\/?>/g;

/** Markup around text: the groups `a` and `b` are removed. */
const around: readonly RegExp[] = [
  /(?<a>!?\[)[^[\]\n]*(?<b>\]\((?:[^()\s]|\([^()\s]*\))+(?: "[^"\n]*")?\))/dg,
  /(?<a>`+)(?!`)[^\n]*?[^`](?<b>\k<a>)(?!`)/dg,
  /(?<a>\*\*|~~)(?=\S)[^\n]*?\S(?<b>\k<a>)/dg,
  /(?<![\p{L}\p{N}_])(?<a>__?)(?=[^\s_])[^\n]*?[^\s_](?<b>\k<a>)(?![\p{L}\p{N}_])/dgu,
  /(?<![\p{L}\p{N}*])(?<a>\*)(?=[^\s*])[^*\n]*[^\s*](?<b>\*)(?![\p{L}\p{N}*])/dgu,
];

const tableRow = /^[ \t]*\|.*\|[ \t]*$/gm;

/** Fate of a character. */
const [stays, removed, separates] = [0, 1, 2];

/** Removes Markdown and joins lines with single blanks; markup that touches a range of `kept` stays. */
export function plainText(text: string, kept: readonly Range[] = []): PlainText {
  const isFree = ([from, to]: Range): boolean => !kept.some(([start, end]) => start < to && end > from);
  const fates = new Uint8Array(text.length);
  for (const [from, to] of marksIn(text).filter(isFree)) fates.fill(removed, from, to);
  for (const [from, to] of partsOf(text).filter(isFree)) fates.fill(separates, from, to);
  for (const { 0: run, index } of text.matchAll(hiddenRun)) fates.fill(removed, index, index + run.length);
  const plainIndexes = new Uint32Array(text.length + 1);
  let plain = '';
  for (let n = 0; n < text.length; n++) {
    plainIndexes[n] = plain.length;
    if (fates[n] === removed) continue;
    const char = text.charAt(n);
    if (fates[n] === stays && !/[\s\p{Cc}]/u.test(char)) plain += char;
    else if (plain !== '' && !plain.endsWith(' ')) plain += ' ';
  }
  plainIndexes[text.length] = plain.length;
  const end = plain.trimEnd();
  return { text: end, plainIndexOf: (index) => Math.min(end.length, plainIndexes[index] ?? end.length) };
}

function marksIn(text: string): Range[] {
  const found: Range[] = [];
  for (const pattern of whole)
    for (const { 0: markup, index } of text.matchAll(pattern)) found.push([index, index + markup.length]);
  for (const pattern of around)
    for (const { indices } of text.matchAll(pattern)) {
      const { a, b } = indices?.groups ?? {};
      if (a && b) found.push(a, b);
    }
  return found;
}

function partsOf(text: string): Range[] {
  const found: Range[] = [];
  for (const { 0: markup, index } of text.matchAll(lineBreak)) found.push([index, index + markup.length]);
  for (const { 0: row, index } of text.matchAll(tableRow))
    for (const { index: at } of row.matchAll(/\|/g)) found.push([index + at, index + at + 1]);
  return found;
}
