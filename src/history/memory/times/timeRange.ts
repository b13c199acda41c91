import { move, type Span, type TimeRange, period, partOf } from './calendar.ts';
import { chineseRules } from './chinese.ts';
import { englishRules } from './english.ts';
import type { TimeRule } from './rules.ts';
import { casual, type ParsedResult } from 'chrono-node/en';

/** A time in a query, and the query without it. */
export interface TimeInQuery {
  readonly range: TimeRange;
  readonly rest: string;
}

/** Words allowed around a time that makes up a whole text. */
const filler =
  /^(?:[\s,.;:!?，。；：！？]|\b(?:in|on|at|the|during|within|over|of|from|around|about|earlier|later)\b|在|的|于|里|内|期间|那天)*$/iu;

/** Parses a text that is only a time; undefined otherwise. `now`: milliseconds; local time. */
export function timeOf(text: string, now: number): TimeRange | undefined {
  const found = timeIn(text, now);
  return found && filler.test(found.rest) ? found.range : undefined;
}

/** Times are only searched in this much of a query, as longer searches take seconds. Characters. */
const searchedChars = 2_000;

/** Prepositions before a time, which are not search terms. */
const leading =
  /(?:\b(?:in|on|at|from|during|within|over|earlier|later|back|around|about)\s+(?:the\s+)?|在)$/iu;

/** Finds the first time in a query; undefined for none. */
export function timeIn(query: string, now: number): TimeInQuery | undefined {
  const [first, second] = firstTimesIn(query.slice(0, searchedChars), now);
  if (!first) return undefined;
  const found = between(query, first, second, now) ?? bounded(query, first, now) ?? first;
  const { from, to, start, end } = found;
  if (from >= to) return undefined;
  const lead = leading.exec(query.slice(0, start))?.[0] ?? '';
  const rest = `${query.slice(0, start - lead.length)} ${query.slice(end)}`;
  return { range: { from, to, text: query.slice(start, end).trim() }, rest: rest.trim() };
}

/** Finds the first two times of a text from left to right, preferring longer matches. */
function firstTimesIn(text: string, now: number): FoundTime[] {
  const dates = datesIn(text, now);
  const found: FoundTime[] = [];
  for (let at = 0; found.length < 2;) {
    const next = [
      ...[...englishRules, ...chineseRules].flatMap((rule) => matchOf(rule, text, at, now) ?? []),
      ...dates.filter(({ start }) => start >= at),
    ].sort((a, b) => a.start - b.start || b.end - a.end)[0];
    if (!next) break;
    found.push(next);
    at = next.end;
  }
  return found;
}

function matchOf({ pattern, span }: TimeRule, text: string, at: number, now: number): FoundTime | undefined {
  const search = new RegExp(pattern, `${pattern.flags}g`);
  search.lastIndex = at;
  const match = search.exec(text);
  const times = match && span(match.groups ?? {}, now);
  return times ? { ...times, start: match.index, end: match.index + match[0].length } : undefined;
}

/** Handles "between A and B", "from A to B", "从 A 到 B". */
function between(query: string, a: FoundTime, b: FoundTime | undefined, now: number): FoundTime | undefined {
  if (!b) return undefined;
  const before = /(?:\b(?:between|from)\s+|[从在自]|介于)\s*$/iu.exec(query.slice(0, a.start))?.[0] ?? '';
  const joined = query.slice(a.end, b.start);
  const isPair = /^\s*(?:to|until|till|through|-|–|—|~|到|至)\s*$/iu.test(joined);
  if (!isPair && !(before !== '' && /^\s*(?:and|和|与)\s*$/iu.test(joined))) return undefined;
  const after = /^\s*(?:之间|期间|之内)/u.exec(query.slice(b.end))?.[0] ?? '';
  const span = inOrder(query, a, b, now);
  return span && { ...span, start: a.start - before.length, end: b.end + after.length };
}

/**
 * Combines two times to a period. Each was read as the latest one, which reverses "from March 1 to March 5" on March 2:
 * then the end becomes the first one after the beginning, or, with an explicit year, the beginning the last one before
 * the end.
 */
function inOrder(query: string, a: FoundTime, b: FoundTime, now: number): Span | undefined {
  const again = ({ start, end }: FoundTime, at: number) =>
    firstTimesIn(query.slice(start, end), at).find((time) => time.start === 0);
  const ends = [b, again(b, move(now, 1, 'week')), again(b, move(now, 1, 'year'))];
  const to = ends.find((end) => end && end.from >= a.from)?.to;
  if (to !== undefined) return { from: a.from, to };
  const from = again(a, b.to - 1)?.from;
  return from !== undefined && from < b.to ? { from, to: b.to } : undefined;
}

