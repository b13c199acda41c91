import { env, l10n } from 'vscode';
import type { Stretch } from './stretches.ts';

/** What a stretch of time is called. */
export function stretchLabel({ kind, from }: Stretch): string {
  switch (kind) {
    case 'today':
      return l10n.t('Today');
    case 'yesterday':
      return l10n.t('Yesterday');
    case 'week':
      return l10n.t('Previous 7 Days');
    case 'day':
      // In short, so that the number of the day is seen in a narrow side bar.
      return formatted(from, { weekday: 'short', month: 'short', day: 'numeric' });
    case 'month':
      return formatted(from, { year: 'numeric', month: 'long' });
  }
}

/** Whether a stretch is unfolded at first: what is long ago is folded. */
export const isNear = ({ kind }: Stretch): boolean =>
  kind === 'today' || kind === 'yesterday' || kind === 'week';

/** What a day is called; both are the first moment of a day, in milliseconds. */
export function dayLabel(start: number, today: number): string {
  if (start === today) return l10n.t('Today');
  const yesterday = new Date(today);
  yesterday.setDate(yesterday.getDate() - 1);
  return start === yesterday.getTime() ? l10n.t('Yesterday') : formatted(start, { dateStyle: 'full' });
}

const formatted = (time: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(env.language, options).format(time);
