import { env, l10n, ThemeIcon, TreeItemCollapsibleState, workspace } from 'vscode';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { isOfFolder, offeredCopies } from '../../history/copies/lostCopies.ts';
import type { HistoryCopy } from '../../history/copies/types.ts';
import type { Project } from '../base/project.ts';
import { historyRoot } from '../base/settings.ts';
import type { AddedNode } from '../dialogs/dialogNodes.ts';
import { age } from '../tree/age.ts';
import { treeItem } from '../tree/treeItem.ts';

/** Reports whether this window keeps second copies: not in an untrusted workspace, nor for a history in another place. */
export const keepsCopies = (): boolean => workspace.isTrusted && historyRoot() === undefined;

/** Adds a row for a history that was deleted with its folder, until it is restored or its copy deleted. */
export const lostRows =
  (machine: Machine) =>
  async (project: Project): Promise<readonly AddedNode[]> => {
    const [copy] = keepsCopies() ? await offeredCopies(machine, project.folder) : [];
    if (copy === undefined) return [];
    return [
      {
        kind: 'lostHistory',
        id: `${project.root}/lost`,
        project,
        draw: (now) => lostItem(project, copy, { now, isOwn: isOfFolder(machine, copy, project.folder) }),
      },
    ];
  };

function lostItem(
  project: Project,
  { followedAt }: HistoryCopy,
  { now, isOwn }: { readonly now: number; readonly isOwn: boolean },
) {
  const label = isOwn
    ? l10n.t('Deleted history can be restored')
    : l10n.t('History of another clone can be restored');
  const item = treeItem(label, TreeItemCollapsibleState.None, 'lostHistory', {
    icon: new ThemeIcon('warning'),
    description: age(followedAt, now, env.language),
    tooltip: isOwn
      ? l10n.t('It was deleted with its folder. A copy of it is kept.')
      : l10n.t('The folder of the other clone of this repository is gone. A copy of its history is kept.'),
  });
  item.command = {
    command: 'historyStore.overview',
    title: label,
    arguments: [{ folder: project.root }],
  };
  return item;
}
