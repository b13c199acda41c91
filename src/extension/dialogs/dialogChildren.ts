import { join } from 'node:path';
import type { DialogOverview } from '../../store/dialogs/types.ts';
import { summarySections } from './summarySections.ts';
import type {
  BackupNode,
  DialogNode,
  MessagesNode,
  SectionNode,
  SummaryNode,
  TreeNode,
} from './dialogNodes.ts';
import type { BackupsNode, DamagedNode, DamagedFileNode, EntryNode, MessageNode } from './dialogNodes.ts';

/** The fixed children of a dialog; damaged files only show when there are any, contexts unless they are switched off. */
export function dialogChildren(parent: DialogNode, overview: DialogOverview | undefined): TreeNode[] {
  const { id, project, dialog } = parent;
  const children: TreeNode[] = [
    { kind: 'summary', id: `${id}/summary`, parent, project, dialog },
    { kind: 'messages', id: `${id}/messages`, parent, project, dialog },
    ...(project.contexts.enabled ? [contextsNode(parent)] : []),
    { kind: 'backups', id: `${id}/backups`, parent, project, dialog },
  ];
  if (overview && overview.damaged.length > 0)
    children.unshift({ kind: 'damaged', id: `${id}/damaged`, parent, project, dialog });
  return children;
}

function contextsNode(parent: DialogNode): TreeNode {
  const { id, project, dialog } = parent;
  return { kind: 'contexts', id: `${id}/contexts`, parent, project, dialog };
}

export async function sectionNodes(parent: SummaryNode): Promise<SectionNode[]> {
  const { id, project, dialog } = parent;
  const sections = summarySections(await project.dialogs.summary(dialog));
  return sections.map((section) => ({
    kind: 'section',
    id: `${id}/${JSON.stringify(section.key)}`,
    parent,
    project,
    dialog,
    section,
  }));
}

export function entryNodes(parent: SectionNode): EntryNode[] {
  const { id, project, dialog, section } = parent;
  return section.entries.map((entry, index) => ({
    kind: 'entry',
    id: `${id}/${index}`,
    parent,
    project,
    dialog,
    entry,
  }));
}

/** The newest `shown` messages, newest first, and a last node when there are older ones. */
export async function messageNodes(parent: MessagesNode, shown: number): Promise<TreeNode[]> {
  const { id, project, dialog } = parent;
  const total = (await project.dialogs.window(dialog, 0, 0)).total;
  const offset = Math.max(0, total - shown);
  const page = await project.dialogs.window(dialog, offset, total - offset);
  const nodes: TreeNode[] = page.messages
    .map((message, index): MessageNode => {
      const position = page.offset + index;
      return { kind: 'message', id: `${id}/${position}`, parent, project, dialog, position, message };
    })
    .reverse();
  if (page.offset > 0)
    nodes.push({
      kind: 'more',
      id: `${id}/more`,
      parent,
      project,
      of: 'messages',
      list: id,
      hidden: page.offset,
    });
  return nodes;
}

/** The node of the backups, or none where there are no backups; reads only them. */
export async function backupsOf(parent: DialogNode): Promise<BackupsNode[]> {
  const { id, project, dialog } = parent;
  const { length } = await project.dialogs.backups(dialog);
  return length > 0 ? [{ kind: 'backups', id: `${id}/backups`, parent, project, dialog }] : [];
}

export async function backupNodes(parent: BackupsNode): Promise<BackupNode[]> {
  const { id, project, dialog } = parent;
  const backups = await project.dialogs.backups(dialog);
  return backups.map((backup) => ({
    kind: 'backup',
    id: `${id}/${backup.id}`,
    parent,
    project,
    dialog,
    backup,
  }));
}

export function damagedFileNodes(
  parent: DamagedNode,
  overview: DialogOverview | undefined,
): DamagedFileNode[] {
  const { id, project, dialog } = parent;
  return (overview?.damaged ?? []).map((file) => ({
    kind: 'damagedFile',
    id: `${id}/${file}`,
    parent,
    project,
    dialog,
    path: join(overview?.folder ?? project.folder, file),
  }));
}
