import { env, l10n, window, workspace, type TextEditor } from 'vscode';
import type { NewEntry } from '../../store/dialogs/types.ts';
import type { Command } from '../base/commands.ts';
import { createDialog, type DialogServices } from './dialogCommands.ts';
import { pickDialogOrNew, pickProject, targetOf, type Target } from '../base/dialogTarget.ts';
import { inform } from '../base/notices.ts';

/** Saving of text from the editor and the clipboard. */
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
  given: Target | undefined,
  entry: NewEntry,
  title: string,
): Promise<void> {
  const target = given ?? (await askTarget(services, title));
  await target.project.dialogs.save(target.dialog, [entry]);
  window.setStatusBarMessage(l10n.t('$(check) Saved to “{0}”', target.dialog), 5_000);
}

async function askTarget({ projects, clock }: DialogServices, title: string): Promise<Target> {
  const picked = await pickDialogOrNew(projects, title, clock.now());
  return picked ?? createDialog(await pickProject(projects, title));
}

/** The selected text as a message; code is fenced and says where it is from. Undefined when nothing is selected. */
export function selectionEntry({ document, selection }: TextEditor): NewEntry | undefined {
  const text = document.getText(selection);
  if (text.trim() === '') return undefined;
  const file = workspace.asRelativePath(document.uri);
  const place = `${file}:${selection.start.line + 1}`;
  const meta = { source: 'editor', file, line: selection.start.line + 1, language: document.languageId };
  const isProse = ['markdown', 'plaintext'].includes(document.languageId);
  return {
    role: 'user',
    text: isProse ? text : `\`${place}\`\n\n${fenced(text, document.languageId)}`,
    meta,
  };
}

/** A fence longer than any in the text, so that nothing in it can end it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}
