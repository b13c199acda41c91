import { local, move, period, startOf, type Span, type Unit } from './calendar.ts';

/** An expression of time: its pattern and the meaning of its named groups. */
export interface TimeRule {
  /** Has the flags `i` and `u`; its named groups are passed to `span`. */
  readonly pattern: RegExp;
  /** Undefined for a false match. `now`: milliseconds. */
  readonly span: (groups: Groups, now: number) => Span | undefined;
}

export type Groups = Readonly<Record<string, string | undefined>>;

/** "Past 3 days": up to now, in whole days for days and longer units. */
export function rolling(count: number, unit: Unit, now: number): Span {
  const start = move(now, -count, unit);
  const whole = unit === 'second' || unit === 'minute' || unit === 'hour';
  return { from: whole ? start : startOf('day', start), to: now + 1 };
}

/** "3 days ago": the whole day, week, month, quarter or year. Shorter units are inexact: half a unit on both sides, at least a quarter of the distance. */
export function ago(count: number, unit: Unit, now: number): Span {
  const at = move(now, -count, unit);
  if (unit !== 'second' && unit !== 'minute' && unit !== 'hour')
    return period(unit, Number.isInteger(count) ? at : move(now, -Math.round(count), unit));
  const around = Math.max(0.5, count / 4) * move(0, 1, unit);
  return { from: at - around, to: Math.min(at + around, now + 1) };
}

/** "A few days ago": two to seven. */
export function fewAgo(unit: Unit, now: number): Span {
  return { from: ago(7, unit, now).from, to: ago(2, unit, now).to };
}

/** A quarter (1 to 4) of a year; without a year, the latest one that has begun. */
export function quarterOf(quarter: number, year: number | undefined, now: number): Span | undefined {
  if (quarter < 1 || quarter > 4) return undefined;
  const month = (quarter - 1) * 3;
  const from = latest((y) => local(y, month), year, now);
  return { from, to: move(from, 3, 'month') };
}

/** The first or second half of a year; without a year, the latest one that has begun. */
export function halfOf(half: number, year: number | undefined, now: number): Span {
  const from = latest((y) => local(y, (half - 1) * 6), year, now);
  return { from, to: move(from, 6, 'month') };
}

function latest(start: (year: number) => number, year: number | undefined, now: number): number {
  if (year !== undefined) return start(year);
  const thisYear = new Date(now).getFullYear();
  return start(thisYear) <= now ? start(thisYear) : start(thisYear - 1);
}
