import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Clock } from '../../store/clock.ts';
import { trashFolder } from '../../store/trash.ts';
import { Disposable } from '../disposable.ts';
import { errorText } from '../errors.ts';
import type { ProjectChange } from '../project.ts';
import type { Projects } from '../projects.ts';
import { groupChildren, projectChildren, trashChildren, type Shown } from './memoryChildren.ts';
import { memoryTooltip, memoryTreeItem } from './memoryItems.ts';
import type { MemoryTreeNode, MoreMemoriesNode } from './memoryNodes.ts';

/** How much a list shows at first and how much each "Show more" adds. */
const pageLength = 100;

/** The tree of memories. Reads nothing before it is shown. */
export class MemoryTree extends Disposable implements TreeDataProvider<MemoryTreeNode> {
  readonly #projects: Projects;
  readonly #clock: Clock;
  readonly #changed = this._register(new EventEmitter<undefined>());
  readonly #pages = new Map<string, number>();
  #shown: Shown = { by: 'tag', filter: '' };

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(projects: Projects, clock: Clock) {
    super();
    this.#projects = projects;
    this.#clock = clock;
    this._register(projects.onDidChange((change) => this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.repaint()));
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Arranges or filters the memories from now on. */
  show(shown: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...shown };
    this.repaint();
  }

  /** Shows everything as it is now. */
  repaint(): void {
    this.#changed.fire(undefined);
  }

  /** Lengthens the list that ends with this node by one page. */
  showMore({ list }: Pick<MoreMemoriesNode, 'list'>): void {
    this.#pages.set(list, this.#pageOf(list) + pageLength);
    this.repaint();
  }

  /** Never fails: what cannot be read is a child that says why. */
  async getChildren(node?: MemoryTreeNode): Promise<MemoryTreeNode[]> {
    try {
      return await (node === undefined ? this.#roots() : this.#childrenOf(node));
    } catch (error) {
      const project = node?.project ?? this.#projects.all[0];
      if (project === undefined) return [];
      const id = `${node?.id ?? project.root}/problem`;
      return [{ kind: 'problem', id, project, text: errorText(error), error: true }];
    }
  }

  getTreeItem(node: MemoryTreeNode): TreeItem {
    const item = memoryTreeItem(node, this.#clock.now());
    item.id = node.id;
    return item;
  }

  resolveTreeItem(item: TreeItem, node: MemoryTreeNode): TreeItem {
    if (node.kind === 'memory') item.tooltip = memoryTooltip(node);
    return item;
  }

  async #roots(): Promise<MemoryTreeNode[]> {
    const [only, ...others] = this.#projects.all;
    if (only === undefined) return [];
    if (others.length > 0)
      return this.#projects.all.map((project) => ({ kind: 'project', id: project.root, project }));
    const nodes = await projectChildren(only, this.#shown, this.#clock.now());
    return this.#paged({ id: only.root, project: only }, nodes);
  }

  async #childrenOf(node: MemoryTreeNode): Promise<MemoryTreeNode[]> {
    switch (node.kind) {
      case 'project':
        return this.#paged(node, await projectChildren(node.project, this.#shown, this.#clock.now()));
      case 'group':
      case 'archivedMemories':
        return this.#paged(node, groupChildren(node));
      case 'memoryTrash':
        return this.#paged(node, trashChildren(node));
      case 'memory':
      case 'trashedMemories':
      case 'moreMemories':
      case 'problem':
        return [];
    }
  }

  #paged(
    { id, project }: Pick<MemoryTreeNode, 'id' | 'project'>,
    nodes: readonly MemoryTreeNode[],
  ): MemoryTreeNode[] {
    const shown = nodes.slice(0, this.#pageOf(id));
    const hidden = nodes.length - shown.length;
    if (hidden === 0) return shown;
    return [...shown, { kind: 'moreMemories', id: `${id}/more`, project, list: id, hidden }];
  }

  #pageOf(list: string): number {
    return this.#pages.get(list) ?? pageLength;
  }

  #onChange({ folders }: ProjectChange): void {
    if (folders === undefined || folders.has('.memory') || folders.has(trashFolder)) this.repaint();
  }
}
