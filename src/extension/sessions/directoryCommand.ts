import { l10n, Uri, window } from 'vscode';
import { getDirectoryContextString } from '../../store/sessions/environment.ts';
import { openInChat } from '../chat.ts';
import type { Command } from '../commands.ts';

/** Puts what is in a folder into the input of the chat that goes on, unsent; the explorer's menu says which folder. */
export const directoryCommand: Command = {
  id: 'historyStore.addDirectoryToContext',
  run: async (argument) => {
    const folder = argument instanceof Uri ? argument : await askFolder();
    if (folder) await openInChat(await getDirectoryContextString({ folders: [folder.fsPath] }));
  },
};

async function askFolder(): Promise<Uri | undefined> {
  const title = l10n.t('Add Directory to Context');
  const options = { canSelectFolders: true, canSelectFiles: false, openLabel: l10n.t('Add') };
  return (await window.showOpenDialog({ title, ...options }))?.[0];
}
