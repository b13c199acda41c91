/** Stands where a number is no time. */
const unknown = '–';

const byteUnits = ['B', 'KB', 'MB', 'GB'];

const relativeUnits: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
/** From this distance on a time is shown as its date. Milliseconds. */
const dated = 30 * 86_400_000;

/** Puts values in the place of `{0}`, `{1}` and so on; a placeholder without a value stays. */
export function fill(template: string, ...values: readonly string[]): string {
  return template.replace(/\{(\d+)\}/g, (placeholder, index: string) => values[Number(index)] ?? placeholder);
}

/** Numbers, sizes and times as a reader of one language expects them. */
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

  /** A language tag that is not known falls back to English. With `short`, dates and times take less room. */
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

  /** A number with at most one digit after the point. */
  number(value: number): string {
    return this.#decimal.format(value);
  }

  /** A share of 1 in whole percent. */
  percent(fraction: number): string {
    return this.#percent.format(fraction);
  }

  /** A size in the largest unit of 1,024 that leaves at least 1. */
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

  /** A day without its weekday, with its year. */
  date(ts: number): string {
    return isMoment(ts) ? this.#dateOfYear.format(ts) : unknown;
  }

  /** The distance to `now` in its largest unit, e.g. `3 minutes ago`, or the date, e.g. `Sep 14`. */
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

/** With a blank between a number and Chinese, as in all other texts. */
const spaced = (text: string): string => text.replaceAll(/(?<=\d)(?=\p{Script=Han})/gu, ' ');

/** Whether a date can have this time, in milliseconds; times that other programs wrote into a history may be anything. */
export function isMoment(ts: number): boolean {
  return !Number.isNaN(new Date(ts).getTime());
}

function knownLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en'; // getCanonicalLocales throws on what is no language tag
  }
}

/** Whether two moments fall on different days where the reader is. */
export function isOtherDay(a: number, b: number): boolean {
  return new Date(a).toDateString() !== new Date(b).toDateString();
}
