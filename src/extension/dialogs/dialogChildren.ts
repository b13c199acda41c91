import { join } from 'node:path';
import type { DialogOverview } from '../../history/dialogs/types.ts';
import type * as nodes from './dialogNodes.ts';
import { summarySections } from './summarySections.ts';

/** Returns damaged files, if there are any, the sections of a dialog's summary, and what other parts add. */
export async function dialogChildren(
  node: nodes.DialogNode,
  overview: DialogOverview | undefined,
  added: readonly nodes.AddedNode[],
): Promise<nodes.TreeNode[]> {
  const damaged = overview !== undefined && overview.damaged.length > 0;
  return [
    ...(damaged ? [{ ...below(node, 'damaged'), kind: 'damaged' as const }] : []),
    ...(await sectionNodes(node)),
    ...added,
  ];
}

/** Returns what a node inherits from its parent; `name` is unique among its siblings. */
export const below = (
  { id, project, dialog }: nodes.InDialog,
  name: string | number,
): Pick<nodes.InDialog, 'id' | 'project' | 'dialog'> => ({ id: `${id}/${name}`, project, dialog });

/** Returns the sections of a summary that have entries. */
async function sectionNodes(node: nodes.DialogNode): Promise<nodes.SectionNode[]> {
  const sections = summarySections(await node.project.dialogs.summary(node.dialog));
  return sections
    .filter(({ entries }) => entries.length > 0)
    .map((section) => ({
      ...below(node, JSON.stringify(section.key)),
      kind: 'section',
      section,
    }));
}

export const entryNodes = (node: nodes.SectionNode): nodes.EntryNode[] =>
  node.section.entries.map((entry, index) => ({
    ...below(node, index),
    kind: 'entry',
    entry,
    section: node.section.key,
    item: entry.value,
  }));

/** Returns the backups of a dialog; reads only them. */
export async function backupNodes(node: nodes.DialogNode): Promise<nodes.BackupNode[]> {
  const backups = await node.project.dialogs.backups(node.dialog);
  return backups.map((backup) => ({ ...below(node, backup.id), kind: 'backup', backup }));
}

export const damagedFileNodes = (
  node: nodes.DamagedNode,
  { folder = node.project.folder, damaged = [] }: Partial<DialogOverview> = {},
): nodes.DamagedFileNode[] =>
  damaged.map((file) => ({ ...below(node, file), kind: 'damagedFile', path: join(folder, file) }));
