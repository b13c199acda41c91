import { env, l10n } from 'vscode';
import type { Stretch } from './stretches.ts';

/** Returns the displayed name of a period. */
export function stretchLabel({ kind, from }: Stretch): string {
  switch (kind) {
    case 'today':
      return l10n.t('Today');
    case 'yesterday':
      return l10n.t('Yesterday');
    case 'week':
      return l10n.t('Previous 7 Days');
    case 'day':
      // Short, so that the day's number is visible in a narrow side bar.
      return formatted(from, { weekday: 'short', month: 'short', day: 'numeric' });
    case 'month':
      return formatted(from, { year: 'numeric', month: 'long' });
  }
}

/** Reports whether a period is initially expanded, which distant ones are not. */
export const isNear = ({ kind }: Stretch): boolean =>
  kind === 'today' || kind === 'yesterday' || kind === 'week';

/** Returns the displayed name of a day; both are the start of a day, in milliseconds. */
export function dayLabel(start: number, today: number): string {
  if (start === today) return l10n.t('Today');
  const yesterday = new Date(today);
  yesterday.setDate(yesterday.getDate() - 1);
  return start === yesterday.getTime() ? l10n.t('Yesterday') : formatted(start, { dateStyle: 'full' });
}

const formatted = (time: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(env.language, options).format(time);
