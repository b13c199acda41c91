import { env, l10n } from 'vscode';

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** What is further away is told by its date. Seconds. */
const dated = 30 * 24 * 60 * 60;

/** How long ago, in the editor's language: `3 min. ago`, `8 days ago`, `Sep 14`, `now`. Times in milliseconds. */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  if (Math.abs(seconds) >= dated) return shortDate(time, now);
  const format = new Intl.RelativeTimeFormat(env.language, { numeric: 'auto', style: 'short' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
}

/** A date, with its year where that is not the present one. */
function shortDate(time: number, now: number): string {
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const year = sameYear ? undefined : 'numeric';
  return new Intl.DateTimeFormat(env.language, { month: 'short', day: 'numeric', year }).format(time);
}

/** Date and time in the editor's language. */
export function dateTime(time: number): string {
  return new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

export function messageCount(count: number): string {
  return count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', number(count));
}

/** A number with the separators of the editor's language and at most one digit after the point. */
export function number(value: number): string {
  return new Intl.NumberFormat(env.language, { maximumFractionDigits: 1 }).format(value);
}

export function turnCount(count: number): string {
  return count === 1 ? l10n.t('{0} turn', 1) : l10n.t('{0} turns', number(count));
}

/** A share of 1 in whole percent. */
export function percent(share: number): string {
  return new Intl.NumberFormat(env.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** A size with the unit that suits it, e.g. `64 KB` for 65,536 bytes. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return l10n.t('{0} B', bytes);
  if (bytes < 1024 * 1024) return l10n.t('{0} KB', number(bytes / 1024));
  return l10n.t('{0} MB', number(bytes / 1024 / 1024));
}

/** The first line that says something, without the marks of Markdown at its start, at most 120 characters. */
export function firstLine(text: string): string {
  const lines = text.slice(0, 2_000).split(/[\r\n]+/);
  const shown =
    lines
      .filter((line) => !line.trimStart().startsWith('```'))
      .map((line) =>
        line
          .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+)*/, '')
          .replaceAll('**', '')
          .trim(),
      )
      .find((line) => line !== '') ?? '';
  return shown.length > 120 ? `${shown.slice(0, 119)}…` : shown;
}
