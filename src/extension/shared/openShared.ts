import { join } from 'node:path';
import { commands, l10n, Uri, window } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { sharedFolder, type SharedItem } from '../../history/shared/types.ts';
import { chooseOne } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { sharedUri } from './sharedDocuments.ts';
import type { TeamServices } from './teamServices.ts';
import { sharedItems } from './withdrawing.ts';

/** The editor's own Markdown preview. */
const preview = 'vscode.markdown.preview.editor';

/** Opens a shared item for reading; one with a problem is opened as a file. */
export async function openShared(services: TeamServices, argument: unknown, options: unknown): Promise<void> {
  const { project, item } = await chooseOne(sharedItems(services, l10n.t('Open Shared Item')), argument);
  const preserveFocus = isObject(options) && options.preserveFocus === true;
  services.teamView.see(project, [item]);
  if (item.problem !== undefined && item.problem !== 'sameId') await openFile(project, item, preserveFocus);
  else
    await commands.executeCommand('vscode.openWith', sharedUri(project, item), preview, {
      preview: true,
      preserveFocus,
    });
}

/** Opens the file that others see, for editing and for resolving conflicts. */
export async function openSharedFile(services: TeamServices, argument: unknown): Promise<void> {
  const { project, item } = await chooseOne(sharedItems(services, l10n.t('Open File')), argument);
  await openFile(project, item);
}

export async function openFile(
  { folder }: Project,
  { file }: Pick<SharedItem, 'file'>,
  preserveFocus = false,
): Promise<void> {
  await window.showTextDocument(Uri.file(join(folder, sharedFolder, file)), { preview: true, preserveFocus });
}
