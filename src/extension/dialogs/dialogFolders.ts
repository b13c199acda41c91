import { env, l10n, ThemeIcon, TreeItemCollapsibleState } from 'vscode';
import type { TrashedDialog } from '../../history/dialogs/trashTypes.ts';
import { dateTime, messageCount, number } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { age } from '../tree/age.ts';
import { isNear, stretchLabel } from '../tree/stretchLabel.ts';
import { stretchKey } from '../tree/stretches.ts';
import { trashFolder, treeItem } from '../tree/treeItem.ts';
import type { AddedNode, TreeNode } from './dialogNodes.ts';
import type { DialogGroup } from './dialogOrder.ts';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

/** Returns nodes of these dialogs, as many as the list shows. */
export type ListDialogs = (list: string, names: readonly string[]) => Promise<TreeNode[]>;

/** A folder of dialogs; `names` are the dialogs in it. */
export interface DialogFolderNode extends AddedNode {
  readonly names: readonly string[];
}

/** Returns the folder of pinned dialogs, or of one period; the first is expanded. */
export function groupNode(
  project: Project,
  { group, names }: DialogGroup,
  { isFirst, list }: { readonly isFirst: boolean; readonly list: ListDialogs },
): DialogFolderNode {
  const key = typeof group === 'string' ? group : stretchKey(group);
  const label = group === 'pinned' ? l10n.t('Pinned') : typeof group === 'string' ? '' : stretchLabel(group);
  const isOpen = isFirst || typeof group === 'string' || isNear(group);
  const icon = new ThemeIcon(group === 'pinned' ? 'pinned' : 'calendar');
  const id = idOf(project, key);
  return {
    kind: 'dialogGroup',
    id,
    project,
    names,
    draw: () =>
      treeItem(label, isOpen ? Expanded : Collapsed, 'dialogGroup', {
        icon,
        description: number(names.length),
      }),
    children: () => list(id, names),
  };
}

/** Returns the folder of archived dialogs. */
export function archivedNode(
  project: Project,
  names: readonly string[],
  list: ListDialogs,
): DialogFolderNode {
  const id = idOf(project, 'archived');
  return {
    kind: 'archivedDialogs',
    id,
    project,
    names,
    draw: () =>
      treeItem(l10n.t('Hidden'), Collapsed, 'archivedDialogs', {
        icon: new ThemeIcon('archive'),
        description: number(names.length),
      }),
    children: () => list(id, names),
  };
}

/** A deleted dialog. */
export interface TrashedDialogNode extends AddedNode {
  readonly kind: 'trashedDialog';
  readonly trashed: TrashedDialog;
}

/** Returns the folder of deleted dialogs, which are read when it is expanded. */
export function trashNode(project: Project, count: number): AddedNode {
  const id = idOf(project, 'trash');
  return {
    kind: 'dialogTrash',
    id,
    project,
    draw: () => trashFolder(l10n.t('Trash'), Collapsed, 'dialogTrash', count),
    children: async () =>
      (await project.dialogTrash.list()).map((trashed) => trashedNode(project, id, trashed)),
  };
}

function trashedNode(project: Project, parent: string, trashed: TrashedDialog): TrashedDialogNode {
  const { id, name, deletedAt, messages } = trashed;
  return {
    kind: 'trashedDialog',
    id: `${parent}/${id}`,
    project,
    trashed,
    draw: (now) => {
      const parts = [age(deletedAt, now, env.language), messages !== undefined && messageCount(messages)];
      return treeItem(name, None, 'trashedDialog', {
        icon: new ThemeIcon('comment-discussion'),
        description: parts.filter((part) => typeof part === 'string').join(' · '),
        tooltip: `${name}\n${l10n.t('Deleted: {0}', dateTime(deletedAt))}`,
      });
    },
  };
}

const idOf = (project: Project, folder: string): string => JSON.stringify([project.root, 'folder', folder]);
