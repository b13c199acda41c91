import type { TreeItem } from 'vscode';
import type { CommonNode } from '../tree/nodes.ts';
import type { DialogCache } from './dialogCache.ts';
import * as items from './dialogItems.ts';
import { canUnfold, type DialogNode, type DialogOwnNode } from './dialogNodes.ts';

/** Draws a node of the tree of dialogs from what is known of its project. */
export async function itemOf(
  node: CommonNode | DialogOwnNode,
  cache: DialogCache,
  now: number,
): Promise<TreeItem> {
  switch (node.kind) {
    case 'dialog':
      return dialogItem(node, cache, now);
    case 'section':
      return items.sectionItem(node);
    case 'entry':
      return items.entryItem(node);
    case 'backup':
      return items.backupItem(node, now);
    case 'damaged':
      return items.damagedItem((await cache.overview(node.dialog))?.damaged.length ?? 0);
    case 'damagedFile':
      return items.damagedFileItem(node);
    case 'project':
    case 'more':
    case 'problem':
      return items.baseItem(node);
  }
}

function dialogItem({ dialog, project }: DialogNode, cache: DialogCache, now: number): TreeItem {
  const problem = cache.problem(dialog);
  if (problem !== undefined) return items.unreadableItem(dialog, cache.info(dialog), problem);
  const overview = cache.known(dialog);
  const unfolds = canUnfold(overview, { snapshots: project.contexts.enabled });
  const known = { info: cache.info(dialog), overview, unfolds, active: cache.isActive(dialog) };
  return items.dialogItem(dialog, known, now);
}