/** Handles "since A", "before A", "after A", "A 以来", "A 之前". */
function bounded(query: string, time: FoundTime, now: number): FoundTime | undefined {
  const before = query.slice(0, time.start);
  const after = query.slice(time.end);
  for (const { prefix, suffix, span } of bounds) {
    const lead = prefix.exec(before)?.[0] ?? '';
    const tail = suffix.exec(after)?.[0] ?? '';
    if (lead === '' && tail === '') continue;
    return { ...span(time, now), start: time.start - lead.length, end: time.end + tail.length };
  }
  return undefined;
}

const bounds = [
  {
    prefix: /(?:\b(?:ever )?since\s+(?:the\s+)?|自从|[自从])\s*$/iu,
    suffix: /^\s*(?:以来|至今|到现在|开始|起)/u,
    span: ({ from }: FoundTime, now: number) => ({ from, to: now + 1 }),
  },
  {
    prefix: /\b(?:before|until|till|prior to|older than|up to)\s+(?:the\s+)?$/iu,
    suffix: /^\s*(?:之前|以前)/u,
    span: ({ from }: FoundTime) => ({ from: 0, to: from }),
  },
  {
    prefix: /\b(?:after|newer than)\s+(?:the\s+)?$/iu,
    suffix: /^\s*(?:之后|以后)/u,
    span: ({ to }: FoundTime, now: number) => ({ from: to, to: Math.max(to, now) + 1 }),
  },
] as const;

/** A time found in a text. */
interface FoundTime extends Span {
  /** Position of its words. */
  readonly start: number;
  readonly end: number;
}

/** Words that are times only after a preposition: "in May", not "may". */
const ambiguous = /^(may|mar|march|jun|jan|sun|sat|mon|wed|thu|tue|fri|sec|now)(?: of)?$/i;
const introducing = /\b(in|on|last|this|past|since|before|after|between|and|from|until|to|by|of|during)\s+$/i;
const dayPart = /\b(morning|noon|afternoon|evening|night)\s*$/i;

/** Finds the latest English days, dates and times of day in a text, with chrono. */
function datesIn(text: string, now: number): FoundTime[] {
  return casual.parse(text, new Date(now)).flatMap((result) => {
    const before = text.slice(0, result.index);
    const doubtful = ambiguous.test(result.text) && !introducing.test(before) && result.text !== text.trim();
    const span = doubtful ? undefined : spanOf(result, now);
    // "Last January" is the latest one, as January alone is.
    const lead = /\b(?:last|past|this)\s+(?:the\s+)?$/i.exec(before)?.[0] ?? '';
    const start = result.index - lead.length;
    return span ? [{ ...span, start, end: result.index + result.text.length }] : [];
  });
}

function spanOf({ start, end, text }: ParsedResult, now: number): Span | undefined {
  const first = componentSpan(start, now);
  const last = end && componentSpan(end, now);
  if (first && last) {
    // An end before the beginning becomes the next one after it.
    const after = last.to > first.from ? last : componentSpan(end, Infinity);
    return { from: first.from, to: Math.max(first.to, after?.to ?? 0) };
  }
  const part = dayPart.exec(text)?.[1];
  return first && part !== undefined && !start.isCertain('hour') ? partOf(first, part) : first;
}

/** The period of the text's precision: an hour, a day, a month or a year; undefined for a time without a day. */
function componentSpan(parts: ParsedResult['start'], now: number): Span | undefined {
  const at = parts.date().getTime();
  const [day, weekday, month, year, hour] = (['day', 'weekday', 'month', 'year', 'hour'] as const).map(
    (part) => parts.isCertain(part),
  );
  if (day || weekday) {
    const known = past(at, now, year ? undefined : month ? 'year' : weekday ? 'week' : 'month');
    return hour ? hourFrom(known) : period('day', known);
  }
  if (month) return period('month', past(period('month', at).from, now, year ? undefined : 'year'));
  return year ? period('year', at) : undefined;
}

/** An hour of the clock; one that comes twice where clocks change is both. */
function hourFrom(from: number): Span {
  const date = new Date(from);
  return { from, to: Math.max(date.setHours(date.getHours() + 1), move(from, 1, 'hour')) };
}

/** Moves an ambiguous future time back by one unit. */
function past(at: number, now: number, unit: 'week' | 'month' | 'year' | undefined): number {
  const days = period('day', at);
  return unit !== undefined && days.from > now ? move(at, -1, unit) : at;
}
