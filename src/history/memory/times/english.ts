import { local, move, period, startOf, type Unit, partOf } from './calendar.ts';
import { ago, fewAgo, halfOf, quarterOf, rolling, type TimeRule } from './rules.ts';

const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const vague: Readonly<Record<string, number>> = { a: 1, an: 1, couple: 2, few: 7, several: 7, half: 0.5 };

const number = String.raw`(?<count>\d{1,4}|${numbers.join('|')}|(?:a )?(?:couple|few)(?: of)?|several|half an?|an?)`;
const unit = '(?<unit>second|sec|minute|min|hour|hr|day|week|month|quarter|year)s?';
const units: Readonly<Record<string, Unit>> = {
  h: 'hour',
  d: 'day',
  w: 'week',
  second: 'second',
  sec: 'second',
  minute: 'minute',
  min: 'minute',
  hour: 'hour',
  hr: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
};
const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
};
/** The year in "since 2023" and the like has four digits. */
const year = String.raw`(?<year>(?:19|20)\d\d)`;

const rule = (pattern: string, span: TimeRule['span']): TimeRule => ({
  pattern: new RegExp(`\\b${pattern}\\b`, 'iu'),
  span,
});

/** English expressions of periods; the library handles single days and dates. */
export const englishRules: readonly TimeRule[] = [
  rule(String.raw`(?:the )?(?:last|past|previous|recent) ${number} ${unit}`, ({ count, unit }, now) =>
    rolling(countOf(count), unitOf(unit), now),
  ),
  rule('(?:the )?(?:last|past) (?<count>\\d{1,4}) ?(?<unit>h|d|w)', ({ count, unit }, now) =>
    rolling(countOf(count), unitOf(unit), now),
  ),
  rule('(?:the )?past (?<unit>minute|hour|day|week|month|quarter|year)', ({ unit }, now) =>
    rolling(1, unitOf(unit), now),
  ),
  rule('(?:the )?last (?<unit>minute|hour)', ({ unit }, now) => rolling(1, unitOf(unit), now)),
  rule(`(?:(?:a )?few|several) ${unit} (?:ago|back|earlier)`, ({ unit }, now) => fewAgo(unitOf(unit), now)),
  rule(`${number} ${unit} (?:ago|back|earlier)`, ({ count, unit }, now) =>
    ago(countOf(count), unitOf(unit), now),
  ),
  rule('(?:the )?day before yesterday', (_, now) => period('day', now, -2)),
  rule('(?:the )?(?<unit>week|month|quarter|year) before last', ({ unit }, now) =>
    period(unitOf(unit), now, -2),
  ),
  rule('(?:the |an? )?(?:last|previous) (?<unit>day|week|month|quarter|year)', ({ unit }, now) =>
    period(unitOf(unit), now, -1),
  ),
  rule('(?:this|the current|current) (?<unit>day|week|month|quarter|year)', ({ unit }, now) =>
    period(unitOf(unit), now),
  ),
  rule('(?:(?<which>this|last|past|the last) )?weekend', ({ which }, now) => weekend(which, now)),
  rule('today', (_, now) => period('day', now)),
  rule('tonight', (_, now) => partOf(period('day', now), 'evening')),
  rule('this (?<part>morning|afternoon|evening)', ({ part }, now) => partOf(period('day', now), part ?? '')),
  rule('(?:just now|a moment ago)', (_, now) => rolling(30, 'minute', now)),
  rule('(?:recently|lately)', (_, now) => rolling(7, 'day', now)),
  rule(
    `(?:the )?(?<quarter>first|second|third|fourth|1st|2nd|3rd|4th) quarter(?:,? (?:of |in )?${year})?`,
    ({ quarter, year }, now) => quarterOf(ordinals[(quarter ?? '').toLowerCase()] ?? 0, yearOf(year), now),
  ),
  rule(`q(?<quarter>[1-4])(?:[ -]?(?:of |in )?${year})?`, ({ quarter, year }, now) =>
    quarterOf(Number(quarter), yearOf(year), now),
  ),
  rule(`${year}[ -]?q(?<quarter>[1-4])`, ({ quarter, year }, now) =>
    quarterOf(Number(quarter), yearOf(year), now),
  ),
  rule(`(?:the )?(?<half>first|second) half(?: of ${year}| of the year)`, ({ half, year }, now) =>
    halfOf(ordinals[(half ?? '').toLowerCase()] ?? 1, yearOf(year), now),
  ),
  // A year only where the surrounding words suggest one.
  rule(
    `(?<=(?:in|since|during|before|after|until|from|between|and|to|of|year|^) ?)${year}(?![-/.:\\d])`,
    ({ year }) => period('year', local(Number(year), 0)),
  ),
  // ISO 8601 months; the library handles days.
  rule(`${year}-(?<month>0[1-9]|1[0-2])(?![-\\d])`, ({ year, month }) =>
    period('month', local(Number(year), Number(month) - 1)),
  ),
];

function countOf(text = ''): number {
  const word = text.toLowerCase();
  const known = numbers.indexOf(word);
  if (known !== -1) return known;
  const plain = word.replace(/^a (?=couple|few)/, '').split(' ')[0] ?? '';
  return vague[plain] ?? Number(word);
}

const unitOf = (text = ''): Unit => units[text.toLowerCase()] ?? 'day';

const yearOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** Saturday and Sunday of this week, or the last completed weekend. */
function weekend(which: string | undefined, now: number) {
  const monday = startOf('week', now);
  const from = move(monday, which?.toLowerCase() === 'this' ? 5 : -2, 'day');
  return { from, to: move(from, 2, 'day') };
}
