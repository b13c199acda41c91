import {
  dayOf,
  hoursOfDay,
  local,
  move,
  period,
  startOf,
  weekday,
  type Span,
  type Unit,
  partOf,
} from './calendar.ts';
import { ago, fewAgo, halfOf, quarterOf, rolling, type TimeRule } from './rules.ts';

const digits = '零一二三四五六七八九';
const number = String.raw`(?<count>\d{1,4}|[零一二两三四五六七八九十]{1,3}|半|几)`;
const unit = '(?<unit>秒钟?|分钟?|个?小时|个?钟头|天|日|个?星期|周|个?礼拜|个?月|个?季度|年)';
const part = '(?<part>晚上?|深夜|半夜|夜里?|早上?|凌晨|清晨|晨|上午|中午|下午|傍晚)';
const year = String.raw`(?:(?<year>(?:19|20)\d\d|[一二][零〇九][零〇一二三四五六七八九]{2})年|(?<which>今|本|去|前)年)`;

const rule = (pattern: string, span: TimeRule['span']): TimeRule => ({
  pattern: new RegExp(pattern, 'iu'),
  span,
});
const day =
  (offset: number): TimeRule['span'] =>
  (_, now) =>
    period('day', now, offset);

/** Chinese expressions of time. */
export const chineseRules: readonly TimeRule[] = [
  // Before the numbers, which include a half.
  rule('(?:最近|过去|近|这)(?:的)?(?<half>半)(?<unit>年|个月|个?小时|天)', ({ unit }, now) =>
    half(unit, now),
  ),
  rule(`(?:最近|过去|近|前|这)(?:的)?${number}(?:多)?${unit}`, ({ count, unit }, now) =>
    rolling(countOf(count), unitOf(unit), now),
  ),
  rule(
    String.raw`(?<count>\d{1,3}|[一两二三四五六七八九十]{1,3})个?(?:半(?<half>月|小时|钟头|星期)|(?<unit>年|天|小时|个月|月|星期|周)半)(?:之|以)?前`,
    ({ count, half, unit }, now) => andHalfAgo(countOf(count), unitOf(half ?? unit), now),
  ),
  rule(`几${unit}(?:之|以)?前`, ({ unit }, now) => fewAgo(unitOf(unit), now)),
  rule(`${number}${unit}(?:之|以)?前`, ({ count, unit }, now) => agoOf(countOf(count), unitOf(unit), now)),
  rule('大前天', day(-3)),
  rule('前天|前日', day(-2)),
  rule('昨天|昨日', day(-1)),
  rule('今天|今日', day(0)),
  rule(`(?<day>昨|前|今)(?:天|日)?${part}`, ({ day, part }, now) => partOf(dayBefore(day, now), part ?? '')),
  rule(
    String.raw`(?<day>昨|前|今)(?:天|日)?${part}?(?<hour>\d{1,2}|[一两二三四五六七八九十]{1,3})[点时](?!候)(?:钟|半|\d{1,2}分?)?`,
    ({ day, part, hour }, now) => hourOf(dayBefore(day, now), part, countOf(hour)),
  ),
  rule('(?<which>上上|上|这|本|)个?(?:周|星期|礼拜)(?<day>[一二三四五六日天])(?!志)', ({ which, day }, now) =>
    dayOfWeek(which ?? '', '一二三四五六日天'.indexOf(day ?? ''), now),
  ),
  rule(
    '(?<which>上上|上|这|本|当前)一?个?(?<unit>周|星期|礼拜|月|季度|季)(?!末|[一二三四五六日天])',
    ({ which, unit }, now) => period(unitOf(unit), now, { 上: -1, 上上: -2 }[which ?? ''] ?? 0),
  ),
  rule('(?<which>上|这|本)个?月(?<third>初|中旬?|底|末)', ({ which, third }, now) =>
    thirdOf(period('month', now, which === '上' ? -1 : 0), third),
  ),
  rule(`${year}(?<third>初|年?中|年?底|年?末)`, ({ year, which, third }, now) =>
    thirdOf(period('year', local(yearOf(year, which, now) ?? 0, 0)), third),
  ),
  rule('(?<which>上|这|本|)个?周末', ({ which }, now) => weekend(which ?? '', now)),
  rule(`${year}(?!第?[一二三四1-4]季|[上下]半年|\\d|[一二三四五六七八九十]+月)`, ({ year, which }, now) =>
    period('year', local(yearOf(year, which, now) ?? 0, 0)),
  ),
  rule(`(?:${year})?(?:第)?(?<quarter>[一二三四1-4])季度?`, ({ year, which, quarter }, now) =>
    quarterOf(countOf(quarter), yearOf(year, which, now), now),
  ),
  rule(`(?:${year})?(?<half>[上下])半年`, ({ year, which, half }, now) =>
    halfOf(half === '上' ? 1 : 2, yearOf(year, which, now), now),
  ),
  rule(
    `(?:${year})?(?<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?(?!\\d|[一二三四五六七八九十]+[日号])`,
    ({ year, which, month }, now) => monthOf(countOf(month) - 1, yearOf(year, which, now), now),
  ),
  rule(
    `(?:${year})?(?<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?<day>\\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?`,
    ({ year, which, month, day }, now) =>
      dateOf(countOf(month) - 1, countOf(day), yearOf(year, which, now), now),
  ),
  rule('刚才|刚刚', (_, now) => rolling(30, 'minute', now)),
  rule('最近|近期|近来', (_, now) => rolling(7, 'day', now)),
];

