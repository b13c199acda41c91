import { FileType, l10n, Uri, window, workspace } from 'vscode';
import { getDirectoryContextString } from '../../history/sessions/environment.ts';
import { openInChat } from '../base/chat.ts';
import type { Command } from '../base/commands.ts';

/**
 * Adds the content of folders to the input of the current chat without sending it; the explorer's menu passes the
 * selection.
 */
export const directoryCommand: Command = {
  id: 'historyStore.addDirectoryToContext',
  run: async (clicked, selected) => {
    const named = Array.isArray(selected) ? selected.filter(isUri) : [clicked].filter(isUri);
    const folders = named.length > 0 ? await onlyFolders(named) : await askFolders();
    if (folders.length === 0) return;
    await openInChat(await getDirectoryContextString({ folders: folders.map(({ fsPath }) => fsPath) }));
  },
};

const isUri = (value: unknown): value is Uri => value instanceof Uri;

/** The selection may also contain files. */
async function onlyFolders(all: readonly Uri[]): Promise<Uri[]> {
  const stats = await Promise.all(all.map((uri) => workspace.fs.stat(uri)));
  return all.filter((_, n) => ((stats[n]?.type ?? FileType.Unknown) & FileType.Directory) !== 0);
}

async function askFolders(): Promise<readonly Uri[]> {
  const title = l10n.t('Add Directory to Context');
  const choice = { canSelectFolders: true, canSelectFiles: false, canSelectMany: true };
  return (await window.showOpenDialog({ title, ...choice, openLabel: l10n.t('Add') })) ?? [];
}
