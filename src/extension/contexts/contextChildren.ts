import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { activeContextFile } from '../../history/dialogs/names.ts';
import { archivedContextFile } from '../../history/contexts/archives.ts';
import type { ActiveContext, ContextItem } from '../../history/contexts/types.ts';
import { below } from '../dialogs/dialogChildren.ts';
import type { AddedNode, DamagedFileNode, DialogNode, InDialog, TreeNode } from '../dialogs/dialogNodes.ts';
import { moreNodes } from '../tree/nodes.ts';
import * as items from './contextItems.ts';
import { activeId } from './contextTarget.ts';

/** Returns the nodes of a dialog's contexts; none if contexts are disabled. */
export function contextNodes(dialog: DialogNode): AddedNode[] {
  if (!dialog.project.contexts.enabled) return [];
  const base = below(dialog, 'contexts');
  return [
    {
      ...base,
      kind: 'contexts',
      draw: () => items.contextsItem(base),
      children: (shown) => snapshotNodes(base, shown),
    },
  ];
}

/** Returns the active context, archived ones newest first, then the trash if it is not empty. */
async function snapshotNodes(node: InDialog, shown: number): Promise<TreeNode[]> {
  const { id, project, dialog } = node;
  const [active, archived, trash] = await Promise.all([
    project.contexts.active(dialog),
    project.contexts.list(dialog),
    project.contexts.trash(dialog),
  ]);
  const damaged = await damagedFiles(node, archived); // after reading the active context, which sets a damaged file aside
  return [
    ...damaged,
    ...(active ? [activeNode(node, active.context)] : []),
    ...archived.slice(0, shown).map((item) => archivedNode(node, item)),
    ...moreNodes(project, { list: id, hidden: archived.length - shown }),
    ...(trash.length > 0 ? [trashNode(node, trash.length)] : []),
  ];
}

function activeNode(parent: InDialog, context: ActiveContext): AddedNode {
  const node = { ...below(parent, 'active'), kind: 'activeContext', contextId: activeId };
  return { ...node, draw: () => items.opening(items.activeItem(context), node) };
}

function archivedNode(parent: InDialog, item: ContextItem): AddedNode {
  const { contextId } = item;
  const node = { ...below(parent, `archive/${contextId}`), kind: 'context', contextId };
  return {
    ...node,
    draw: (now) => items.opening(items.archivedItem(item, now), node),
    explain: () => items.contextTooltip(node, item),
  };
}

/** A click asks which to restore. */
function trashNode(parent: InDialog, count: number): AddedNode {
  const node = { ...below(parent, 'trash'), kind: 'trashedContexts' };
  return { ...node, draw: () => items.trashItem(count, node) };
}

/** Returns unreadable files: set-aside ones of the active context, and archived ones, which stay in place. */
async function damagedFiles(parent: InDialog, items: readonly ContextItem[]): Promise<DamagedFileNode[]> {
  const { project, dialog } = parent;
  const folder = (await project.dialogs.overview(dialog))?.folder;
  if (folder === undefined) return [];
  const contexts = dirname(activeContextFile(folder));
  const archive = dirname(archivedContextFile(folder, activeId));
  const readable = new Set(items.map(({ contextId }) => archivedContextFile(folder, contextId)));
  const aside = (await paths(contexts)).filter((path) => /\.damaged-[\dTZ-]+$/.test(path));
  const unread = (await paths(archive)).filter((path) => path.endsWith('.json') && !readable.has(path));
  return [...aside, ...unread].map((path) => ({
    ...below(parent, `damaged/${basename(path)}`),
    kind: 'damagedFile',
    path,
  }));
}

async function paths(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []; // nothing is saved yet
  return (await readdir(folder)).map((name) => join(folder, name));
}