/** Parses numbers up to 99, in digits or Chinese; 几 is up to 7, 半 a half. */
function countOf(text = ''): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (text === '半') return 0.5;
  if (text === '几') return 7;
  const value = (character: string): number => (character === '两' ? 2 : digits.indexOf(character));
  const [tens, ones = ''] = text.includes('十') ? text.split('十') : ['0', text];
  const ten = tens === '0' ? 0 : tens === '' ? 10 : value(tens ?? '') * 10;
  return ten + (ones === '' ? 0 : value(ones));
}

function unitOf(text = ''): Unit {
  if (text.startsWith('秒')) return 'second';
  if (text.startsWith('分')) return 'minute';
  if (/小时|钟头/.test(text)) return 'hour';
  if (/星期|周|礼拜/.test(text)) return 'week';
  if (text.includes('季')) return 'quarter';
  if (text.includes('月')) return 'month';
  return text === '年' ? 'year' : 'day';
}

function yearOf(digit: string | undefined, which: string | undefined, now: number): number | undefined {
  if (digit !== undefined)
    return Number(digit.replaceAll(/\D/g, (one) => String(one === '〇' ? 0 : digits.indexOf(one))));
  const back: Readonly<Record<string, number>> = { 今: 0, 本: 0, 去: 1, 前: 2 };
  const years = which === undefined ? undefined : back[which];
  return years === undefined ? undefined : new Date(now).getFullYear() - years;
}

/** Half a unit, in the next smaller one. */
function half(unit: string | undefined, now: number): Span {
  const [count, smaller] = halves[unitOf(unit)] ?? [12, 'hour'];
  return rolling(count, smaller, now);
}

function agoOf(count: number, unit: Unit, now: number): Span {
  const [halfCount, smaller] = halves[unit] ?? [count, unit];
  return count === 0.5 ? ago(halfCount, smaller, now) : ago(count, unit, now);
}

/** Handles "两个半月前": a number of units and a half. */
function andHalfAgo(count: number, unit: Unit, now: number): Span {
  const [halfCount, smaller] = halves[unit] ?? [3, 'day'];
  return unit === 'hour' ? ago(count + 0.5, unit, now) : ago(halfCount, smaller, move(now, -count, unit));
}

/** The day meant by 今, 昨 or 前. */
const dayBefore = (day: string | undefined, now: number): Span =>
  period('day', now, { 昨: -1, 前: -2 }[day ?? ''] ?? 0);

/** An hour of a day. 昨晚两点 is in the night after that day; an ambiguous hour spans both halves of the day. */
function hourOf({ from }: Span, part = '', hour: number): Span | undefined {
  if (hour > 24) return undefined;
  const clock = clockHour(part, hour);
  return hoursOfDay(from, clock, clock + (part === '' && hour < 12 ? 13 : 1));
}

/** The hour of 24 that is meant in a part of a day; beyond 24 on the next day. */
function clockHour(part: string, hour: number): number {
  if (/夜|^晚/.test(part)) return hour < 5 ? hour + 24 : hour <= 12 ? hour + 12 : hour;
  if (part === '凌晨') return hour % 12;
  const isLater = /[下傍]/.test(part) || (part === '中午' && hour < 5);
  return hour < 12 && isLater ? hour + 12 : hour;
}

/** The beginning, middle or end of a period: 初, 中, 底 or 末. */
function thirdOf({ from, to }: Span, third = ''): Span {
  const at = (part: number): number => startOf('day', from + (to - from) * part);
  const [second, last] = [at(1 / 3), at(2 / 3)];
  if (third.startsWith('初')) return { from, to: second };
  return third.includes('中') ? { from: second, to: last } : { from: last, to };
}

const halves: Partial<Readonly<Record<Unit, readonly [number, Unit]>>> = {
  year: [6, 'month'],
  month: [15, 'day'],
  day: [12, 'hour'],
  hour: [30, 'minute'],
};

/** Without a qualifier, the latest such day, today included. */
function dayOfWeek(which: string, index: number, now: number): Span {
  const wanted = Math.min(index, 6); // 日 and 天 both are Sunday
  const monday = startOf('week', now);
  const weeks = { 上: -1, 上上: -2 }[which] ?? (which === '' && wanted > weekday(now) ? -1 : 0);
  return period('day', move(monday, weeks * 7 + wanted, 'day'));
}

function weekend(which: string, now: number): Span {
  const from = move(startOf('week', now), which === '上' ? -2 : 5, 'day');
  const span = { from, to: move(from, 2, 'day') };
  const last = { from: move(from, -7, 'day'), to: move(from, -5, 'day') };
  return which === '' && from > now ? last : span;
}

/** Without a year, the latest such month that has begun. */
function monthOf(month: number, year: number | undefined, now: number): Span | undefined {
  if (month < 0 || month > 11) return undefined;
  const thisYear = new Date(now).getFullYear();
  const begun = local(thisYear, month) <= now;
  return period('month', local(year ?? (begun ? thisYear : thisYear - 1), month));
}

function dateOf(month: number, day: number, year: number | undefined, now: number): Span | undefined {
  const thisYear = new Date(now).getFullYear();
  if (year !== undefined) return dayOf(year, month, day);
  const span = dayOf(thisYear, month, day);
  return span && span.from > now ? dayOf(thisYear - 1, month, day) : span;
}
