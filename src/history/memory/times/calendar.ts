/** A period in milliseconds; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Unit = (typeof units)[number];

const exact = { second: 1_000, minute: 60_000, hour: 3_600_000 } as const;

/** Start of the unit that contains a time, in local time; weeks begin on Monday. */
export function startOf(unit: Unit, ms: number): number {
  const date = new Date(ms);
  if (unit === 'hour') return date.setMinutes(0, 0, 0); // not every zone is whole hours from UTC
  if (unit === 'second' || unit === 'minute') return ms - (ms % exact[unit]);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  switch (unit) {
    case 'day':
      return local(year, month, day);
    case 'week':
      return local(year, month, day - weekday(ms));
    case 'month':
      return local(year, month);
    case 'quarter':
      return local(year, month - (month % 3));
    case 'year':
      return local(year, 0);
  }
}

/** Adds units to a local time: days keep their hour, and the 31st becomes the last day of a shorter month. */
export function move(ms: number, count: number, unit: Unit): number {
  if (unit === 'second' || unit === 'minute' || unit === 'hour') return ms + count * exact[unit];
  const date = new Date(ms);
  if (unit === 'day' || unit === 'week') {
    date.setDate(date.getDate() + count * (unit === 'week' ? 7 : 1));
    return date.getTime();
  }
  const day = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + count * { month: 1, quarter: 3, year: 12 }[unit]);
  date.setDate(Math.min(day, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()));
  return date.getTime();
}

/** The whole unit at an offset from the current one: -1 of `week` is last week. */
export function period(unit: Unit, ms: number, offset = 0): Span {
  // A day may begin at 01:00 where clocks change, while those beside it begin at midnight.
  const from = startOf(unit, move(startOf(unit, ms), offset, unit));
  return { from, to: startOf(unit, move(from, 1, unit)) };
}

/** Days since Monday, 0 to 6. */
export const weekday = (ms: number): number => (new Date(ms).getDay() + 6) % 7;

/** Local time of a day; months count from 0, and overflow carries over. */
export function local(year: number, month: number, day = 1, hour = 0): number {
  return new Date(year, month, day, hour).getTime();
}

/** An hour of the clock on the day of a time; 24 and more are on the next day. */
function hourOfDay(ms: number, hour: number): number {
  const date = new Date(ms);
  return local(date.getFullYear(), date.getMonth(), date.getDate(), hour);
}

/** The hours of the clock from one to another, at least one; on a day on which clocks change they may be more or fewer. */
export function hoursOfDay(ms: number, from: number, to = from + 1): Span {
  const at = hourOfDay(ms, from);
  return { from: at, to: Math.max(hourOfDay(ms, to), at + exact.hour) };
}

/** A day of a month; undefined for impossible dates such as the 30th of February. */
export function dayOf(year: number, month: number, day: number): Span | undefined {
  const from = local(year, month, day);
  const is = new Date(from);
  return is.getMonth() === month && is.getDate() === day ? period('day', from) : undefined;
}

/** A part of a day; the night extends into the next day. */
export function partOf({ from }: Span, part: string): Span {
  const hour = (hours: number): number => hourOfDay(from, hours);
  if (part.includes('凌晨')) return { from: hour(0), to: hour(6) };
  if (/早|晨|morning/i.test(part)) return { from: hour(5), to: hour(12) };
  if (part.includes('上午')) return { from: hour(6), to: hour(12) };
  if (/中午|noon$/i.test(part) && !/after/i.test(part)) return { from: hour(11), to: hour(14) };
  if (/下午|afternoon/i.test(part)) return { from: hour(12), to: hour(18) };
  if (/傍晚|evening/i.test(part)) return { from: hour(17), to: hour(24) };
  return { from: hour(18), to: hour(30) };
}

/** A period described in a text, in local time. */
export interface TimeRange {
  readonly from: number;
  /** Exclusive end. */
  readonly to: number;
  /** The words that describe it. */
  readonly text: string;
}
