import { l10n } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { Command } from '../base/commands.ts';
import {
  dateTime,
  firstLine,
  inform,
  messageCount,
  number,
  offerUndo,
  relativeTime,
  type Several,
  type Undoable,
  undoably,
} from '../base/notices.ts';
import { backupTime } from './backupTime.ts';
import type { DialogServices } from './dialogCommands.ts';
import { type Called, chooseDialog, chooseDialogs, type DialogTarget, pick } from '../base/pick.ts';

/** Commands that clear and restore dialogs; both keep a backup and offer to undo. */
export function backupCommands(services: DialogServices): readonly Command[] {
  return [
    {
      id: 'historyStore.clearDialog',
      writes: true,
      run: (argument, selected) => clearDialogs(services, { argument, selected }),
    },
    { id: 'historyStore.restoreBackup', writes: true, run: (argument) => restoreBackup(services, argument) },
    {
      id: 'historyStore.restoreSummary',
      writes: true,
      run: (argument) => restoreSummary(services, argument),
    },
  ];
}

async function clearDialogs(services: DialogServices, called: Called): Promise<void> {
  const targets = await chooseDialogs(services, called, l10n.t('Clear Dialog'));
  const overviews = await Promise.all(targets.map(({ project, dialog }) => project.dialogs.overview(dialog)));
  const messages = overviews.reduce((sum, overview) => sum + (overview?.messages ?? 0), 0);
  if (!(await confirmed(targets, messages))) return;
  const clear = async ({ project, dialog }: DialogTarget): Promise<Undoable<string> | undefined> => {
    const { backup } = await project.dialogs.clear(dialog);
    return backup === undefined
      ? undefined
      : { done: dialog, undo: () => project.dialogs.restoreBackup(dialog, backup) };
  };
  if (!(await undoably(targets, clear, clearedText, services.onError)))
    inform(l10n.t('“{0}” was already empty.', targets.map(({ dialog }) => dialog).join(', ')));
}

const clearedText = ([first, ...more]: Several<string>): string =>
  more.length === 0
    ? l10n.t('Cleared “{0}”. A backup was kept.', first)
    : l10n.t('Cleared {0} dialogs. Backups were kept.', number(more.length + 1));

async function confirmed(targets: readonly DialogTarget[], messages: number): Promise<boolean> {
  const clear = {
    label: l10n.t('$(clear-all) Clear'),
    description: messageCount(messages),
    detail: l10n.t('Messages and summary are moved to a backup. You can undo this.'),
  };
  const keep = { label: l10n.t('$(close) Cancel') };
  const [first, ...more] = targets;
  const title =
    more.length === 0
      ? l10n.t('Clear “{0}”?', first?.dialog ?? '')
      : l10n.t('Clear {0} dialogs?', number(targets.length));
  const question = more.length === 0 ? l10n.t('Clear this dialog?') : l10n.t('Clear these dialogs?');
  return (await pick([clear, keep], title, question)) === clear;
}

async function restoreBackup(services: DialogServices, argument: unknown): Promise<void> {
  const target = await chooseDialog(services, argument, l10n.t('Restore Backup'));
  const id = backupOf(argument) ?? (await askBackup(services, target));
  const { backup } = await target.project.dialogs.restoreBackup(target.dialog, id);
  const text = l10n.t('Restored a backup of “{0}”.', target.dialog);
  if (backup === undefined) inform(text);
  else offerUndo(text, () => target.project.dialogs.restoreBackup(target.dialog, backup), services.onError); // the replaced state becomes a backup
}

/** Returns the id in a tree node. */
function backupOf(argument: unknown): string | undefined {
  const backup = isObject(argument) ? argument.backup : undefined;
  return isObject(backup) && typeof backup.id === 'string' ? backup.id : undefined;
}

async function askBackup({ clock }: DialogServices, { project, dialog }: DialogTarget): Promise<string> {
  const backups = await project.dialogs.backups(dialog);
  const items = backups.map((backup) => ({
    label: dateTime(backupTime(backup)),
    description: relativeTime(backupTime(backup), clock.now()),
    detail: backup.files.join(', '),
    id: backup.id,
  }));
  const none = l10n.t('“{0}” has no backups.', dialog);
  return (await pick(items, l10n.t('Restore Backup'), l10n.t('Choose a backup of “{0}”', dialog), { none }))
    .id;
}

/** Restores a replaced summary; the present one goes to the trash. */
async function restoreSummary(services: DialogServices, argument: unknown): Promise<void> {
  const title = l10n.t('Restore Replaced Summary');
  const { project, dialog } = await chooseDialog(services, argument, title);
  const replaced = await project.dialogs.replacedSummaries(dialog);
  const items = replaced.map(({ replacedAt, summary }) => ({
    label: dateTime(replacedAt),
    description: relativeTime(replacedAt, services.clock.now()),
    detail: firstLine(typeof summary === 'string' ? summary : JSON.stringify(summary)),
    summary,
  }));
  const none = l10n.t('No summary of “{0}” was replaced in the last 30 days.', dialog);
  const { summary } = await pick(items, title, l10n.t('Choose a summary of “{0}”', dialog), { none });
  await project.dialogs.setSummary(dialog, summary, 'replace');
  inform(l10n.t('Restored a summary of “{0}”.', dialog));
}
