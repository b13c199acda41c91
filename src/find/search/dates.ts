const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Returns the English words of a date as index terms: `8`, `may`, `2023`. UTC. */
export function dateWords(ts: number): readonly string[] {
  const date = new Date(ts);
  return [String(date.getUTCDate()), months[date.getUTCMonth()] ?? '', String(date.getUTCFullYear())];
}

/** A time span in milliseconds; `to` is exclusive. */
export interface DateSpan {
  readonly from: number;
  readonly to: number;
}

const calendar = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/;
const back = /^(\d{1,4})([dwmy])$/;
const backDays = { d: 1, w: 7, m: 30, y: 365 } as const;

/**
 * Parses a day, month or year (`2026-02-05`, `2026/2`, `2026`, `today`, `yesterday`), an age (`3d`, `2w`, `6m`, `1y`)
 * or a moment in ISO 8601. Undefined for other texts.
 */
export function readDate(text: string, now: number, zone: 'utc' | 'local'): DateSpan | undefined {
  const at = (year: number, month: number, day: number): number =>
    zone === 'utc' ? Date.UTC(year, month, day) : new Date(year, month, day).getTime();
  // Days of the calendar, as one on which clocks change has 23 or 25 hours.
  const daysAgo = (count: number): DateSpan => {
    const date = new Date(now);
    const [y, m, d] =
      zone === 'utc'
        ? [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
        : [date.getFullYear(), date.getMonth(), date.getDate()];
    return { from: at(y, m, d - count), to: at(y, m, d - count + 1) };
  };
  if (text === 'today') return daysAgo(0);
  if (text === 'yesterday') return daysAgo(1);
  const [, count, unit] = back.exec(text) ?? [];
  if (unit === 'd' || unit === 'w' || unit === 'm' || unit === 'y')
    return daysAgo(Number(count) * backDays[unit]);
  return readCalendar(text, at) ?? readMoment(text);
}

function readCalendar(text: string, at: (y: number, m: number, d: number) => number): DateSpan | undefined {
  const [, y, m, d] = calendar.exec(text) ?? [];
  if (y === undefined) return undefined;
  const [year, month, day] = [Number(y), Number(m ?? 1) - 1, Number(d ?? 1)];
  const exists = new Date(Date.UTC(year, month, day));
  if (exists.getUTCMonth() !== month || exists.getUTCDate() !== day) return undefined;
  if (m === undefined) return { from: at(year, 0, 1), to: at(year + 1, 0, 1) };
  return {
    from: at(year, month, day),
    to: d === undefined ? at(year, month + 1, 1) : at(year, month, day + 1),
  };
}

function readMoment(text: string): DateSpan | undefined {
  if (!/^\d{4}-\d\d-\d\dt\d\d:\d\d/i.test(text)) return undefined;
  const from = Date.parse(text.toUpperCase());
  return Number.isNaN(from) ? undefined : { from, to: from + 1 };
}
