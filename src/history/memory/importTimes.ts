import { quotable } from '../../disk/text/containText.ts';
import { lastTime } from './records.ts';

/** Larger numbers (seconds beyond the year 5138) are milliseconds, as other programs write them. */
const firstMilliseconds = 1e11;

/** Seconds or milliseconds as text; fewer digits are a year or a day. */
const epoch = /^-?\d{9,16}(?:\.\d+)?$/;
const compact = /^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?)?(?=\D|$)/;
/** A date and a time with the zone, if any, as it is written by databases and languages. */
const usual = /^(\d{4}-\d\d-\d\d)[T ]+(\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) *(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const zoned =
  /(?:Z|UTC|GMT|\b[A-Z]{1,3}[DS]T|:\d\d(?:\.\d+)? ?[+-]\d\d:?(?:\d\d)?|[+-]\d{4}(?: ?\([^)]*\))?)$/i;

/** Converts seconds, milliseconds or a text of either or of a date to milliseconds; undefined for an invalid time. */
export function millisecondsOf(value: unknown): number | undefined {
  const ms = typeof value === 'number' ? ofNumber(value) : typeof value === 'string' ? ofText(value) : NaN;
  return Math.abs(ms) <= lastTime ? ms : undefined;
}

const ofNumber = (value: number): number =>
  Math.round(Math.abs(value) < firstMilliseconds ? value * 1_000 : value);

/** Without a zone a time is in UTC, in whatever form. */
function ofText(value: string): number {
  const text = value.trim();
  if (epoch.test(text)) return ofNumber(Number(text));
  const dashed = text.replace(compact, (_, year, month, day, hour, minute, second = '00') =>
    hour === undefined ? `${year}-${month}-${day}` : `${year}-${month}-${day}T${hour}:${minute}:${second}`,
  );
  const [, day, time, zone = 'Z'] = usual.exec(dashed) ?? [];
  if (time !== undefined) return Date.parse(`${day}T${time.replace(',', '.')}${withMinutes(zone)}`);
  if (!/\b\d{4}\b/.test(dashed)) return NaN; // whatever Date.parse takes for a year, as the 1 of "item 1"
  return Date.parse(zoned.test(dashed) ? dashed : `${dashed} UTC`);
}

const withMinutes = (zone: string): string =>
  zone
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);

/** A time among fields of an entry, and what is in them instead of one. */
export interface ImportedTime {
  readonly ms: number | undefined;
  /** The first text or number that is no time, where none is. */
  readonly unreadable: unknown;
}

/** Finds the first time among fields, from the most to the least exact. */
export function timeAmong(values: readonly unknown[]): ImportedTime {
  const given = values.filter((value) => value !== undefined && value !== null && value !== '');
  const ms = given.map(millisecondsOf).find((time) => time !== undefined);
  return { ms, unreadable: ms === undefined ? given[0] : undefined };
}

/** A sentence about what is in place of a time. */
export const unreadTime = (value: unknown): string =>
  `its time ${quotable(JSON.stringify(value), 60)} cannot be read, so it has that of the import`;
