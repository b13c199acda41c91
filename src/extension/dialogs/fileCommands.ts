import { readdir } from 'node:fs/promises';
import { commands, env, l10n, Uri, window } from 'vscode';
import type { Message } from '../../history/dialogs/types.ts';
import type { Command } from '../base/commands.ts';
import { firstLine, inform, relativeTime } from '../base/notices.ts';
import { positionOf, type DialogServices } from './dialogCommands.ts';
import type { MessageDocuments } from './messageDocuments.ts';
import { chooseDialog, type DialogTarget, pick } from '../base/pick.ts';

/** Number of newest messages offered. */
const offeredMessages = 200;

/** Commands for single messages and for a dialog's files. */
export function fileCommands(services: DialogServices, documents: MessageDocuments): readonly Command[] {
  return [
    { id: 'historyStore.copyMessage', run: (argument) => copyMessage(services, argument) },
    {
      id: 'historyStore.openMessage',
      run: async (argument) => {
        const target = await chooseDialog(services, argument, l10n.t('Open Message in Editor'));
        const position = await chosenPosition(services, target, argument);
        if (position !== undefined) await documents.open(target, position);
      },
    },
    { id: 'historyStore.openFiles', run: (argument) => openFiles(services, argument) },
    {
      id: 'historyStore.revealFiles',
      run: (argument) => reveal(services, argument, 'revealInExplorer'),
    },
    { id: 'historyStore.revealInOs', run: (argument) => reveal(services, argument, 'revealFileInOS') },
  ];
}

async function copyMessage(services: DialogServices, argument: unknown): Promise<void> {
  const target = await chooseDialog(services, argument, l10n.t('Copy Message'));
  const position = await chosenPosition(services, target, argument);
  if (position === undefined) return;
  const [message] = (await target.project.dialogs.window(target.dialog, position, 1)).messages;
  if (message === undefined) return;
  await env.clipboard.writeText(message.text);
  window.setStatusBarMessage(l10n.t('$(check) Message copied'), 3_000);
}

async function chosenPosition(
  services: DialogServices,
  { project, dialog }: DialogTarget,
  argument: unknown,
): Promise<number | undefined> {
  const position = positionOf(argument);
  if (position !== undefined) return position;
  const { total } = await project.dialogs.window(dialog, 0, 0);
  const page = await project.dialogs.window(dialog, Math.max(0, total - offeredMessages), offeredMessages);
  if (page.messages.length === 0) {
    inform(l10n.t('“{0}” has no messages yet.', dialog));
    return undefined;
  }
  const items = page.messages.map((message, index) => messageItem(message, page.offset + index, services));
  return (await pick(items.reverse(), dialog, l10n.t('Choose a message'))).position;
}

function messageItem({ role, text, ts }: Message, position: number, { clock }: DialogServices) {
  const icon = role === 'user' ? '$(account)' : '$(sparkle)';
  return { label: `${icon} ${firstLine(text)}`, description: relativeTime(ts, clock.now()), position };
}

async function openFiles(services: DialogServices, argument: unknown): Promise<void> {
  const target = await chooseDialog(services, argument, l10n.t('Open Files'));
  const folder = await folderOf(target);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const file = files.length === 1 ? files[0] : await askFile(files, target.dialog);
  if (file !== undefined) await window.showTextDocument(Uri.joinPath(Uri.file(folder), file));
}

async function askFile(files: readonly string[], dialog: string): Promise<string> {
  const items = files.map((label) => ({ label }));
  return (await pick(items, l10n.t('Files of “{0}”', dialog), l10n.t('Choose a file'))).label;
}

async function reveal(services: DialogServices, argument: unknown, command: string): Promise<void> {
  const target = await chooseDialog(services, argument, l10n.t('Reveal Files'));
  await commands.executeCommand(command, Uri.file(await folderOf(target)));
}

/** Finds the folder by name only, so that files of an unreadable dialog can be repaired. */
async function folderOf({ project, dialog }: DialogTarget): Promise<string> {
  const list = await project.dialogs.list();
  return list.find(({ name }) => name === dialog)?.folder ?? project.folder;
}
