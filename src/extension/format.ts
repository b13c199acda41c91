import { env, l10n } from 'vscode';

const units = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['week', 7 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** How long ago, in the editor's language: `3 min. ago`, `yesterday`, `now`. Times in milliseconds. */
export function relativeTime(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const format = new Intl.RelativeTimeFormat(env.language, { numeric: 'auto', style: 'short' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(0, 'second');
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
