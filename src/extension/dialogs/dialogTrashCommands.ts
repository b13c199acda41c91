import { CancellationError, l10n, window } from 'vscode';
import { maxNameLength } from '../../disk/base/limits.ts';
import type { Command } from '../base/commands.ts';
import { chooseTrashed, type InTrash } from '../base/inTrash.ts';
import { inform, messageCount, movedToTrash, number, type Undoable, undoably } from '../base/notices.ts';
import { type Called, chooseDialogs, chooseProject, type DialogTarget, nothing, pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import type { DialogServices } from './dialogCommands.ts';

/** Commands that move dialogs to the trash and restore them. */
export function dialogTrashCommands(services: DialogServices): readonly Command[] {
  return [
    {
      id: 'historyStore.deleteDialog',
      writes: true,
      run: (argument, selected) => deleteDialogs(services, { argument, selected }),
    },
    {
      id: 'historyStore.restoreDialog',
      writes: true,
      run: (argument, selected) => restoreDialogs(services, { argument, selected }),
    },
    { id: 'historyStore.emptyDialogTrash', writes: true, run: (argument) => emptyTrash(services, argument) },
  ];
}

/** Does not ask, since all of this can be undone. */
async function deleteDialogs(services: DialogServices, called: Called): Promise<void> {
  const targets = await chooseDialogs(services, called, l10n.t('Delete Dialog'));
  const remove = async ({ project, dialog }: DialogTarget): Promise<Undoable<string, DialogTarget>> => {
    const trashed = await project.dialogTrash.remove(dialog);
    const undo = async (): Promise<DialogTarget> => ({ project, dialog: await restore(project, trashed) });
    return { done: dialog, undo };
  };
  const focusFirst = ([first]: readonly DialogTarget[]) => first && services.view.focus(first);
  await undoably(targets, remove, movedToTrash, services.onError, focusFirst);
}

async function restoreDialogs(services: DialogServices, called: Called): Promise<void> {
  const chosen = await chooseTrashed(services, called, {
    list: (project) => project.dialogTrash.list(),
    title: l10n.t('Restore Dialog'),
    question: l10n.t('Choose a deleted dialog'),
  });
  const names: string[] = [];
  let last: DialogTarget | undefined;
  for (const { project, trashed } of chosen) {
    const dialog = await restore(project, trashed);
    names.push(dialog);
    last = { project, dialog };
  }
  inform(
    names.length === 1
      ? l10n.t('Restored “{0}”.', names.join())
      : l10n.t('Restored {0} dialogs.', number(names.length)),
  );
  if (last) await services.view.reveal(last);
}

/** Restores a dialog, under another name if its own is taken, and returns the name. */
async function restore(project: Project, { id, name }: InTrash['trashed']): Promise<string> {
  const taken = new Set(await project.dialogs.names());
  if (!taken.has(name)) return project.dialogTrash.restore(id);
  const other = await window.showInputBox({
    title: l10n.t('Restore “{0}”', name),
    prompt: l10n.t('A dialog with this name exists by now. Enter another name.'),
    value: freeName(name, taken),
    validateInput: (text) => problemOf(text.trim(), taken),
  });
  if (other === undefined) throw new CancellationError();
  return project.dialogTrash.restore(id, other.trim());
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
}

function problemOf(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name === '') return l10n.t('Enter a name.');
  if (name.length > maxNameLength) return l10n.t('At most {0} characters.', maxNameLength);
  return taken.has(name) ? l10n.t('A dialog with this name already exists. Choose another name.') : undefined;
}

/** Deletes only what was in the trash when the person was asked. */
async function emptyTrash({ projects }: DialogServices, argument: unknown): Promise<void> {
  const title = l10n.t('Empty Trash');
  const project = await chooseProject(projects, argument, title);
  const all = await project.dialogTrash.list();
  if (all.length === 0) throw nothing(l10n.t('The trash is empty.'));
  const messages = all.reduce((sum, each) => sum + (each.messages ?? 0), 0);
  const empty = {
    label: l10n.t('$(trash) Delete Permanently'),
    description: messageCount(messages),
    detail: l10n.t('You can’t undo this.'),
  };
  const keep = { label: l10n.t('$(close) Cancel') };
  const question = l10n.t('Permanently delete {0} dialogs?', number(all.length));
  if ((await pick([keep, empty], title, question)) !== empty) return;
  const purged = await project.dialogTrash.purge(all.map(({ id }) => id));
  inform(l10n.t('Permanently deleted {0} dialogs.', number(purged)));
}
