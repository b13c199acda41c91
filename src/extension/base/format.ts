import { env, l10n } from 'vscode';
import { Format } from '../../protocol/format.ts';

const format = new Format(env.language, 'short');

/** How long ago, in the editor's language: `3 min. ago`, `8 days ago`, `Sep 14`, `now`. Times in milliseconds. */
export const relativeTime = (time: number, now: number): string => format.relative(time, now);

/** Date and time in the editor's language. */
export const dateTime = (time: number): string => format.dateTime(time);

/** A number with the separators of the editor's language and at most one digit after the point. */
export const number = (value: number): string => format.number(value);

/** A share of 1 in whole percent. */
export const percent = (share: number): string => format.percent(share);

/** A size with the unit that suits it, e.g. `64 KB` for 65,536 bytes. */
export const byteSize = (bytes: number): string => format.bytes(bytes);

export function messageCount(count: number): string {
  return count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', number(count));
}

export function turnCount(count: number): string {
  return count === 1 ? l10n.t('{0} turn', 1) : l10n.t('{0} turns', number(count));
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

/** The first moment of a day on this machine, some days before another. Milliseconds. */
export function startOfDay(time: number, daysBefore = 0): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}
