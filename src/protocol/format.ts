/** Shown for a number that is not a valid time. */
const unknown = '–';

const byteUnits = ['B', 'KB', 'MB', 'GB'];

const relativeUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
/** From this distance on, a time is shown as a date. Milliseconds. */
const dated = 30 * 86_400_000;

/** Replaces `{0}`, `{1}` … with values; a placeholder without a value remains. */
export function fill(template: string, ...values: readonly string[]): string {
  return template.replace(/\{(\d+)\}/g, (placeholder, index: string) => values[Number(index)] ?? placeholder);
}

/** Formats numbers, sizes and times for a language. */
export class Format {
  readonly #number: Intl.NumberFormat;
  readonly #decimal: Intl.NumberFormat;
  readonly #percent: Intl.NumberFormat;
  readonly #dateTime: Intl.DateTimeFormat;
  readonly #time: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #date: Intl.DateTimeFormat;
  readonly #dateOfYear: Intl.DateTimeFormat;
  readonly #relative: Intl.RelativeTimeFormat;

  /** Falls back to English for an unknown language tag. `short` makes dates and times shorter. */
  constructor(locale: string, style: 'long' | 'short' = 'long') {
    const known = knownLocale(locale);
    this.#number = new Intl.NumberFormat(known);
    this.#decimal = new Intl.NumberFormat(known, { maximumFractionDigits: 1 });
    this.#percent = new Intl.NumberFormat(known, { style: 'percent', maximumFractionDigits: 0 });
    this.#dateTime = new Intl.DateTimeFormat(known, {
      dateStyle: 'medium',
      timeStyle: style === 'short' ? 'short' : 'medium',
    });
    this.#time = new Intl.DateTimeFormat(known, { timeStyle: 'short' });
    this.#day = new Intl.DateTimeFormat(known, { dateStyle: 'full' });
    this.#date = new Intl.DateTimeFormat(known, { month: 'short', day: 'numeric' });
    this.#dateOfYear = new Intl.DateTimeFormat(known, { dateStyle: 'medium' });
    this.#relative = new Intl.RelativeTimeFormat(known, { numeric: 'auto', style });
  }

  count(value: number): string {
    return this.#number.format(value);
  }

  /** Formats a number with at most one decimal place. */
  number(value: number): string {
    return this.#decimal.format(value);
  }

  /** Formats a fraction as a whole percentage. */
  percent(fraction: number): string {
    return this.#percent.format(fraction);
  }

  /** Formats how full something is; above all of it, exact numbers say nothing. */
  fullness(fraction: number): string {
    return fraction > 1 ? `>${this.percent(1)}` : this.percent(fraction);
  }

  /** Formats a size in the largest unit of 1,024 that gives at least 1. */
  bytes(value: number): string {
    const power = Math.min(byteUnits.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
    return `${this.#decimal.format(value / 1024 ** power)} ${byteUnits[power] ?? 'B'}`;
  }

  dateTime(ts: number): string {
    return isMoment(ts) ? this.#dateTime.format(ts) : unknown;
  }

  time(ts: number): string {
    return isMoment(ts) ? this.#time.format(ts) : unknown;
  }

  day(ts: number): string {
    return isMoment(ts) ? this.#day.format(ts) : unknown;
  }

  /** Formats a day with its year, without its weekday. */
  date(ts: number): string {
    return isMoment(ts) ? this.#dateOfYear.format(ts) : unknown;
  }

  /** Formats the distance to `now` in its largest unit, e.g. `3 minutes ago`, or as a date, e.g. `Sep 14`. */
  relative(ts: number, now: number): string {
    if (!isMoment(ts)) return unknown;
    const distance = ts - now;
    if (Math.abs(distance) >= dated) return this.#shortDate(ts, now);
    const unit = relativeUnits.find(([, length]) => Math.abs(distance) >= length);
    if (unit === undefined) return this.#relative.format(0, 'second');
    return spaced(this.#relative.format(Math.trunc(distance / unit[1]), unit[0]));
  }

  #shortDate(ts: number, now: number): string {
    const sameYear = new Date(ts).getFullYear() === new Date(now).getFullYear();
    return (sameYear ? this.#date : this.#dateOfYear).format(ts);
  }
}

/** Adds a space between a number and Chinese, as in all other texts. */
export const spaced = (text: string): string => text.replaceAll(/(?<=\d)(?=\p{Script=Han})/gu, ' ');

/** Reports whether a date can have this time, in milliseconds: other programs may write anything into a history. */
export function isMoment(ts: number): boolean {
  return !Number.isNaN(new Date(ts).getTime());
}

function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en'; // getCanonicalLocales throws for an invalid language tag
  }
}

/** Reports whether two times are on different local days. */
export function isOtherDay(a: number, b: number): boolean {
  return new Date(a).toDateString() !== new Date(b).toDateString();
}
