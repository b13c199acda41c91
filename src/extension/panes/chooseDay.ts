import { env, l10n, ProgressLocation } from 'vscode';
import { messageCount, withProgress } from '../base/notices.ts';
import { pick } from '../base/pick.ts';
import { daysOf, type Timeline } from './timeline.ts';

/** Maximum number of days offered. */
const mostDays = 400;

/** Asks for a day of a conversation; returns the position of its first message. Throws `CancellationError`. */
export async function chooseDay(timeline: Timeline): Promise<number> {
  const title = l10n.t('Go to Day');
  const read = () => daysOf(timeline, mostDays);
  const days = await withProgress({ location: ProgressLocation.Window, title }, read);
  const format = new Intl.DateTimeFormat(env.language, { dateStyle: 'full' });
  const items = days.map(({ from, first, messages }) => ({
    label: format.format(from),
    description: messageCount(messages),
    first,
  }));
  return (await pick(items, title, l10n.t('Choose a day'))).first;
}
