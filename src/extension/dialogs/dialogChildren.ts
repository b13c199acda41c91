import { join } from 'node:path';
import type { DialogOverview } from '../../store/dialogs/types.ts';
import { moreNodes } from '../tree/nodes.ts';
import type * as nodes from './dialogNodes.ts';
import { summarySections } from './summarySections.ts';

/** The fixed children of a dialog, those that other subjects add among them; damaged files only show when there are any. */
export function dialogChildren(
  node: nodes.DialogNode,
  overview: DialogOverview | undefined,
  added: readonly nodes.AddedNode[],
): nodes.TreeNode[] {
  const damaged = overview !== undefined && overview.damaged.length > 0;
  return [
    ...(damaged ? [{ ...below(node, 'damaged'), kind: 'damaged' as const }] : []),
    { ...below(node, 'summary'), kind: 'summary' },
    { ...below(node, 'messages'), kind: 'messages' },
    ...added,
    { ...below(node, 'backups'), kind: 'backups' },
  ];
}

/** What a node below another one has from it; `name` is its own among its siblings. */
export const below = (
  { id, project, dialog }: nodes.InDialog,
  name: string | number,
): Pick<nodes.InDialog, 'id' | 'project' | 'dialog'> => ({ id: `${id}/${name}`, project, dialog });

export async function sectionNodes(node: nodes.SummaryNode): Promise<nodes.SectionNode[]> {
  const sections = summarySections(await node.project.dialogs.summary(node.dialog));
  return sections.map((section) => ({
    ...below(node, JSON.stringify(section.key)),
    ...{ kind: 'section', section },
  }));
}

export const entryNodes = (node: nodes.SectionNode): nodes.EntryNode[] =>
  node.section.entries.map((entry, index) => ({
    ...below(node, index),
    ...{ kind: 'entry', entry, section: node.section.key, item: entry.value },
  }));

/** The newest `shown` messages, newest first, and a last node when there are older ones. */
export async function messageNodes(node: nodes.MessagesNode, shown: number): Promise<nodes.TreeNode[]> {
  const { project, dialog } = node;
  const { total } = await project.dialogs.window(dialog, 0, 0);
  const from = Math.max(0, total - shown);
  const { messages, offset } = await project.dialogs.window(dialog, from, total - from);
  const oldestFirst = messages.map((message, index): nodes.MessageNode => {
    const position = offset + index;
    return { ...below(node, position), kind: 'message', position, message };
  });
  return [...oldestFirst.reverse(), ...moreNodes(project, { list: node.id, hidden: offset })];
}

/** The node of the backups, or none where there are no backups; reads only them. */
export async function backupsOf(node: nodes.DialogNode): Promise<nodes.BackupsNode[]> {
  const { length } = await node.project.dialogs.backups(node.dialog);
  return length > 0 ? [{ ...below(node, 'backups'), kind: 'backups' }] : [];
}

export async function backupNodes(node: nodes.BackupsNode): Promise<nodes.BackupNode[]> {
  const backups = await node.project.dialogs.backups(node.dialog);
  return backups.map((backup) => ({ ...below(node, backup.id), kind: 'backup', backup }));
}

export const damagedFileNodes = (
  node: nodes.DamagedNode,
  { folder = node.project.folder, damaged = [] }: Partial<DialogOverview> = {},
): nodes.DamagedFileNode[] =>
  damaged.map((file) => ({ ...below(node, file), kind: 'damagedFile', path: join(folder, file) }));
