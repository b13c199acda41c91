import { defined } from '../../disk/base/core.ts';
import { plainLines } from '../../disk/text/containText.ts';
import { firstWords, shorten } from './shorten.ts';
import type { Statement } from './statements.ts';
import type { BriefItem } from './types.ts';

/** How statements are written. */
export interface Style {
  /** Maximum length of a statement; the most important ones may be twice as long. Characters. */
  readonly length: number;
  /** One statement per line, or several under one time: each before its reference, or after it in the fewest characters. */
  readonly form: 'lines' | 'dense' | 'tight';
  /** Statements of which the excerpt is told. */
  readonly favoured?: ReadonlySet<Statement>;
}

/** From widest to tightest; the first that fits is used. */
export const styles: readonly Style[] = [
  ...[600, 400, 280, 200, 150, 120].map((length) => ({ length, form: 'lines' as const })),
  ...[200, 150, 120, 100, 88, 76, 66].map((length) => ({ length, form: 'dense' as const })),
  ...[66, 60, 56, 52, 49, 46, 44, 42, 40, 38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14].map(
    (length) => ({ length, form: 'tight' as const }),
  ),
];
export const tightest: Style = styles.at(-1) ?? { length: 14, form: 'tight' };
/** In styles below this length, the most important statements are cut to it instead of to twice the length. Characters. */
const muchRoom = 60;
/** Maximum length of an excerpt, and length that a text keeps whose excerpt is shorter. Characters. */
const [longestExcerpt, leastTold] = [160, 50];

/** Writes a statement in a style. The author stays, however short it is. */
export const cut = (one: Statement, style: Style): string =>
  plainLines(one.by === undefined ? cutText(one, style) : `${cutText(one, style)} (${one.by})`);

function cutText(one: Statement, { length, form, favoured }: Style): string {
  const { text, short = text, excerpt = text, minLength, rank } = one;
  if (form === 'lines') return shorten(text, Math.max(minLength, length));
  const first = Math.max(length, Math.min(2 * length, length < muchRoom ? muchRoom : Infinity));
  const width = Math.max(minLength, rank <= 0 && length > 20 ? first : length);
  const usual = form === 'tight' ? firstWords(short, width) : shorten(short, width);
  if (short !== text || usual === text) return usual;
  const told = shorten(excerpt, longestExcerpt);
  if (favoured?.has(one)) return told;
  const [trimmed = usual] = [told, firstWords(text, leastTold)].sort((a, b) => b.length - a.length);
  return trimmed.length < usual.length ? trimmed : usual;
}

/** A statement as written in a style; without one, uncut. */
export const itemOf = (one: Statement, style: Style = { length: Infinity, form: 'lines' }): BriefItem => ({
  section: one.section,
  text: cut(one, style),
  whole: one.text,
  time: one.time,
  reference: `${one.base}/${one.entry}`,
  ...defined({ about: one.about, pinned: one.pinned }),
});

/** Whether a statement is told in styles of this length. */
export const isShown = (one: Statement, { length, favoured }: Style): boolean =>
  one.pinned === true ||
  favoured?.has(one) === true ||
  ((one.fromLength ?? 0) <= length && length < (one.belowLength ?? Infinity));

/** Number of characters that a style leaves out of what only this statement says. */
export function lackingIn(one: Statement, style: Style): number {
  const said = shorten(one.excerpt ?? one.text.slice(0, one.minLength), longestExcerpt).length;
  if (!isShown(one, style)) return said;
  return one.excerpt === undefined ? 0 : Math.max(0, said - cutText(one, style).length);
}

/** Removes the mark of a cut. */
export const withoutMark = (text: string): string => text.replace(/…$/, '');
