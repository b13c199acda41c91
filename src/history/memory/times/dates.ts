import { casual, type ParsedResult } from 'chrono-node/en';
import { move, period, type Span, partOf } from './calendar.ts';

/** A time found in a text. */
export interface FoundTime extends Span {
  /** Position of its words. */
  readonly start: number;
  readonly end: number;
}

/** Words that are times only after a preposition: "in May", not "may". */
const ambiguous = /^(may|mar|march|jun|jan|sun|sat|mon|wed|thu|tue|fri|sec|now)(?: of)?$/i;
const introducing = /\b(in|on|last|this|past|since|before|after|between|and|from|until|to|by|of|during)\s+$/i;
const dayPart = /\b(morning|noon|afternoon|evening|night)\s*$/i;

/** Finds the latest English days, dates and times of day in a text, with chrono. */
export function datesIn(text: string, now: number): FoundTime[] {
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
