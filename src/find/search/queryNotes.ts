import type { Note } from './types.ts';
import type { Say } from '../../disk/base/texts.ts';
import type { When } from './filters.ts';
import type { Query } from './query.ts';

/** Says what a query leaves out, filters by, or takes as text though it has another form. */
export function queryNotes(query: Query, text: string, { zone }: When): readonly Note[] {
  const { excluded, pattern, filters, read } = query;
  const notes: Note[] = [];
  if (excluded.length > 0)
    notes.push((say) =>
      say('Without: {0}{1}.', excluded.map((one) => one.text).join(', '), asItStands(text, say)),
    );
  if (pattern) notes.push((say) => say('Only what matches {0}{1}.', String(pattern), asItStands(text, say)));
  if (read.filters.length > 0)
    notes.push((say) =>
      say('Only: {0}{1}{2}.', read.filters.join(' '), spanText(filters, zone, say), asItStands(text, say)),
    );
  if (read.asText.length > 0)
    notes.push((say) => say('Taken as text, as nothing has such a value: {0}.', read.asText.join(', ')));
  if (read.options.length > 0) {
    const excluding = read.options.map((word) => `-"${word.slice(1)}"`).join(' ');
    notes.push((say) =>
      say('Taken as words: {0}; to leave them out: {1}.', read.options.join(', '), excluding),
    );
  }
  return notes;
}

/** Says that results are without the condition of a query's quotes. */
export const unquotedNote =
  ({ phrases }: Query): Note =>
  (say) =>
    say(
      'Nothing contains {0} as quoted; these results are without that condition.',
      phrases.map(({ text }) => JSON.stringify(text)).join(say(' and ')),
    );

/** Tells how to search for a query as a text, unless it holds quotes. */
const asItStands = (text: string, say: Say): string =>
  /["“”]/.test(text) ? '' : say('; as it stands: "{0}"', text.trim().replaceAll(/\s+/g, ' '));

function spanText({ from, to }: Query['filters'], zone: When['zone'], say: Say): string {
  const [first, end] = [from, to].map((ms) =>
    ms === undefined || !Number.isFinite(ms) ? undefined : momentText(ms, zone),
  );
  if (first !== undefined && end !== undefined) return say(' (from {0} to {1})', first, end);
  if (first !== undefined) return say(' (from {0})', first);
  return end === undefined ? '' : say(' (to {0})', end);
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
