import type { TreeItem } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import type { ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { ProjectTree } from '../tree/projectTree.ts';
import { groupChildren, projectChildren, trashChildren, type Shown } from './memoryChildren.ts';
import { memoryTooltip, memoryTreeItem } from './memoryItems.ts';
import type { MemoryOwnNode, MemoryTreeNode } from './memoryNodes.ts';
import { explained, identified } from '../tree/treeItem.ts';

/** The tree of memories. */
export class MemoryTree extends ProjectTree<MemoryOwnNode> {
  readonly #clock: Clock;
  #shown: Shown = { by: 'tag', filter: '' };

  constructor(projects: Projects, clock: Clock) {
    super(projects);
    this.#clock = clock;
    this._register(projects.onDidChange((change) => this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.repaint()));
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Changes grouping or filter. */
  show(shown: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...shown };
    this.repaint();
  }

  protected async childrenOf(node: MemoryTreeNode): Promise<MemoryTreeNode[]> {
    switch (node.kind) {
      case 'project':
        return this.paged(node, await projectChildren(node.project, this.#shown, this.#clock.now()));
      case 'group':
      case 'archivedMemories':
        return this.paged(node, groupChildren(node));
      case 'memoryTrash':
        return this.paged(node, trashChildren(node));
      case 'memory':
      case 'trashedMemories':
      case 'memoryWarning':
      case 'more':
      case 'problem':
        return [];
    }
  }

  getTreeItem(node: MemoryTreeNode): TreeItem {
    return identified(memoryTreeItem(node, this.#clock.now()), node);
  }

  resolveTreeItem(item: TreeItem, node: MemoryTreeNode): TreeItem {
    return explained(item, node.kind === 'memory' ? memoryTooltip(node) : undefined);
  }

  #onChange({ folders }: ProjectChange): void {
    if (folders === undefined || folders.has('.memory') || folders.has(trashFolder)) this.repaint();
  }
}
