import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { activeContextFile } from '../../store/contexts/activeFile.ts';
import { archivedContextFile } from '../../store/contexts/archives.ts';
import type { ContextItem } from '../../store/contexts/types.ts';
import type { DamagedFileNode, TreeNode } from '../dialogs/dialogNodes.ts';
import type {
  ContextNode,
  ContextsNode,
  ContextTreeNode,
  TrashedContextNode,
  TrashedContextsNode,
} from './contextNodes.ts';
import { activeId } from './contextTarget.ts';

const kinds: ReadonlySet<string> = new Set<ContextTreeNode['kind']>([
  'contexts',
  'activeContext',
  'context',
  'trashedContexts',
  'trashedContext',
]);

/** Whether a node of the tree is one of those made here. */
export const isContextTreeNode = (node: TreeNode): node is ContextTreeNode => kinds.has(node.kind);

/** Children of a node; of the archived contexts only the newest `shown`. */
export function contextChildren(node: ContextTreeNode, shown: number): Promise<TreeNode[]> | TreeNode[] {
  switch (node.kind) {
    case 'contexts':
      return snapshotNodes(node, shown);
    case 'trashedContexts':
      return trashedNodes(node);
    case 'activeContext':
    case 'context':
    case 'trashedContext':
      return [];
  }
}

/** The active context, then the archived ones, newest first, then what is in the trash, if anything is. */
async function snapshotNodes(parent: ContextsNode, shown: number): Promise<TreeNode[]> {
  const { id, project, dialog } = parent;
  const [active, items, trash] = await Promise.all([
    project.contexts.active(dialog),
    project.contexts.list(dialog),
    project.contexts.trash(dialog),
  ]);
  const place = { parent, project, dialog };
  const damaged = await damagedFiles(parent, items); // after the active context, whose damaged file is put aside
  const nodes: TreeNode[] = items.slice(0, shown).map((item): ContextNode => {
    const { contextId } = item;
    return { kind: 'context', id: `${id}/archive/${contextId}`, ...place, contextId, item };
  });
  if (active)
    nodes.unshift({
      ...{ kind: 'activeContext', id: `${id}/active`, ...place },
      ...{ contextId: activeId, context: active.context },
    });
  const hidden = items.length - shown;
  if (hidden > 0)
    nodes.push({ kind: 'more', id: `${id}/more`, parent, project, of: 'contexts', list: id, hidden });
  if (trash.length > 0)
    nodes.push({ kind: 'trashedContexts', id: `${id}/trash`, ...place, count: trash.length });
  return [...damaged, ...nodes];
}

/** Files that could not be read: the active context's, put aside, and archived ones, which stay where they are. */
async function damagedFiles(parent: ContextsNode, items: readonly ContextItem[]): Promise<DamagedFileNode[]> {
  const { id, project, dialog } = parent;
  const folder = (await project.dialogs.overview(dialog))?.folder;
  if (folder === undefined) return [];
  const contexts = dirname(activeContextFile(folder));
  const archive = dirname(archivedContextFile(folder, activeId));
  const readable = new Set(items.map(({ contextId }) => archivedContextFile(folder, contextId)));
  const aside = (await paths(contexts)).filter((path) => /\.damaged-[\dTZ-]+$/.test(path));
  const unread = (await paths(archive)).filter((path) => path.endsWith('.json') && !readable.has(path));
  return [...aside, ...unread].map((path) => ({
    kind: 'damagedFile',
    id: `${id}/damaged/${basename(path)}`,
    parent,
    project,
    dialog,
    path,
  }));
}

async function paths(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []; // nothing is written down yet
  return (await readdir(folder)).map((name) => join(folder, name));
}

async function trashedNodes(parent: TrashedContextsNode): Promise<TrashedContextNode[]> {
  const { id, project, dialog } = parent;
  const trash = await project.contexts.trash(dialog);
  return trash.map((trashed) => ({
    kind: 'trashedContext',
    id: `${id}/${trashed.id}`,
    parent,
    project,
    dialog,
    trashed,
  }));
}
