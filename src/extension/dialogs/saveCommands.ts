import { env, l10n, window } from 'vscode';
import type { NewEntry } from '../../history/dialogs/types.ts';
import type { Command } from '../base/commands.ts';
import { createDialog, type DialogServices } from './dialogCommands.ts';
import { chooseProject, type DialogTarget, pickDialogOrNew, targetOf } from '../base/pick.ts';
import { inform } from '../base/notices.ts';
import { selectionEntry } from '../base/selection.ts';

/** Commands that save text from the editor and the clipboard. */
export function saveCommands(services: DialogServices): readonly Command[] {
  return [
    { id: 'historyStore.saveSelection', writes: true, run: () => saveSelection(services) },
    { id: 'historyStore.saveClipboard', writes: true, run: (argument) => saveClipboard(services, argument) },
  ];
}

async function saveSelection(services: DialogServices): Promise<void> {
  const editor = window.activeTextEditor;
  const entry = editor && selectionEntry(editor);
  if (entry === undefined) {
    inform(l10n.t('Select some text in an editor first.'));
    return;
  }
  await save(services, undefined, entry, l10n.t('Save Selection to Dialog'));
}

async function saveClipboard(services: DialogServices, argument: unknown): Promise<void> {
  const text = await env.clipboard.readText();
  if (text.trim() === '') {
    inform(l10n.t('The clipboard has no text.'));
    return;
  }
  const entry: NewEntry = { role: 'user', text, meta: { source: 'clipboard' } };
  await save(services, targetOf(argument, services.projects), entry, l10n.t('Save Clipboard to Dialog'));
}

async function save(
  services: DialogServices,
  named: DialogTarget | undefined,
  entry: NewEntry,
  title: string,
): Promise<void> {
  const target = named ?? (await askTarget(services, title));
  await target.project.dialogs.save(target.dialog, [entry]);
  window.setStatusBarMessage(l10n.t('$(check) Saved to “{0}”', target.dialog), 5_000);
}

async function askTarget({ projects, clock }: DialogServices, title: string): Promise<DialogTarget> {
  const picked = await pickDialogOrNew(projects, title, clock.now());
  return picked ?? createDialog(await chooseProject(projects, undefined, title));
}
