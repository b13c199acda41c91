import type { When } from './filters.ts';
import type { Query } from './query.ts';
import type { SearchPage } from './types.ts';

/** Says what a query leaves out, filters by, or takes as text though it has another form. */
export function queryNotes(query: Query, text: string, { zone }: When): Pick<SearchPage, 'reading'> {
  const { excluded, pattern, filters, read } = query;
  const notes: string[] = [];
  if (excluded.length > 0)
    notes.push(`Without: ${excluded.map((one) => one.text).join(', ')}${asItStands(text)}.`);
  if (pattern) notes.push(`Only what matches ${String(pattern)}${asItStands(text)}.`);
  if (read.filters.length > 0)
    notes.push(`Only: ${read.filters.join(' ')}${spanText(filters, zone)}${asItStands(text)}.`);
  if (read.asText.length > 0)
    notes.push(`Taken as text, as nothing has such a value: ${read.asText.join(', ')}.`);
  if (read.options.length > 0)
    notes.push(
      `Taken as words: ${read.options.join(', ')}; to leave them out: ${read.options.map((word) => `-"${word.slice(1)}"`).join(' ')}.`,
    );
  return notes.length === 0 ? {} : { reading: notes };
}

/** Tells how to search for a query as a text, unless it holds quotes. */
const asItStands = (text: string): string =>
  /["“”]/.test(text) ? '' : `; as it stands: "${text.trim().replaceAll(/\s+/g, ' ')}"`;

function spanText({ from, to }: Query['filters'], zone: When['zone']): string {
  if (from === undefined && to === undefined) return '';
  const [first, end] = [from, to].map((ms) =>
    ms === undefined || !Number.isFinite(ms) ? undefined : momentText(ms, zone),
  );
  return ` (${[first && `from ${first}`, end && `to ${end}`].filter(Boolean).join(' ')})`;
}

/** Formats a moment with its distance from UTC, as days begin elsewhere in other zones. */
function momentText(ms: number, zone: When['zone']): string {
  const ahead = zone === 'utc' ? 0 : -new Date(ms).getTimezoneOffset();
  const time = new Date(ms + ahead * 60_000);
  if (Number.isNaN(time.getTime())) return String(ms);
  const two = (count: number): string => String(Math.floor(Math.abs(count))).padStart(2, '0');
  const offset = ahead === 0 ? 'UTC' : `UTC${ahead < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`;
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} ${offset}`;
}
