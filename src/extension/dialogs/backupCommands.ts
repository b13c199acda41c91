import { l10n } from 'vscode';
import { isObject } from '../../store/json.ts';
import type { Command } from '../commands.ts';
import { dateTime, firstLine, messageCount, relativeTime } from '../format.ts';
import { chosen, type DialogServices } from './dialogCommands.ts';
import { pick, type Target } from './target.ts';
import { inform, offerUndo } from '../notices.ts';

/** Clearing and restoring: both keep a backup of what was there and offer to undo. */
export function backupCommands(services: DialogServices): readonly Command[] {
  return [
    { id: 'historyStore.clearDialog', writes: true, run: (argument) => clearDialog(services, argument) },
    { id: 'historyStore.restoreBackup', writes: true, run: (argument) => restoreBackup(services, argument) },
    {
      id: 'historyStore.restoreSummary',
      writes: true,
      run: (argument) => restoreSummary(services, argument),
    },
  ];
}

async function clearDialog(services: DialogServices, argument: unknown): Promise<void> {
  const target = await chosen(services, argument, l10n.t('Clear Dialog'));
  const { project, dialog } = target;
  const overview = await project.dialogs.overview(dialog);
  if (!(await confirmed(dialog, overview?.messages ?? 0))) return;
  const { backup } = await project.dialogs.clear(dialog);
  if (backup === undefined) {
    inform(l10n.t('“{0}” was already empty.', dialog));
    return;
  }
  offerRestore(services, target, backup, l10n.t('Cleared “{0}”. A backup was kept.', dialog));
}

async function confirmed(dialog: string, messages: number): Promise<boolean> {
  const clear = {
    label: l10n.t('$(clear-all) Clear'),
    description: messageCount(messages),
    detail: l10n.t('Messages and summary go into a backup; you can undo this.'),
  };
  const keep = { label: l10n.t('$(close) Cancel') };
  return (await pick([clear, keep], l10n.t('Clear “{0}”?', dialog), l10n.t('Clear this dialog?'))) === clear;
}

async function restoreBackup(services: DialogServices, argument: unknown): Promise<void> {
  const target = await chosen(services, argument, l10n.t('Restore Backup'));
  const id = backupOf(argument) ?? (await askBackup(services, target));
  if (id === undefined) return;
  const { backup } = await target.project.dialogs.restoreBackup(target.dialog, id);
  const text = l10n.t('Restored a backup of “{0}”.', target.dialog);
  if (backup === undefined) inform(text);
  else offerRestore(services, target, backup, text);
}

/** The id in a node of the tree. */
function backupOf(argument: unknown): string | undefined {
  const backup = isObject(argument) ? argument.backup : undefined;
  return isObject(backup) && typeof backup.id === 'string' ? backup.id : undefined;
}

async function askBackup(
  { clock }: DialogServices,
  { project, dialog }: Target,
): Promise<string | undefined> {
  const backups = await project.dialogs.backups(dialog);
  if (backups.length === 0) {
    inform(l10n.t('“{0}” has no backups.', dialog));
    return undefined;
  }
  const items = backups.map(({ id, mtime, files }) => ({
    label: dateTime(mtime),
    description: relativeTime(mtime, clock.now()),
    detail: files.join(', '),
    id,
  }));
  return (await pick(items, l10n.t('Restore Backup'), l10n.t('Choose a backup of “{0}”', dialog))).id;
}

/** Brings back a summary that was replaced; the present one goes where that was. */
async function restoreSummary(services: DialogServices, argument: unknown): Promise<void> {
  const title = l10n.t('Restore Replaced Summary');
  const { project, dialog } = await chosen(services, argument, title);
  const replaced = await project.dialogs.replacedSummaries(dialog);
  if (replaced.length === 0) {
    inform(l10n.t('No summary of “{0}” was replaced in the last 30 days.', dialog));
    return;
  }
  const items = replaced.map(({ replacedAt, summary }) => ({
    label: dateTime(replacedAt),
    description: relativeTime(replacedAt, services.clock.now()),
    detail: firstLine(typeof summary === 'string' ? summary : JSON.stringify(summary)),
    summary,
  }));
  const { summary } = await pick(items, title, l10n.t('Choose a summary of “{0}”', dialog));
  await project.dialogs.setSummary(dialog, summary, 'replace');
  inform(l10n.t('Restored a summary of “{0}”.', dialog));
}

/** A notice whose button puts the backup back; what it replaces becomes a backup in turn. */
function offerRestore(services: DialogServices, target: Target, backup: string, text: string): void {
  offerUndo(text, () => target.project.dialogs.restoreBackup(target.dialog, backup), services.onError);
}
