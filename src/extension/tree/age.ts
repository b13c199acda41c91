import { spaced } from '../../protocol/format.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
/** From this distance on, a date is shown. Milliseconds. */
const dated = 30 * 86_400_000;

/**
 * Formats the distance of two times as briefly as the language allows: `now`, `8m`, `3h`, `2d`, else as a date.
 * Milliseconds.
 */
export function age(time: number, now: number, locale: string): string {
  if (Number.isNaN(new Date(time).getTime())) return '–'; // other programs may write any number
  const distance = Math.abs(now - time);
  if (distance >= dated) return shortDate(time, now, locale);
  const unit = units.find(([, length]) => distance >= length);
  if (unit === undefined) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  const narrow = formatOf(locale, unit[0]);
  return spaced(narrow.format(Math.trunc(distance / unit[1])));
}

function shortDate(time: number, now: number, locale: string): string {
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const options = sameYear
    ? ({ month: 'short', day: 'numeric' } as const)
    : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(locale, options).format(time);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Cached, since creating one takes longer than using it a thousand times. */
function formatOf(locale: string, unit: string): Intl.NumberFormat {
  const key = `${locale} ${unit}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' });
  formats.set(key, format);
  return format;
}
