import { setTimeout as pause } from 'node:timers/promises';
import { EventEmitter, type TreeItem } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { ProjectTree } from '../tree/projectTree.ts';
import { moreNodes, pageLength, type ProjectNode } from '../tree/nodes.ts';
import { explained, identified } from '../tree/treeItem.ts';
import { DialogCache } from './dialogCache.ts';
import * as children from './dialogChildren.ts';
import { archivedNode, groupNode, trashNode, type DialogFolderNode } from './dialogFolders.ts';
import type {
  AddedNode,
  AddNodes,
  DialogNode,
  DialogOwnNode,
  InDialog,
  TreeNode,
  WithoutDialogs,
} from './dialogNodes.ts';
import { DialogArrangement } from './dialogArrangement.ts';
import { itemOf } from './dialogNodeItems.ts';
import { isFiltering, type ArrangedDialogs, type ShownDialogs } from './dialogOrder.ts';
import { dialogTooltip, entryTooltip } from './dialogTooltips.ts';

/** Number of dialogs shown initially, and that each "Show more" adds. */
const page = 200;
/** How long the first page waits for its counts; later ones are filled in. Milliseconds. */
const patienceMs = 150;

interface DialogTreeParts {
  readonly clock: Clock;
  /** Nodes other parts add below each dialog. */
  readonly addNodes: readonly AddNodes[];
  /** Shown in projects without dialogs. */
  readonly withoutDialogs: WithoutDialogs;
  /** Shown above the dialogs of a project. */
  readonly above: (project: Project) => Promise<readonly AddedNode[]>;
}

/** The tree of dialogs. Reads only what is shown. */
export class DialogTree extends ProjectTree<DialogOwnNode | AddedNode> {
  readonly #clock: Clock;
  readonly #addNodes: readonly AddNodes[];
  readonly #withoutDialogs: WithoutDialogs;
  readonly #above: DialogTreeParts['above'];
  /** Projects in which no dialog was found. */
  readonly #empty = new Set<Project>();
  readonly #read = this._register(new EventEmitter<void>());
  readonly #caches = new Map<Project, DialogCache>();
  /** One object per node, since the editor repaints single nodes by identity. */
  readonly #nodes = new Map<string, DialogNode>();
  readonly #arrangement: DialogArrangement;

  /** Fires when dialogs were listed or counted. */
  readonly onDidRead = this.#read.event;

  constructor(projects: Projects, { clock, addNodes, withoutDialogs, above }: DialogTreeParts) {
    super(projects);
    this.#clock = clock;
    this.#arrangement = new DialogArrangement(clock);
    this.#addNodes = addNodes;
    this.#withoutDialogs = withoutDialogs;
    this.#above = above;
    this._register(
      withoutDialogs.onDidChange(() => {
        if (this.#empty.size > 0) this.repaint();
      }),
    );
    this._register(projects.onDidChange((change) => void this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.#onProjects()));
  }

  /** Lists and counts everything shown again. */
  refresh(): void {
    for (const cache of this.#caches.values()) cache.forget(undefined);
    if (this.#empty.size > 0) this.#withoutDialogs.refresh();
    this.repaint();
  }

  get shown(): ShownDialogs {
    return this.#arrangement.shown;
  }

  /** Changes sorting or filter. */
  show(shown: Partial<ShownDialogs>): void {
    this.#arrangement.show(shown);
    this.repaint();
  }

  /** Number of dialogs that matched the filter, and of all, when last shown. */
  get counts(): Pick<ArrangedDialogs, 'shown' | 'total'> {
    return this.#arrangement.counts;
  }

  /** The projects found to have no dialogs. */
  get empty(): readonly Project[] {
    return [...this.#empty];
  }

  cache(project: Project): DialogCache {
    const known = this.#caches.get(project);
    if (known) return known;
    const cache = new DialogCache(project);
    this.#caches.set(project, cache);
    return cache;
  }

  /** Returns the node of a dialog, e.g. to reveal it. */
  dialogNode(project: Project, dialog: string): DialogNode {
    const id = dialogId(project, dialog);
    const node: DialogNode = this.#nodes.get(id) ?? { kind: 'dialog', id, project, dialog };
    this.#nodes.set(id, node);
    return node;
  }

  /** Returns the folder of a dialog, else its project; null for other rows. */
  async getParent(node: TreeNode): Promise<ProjectNode | DialogFolderNode | undefined | null> {
    const { project } = node;
    if (node.kind !== 'dialog' || !('dialog' in node)) return null;
    const folders = this.#folders(project, await this.#arrangement.arrange(this.cache(project)));
    return folders.find(({ names }) => names.includes(node.dialog)) ?? this.projectNode(project);
  }

  async getTreeItem(node: TreeNode): Promise<TreeItem> {
    const item =
      'draw' in node
        ? await node.draw(this.#clock.now())
        : await itemOf(node, this.cache(node.project), this.#clock.now());
    if (opensPane.has(node.kind))
      item.command = { command: 'historyStore.openNode', title: '', arguments: [node] };
    return identified(item, node);
  }

  async resolveTreeItem(item: TreeItem, node: TreeNode): Promise<TreeItem> {
    if ('draw' in node) return explained(item, await node.explain?.());
    if (node.kind === 'entry') return explained(item, entryTooltip(node));
    if (node.kind !== 'dialog' || this.cache(node.project).problem(node.dialog) !== undefined) return item;
    const overview = await this.#overview(node);
    return explained(item, overview && dialogTooltip(overview));
  }

  protected async childrenOf(node: TreeNode): Promise<TreeNode[]> {
    if ('draw' in node) return (await node.children?.(this.lengthOf(node.id))) ?? [];
    switch (node.kind) {
      case 'project':
        return [...(await this.#above(node.project)), ...(await this.#dialogNodes(node.project))];
      case 'dialog':
        return this.#dialogChildren(node);
      case 'section':
        return children.entryNodes(node);
      case 'damaged':
        return children.damagedFileNodes(node, await this.#overview(node));
      case 'entry':
      case 'backup':
      case 'damagedFile':
      case 'more':
      case 'problem':
        return [];
    }
  }

  /** For an unreadable dialog, returns the reason and its readable backups. */
  async #dialogChildren(node: DialogNode): Promise<TreeNode[]> {
    try {
      const added = this.#addNodes.flatMap((add) => add(node));
      return await children.dialogChildren(node, await this.#overview(node), added);
    } catch (error) {
      const backups = await children.backupNodes(node).catch(() => []);
      return [...this.problemNodes(node, error), ...backups];
    }
  }

  #overview({ project, dialog }: InDialog) {
    return this.cache(project).overview(dialog);
  }

  async #dialogNodes(project: Project): Promise<TreeNode[]> {
    const arranged = await this.#arrangement.draw(project, this.cache(project));
    const trashed = isFiltering(this.shown.filter) ? 0 : await project.dialogTrash.count();
    const trash = trashed > 0 ? [trashNode(project, trashed)] : [];
    if (arranged.total === 0) return [...(await this.#nodesWithoutDialogs(project)), ...trash];
    this.#empty.delete(project);
    const [first] = arranged.groups;
    const list = first?.group === 'all' ? await this.#listed(project, project.root, first.names, page) : [];
    if (list.length === 0) this.#read.fire();
    return [...list, ...this.#folders(project, arranged), ...trash];
  }

  /** Returns the folders of dialogs; none if they form a single list. */
  #folders(project: Project, { groups, archived }: ArrangedDialogs): readonly DialogFolderNode[] {
    const list = (id: string, names: readonly string[]) => this.#listed(project, id, names, pageLength);
    const nodes = groups
      .filter(({ group }) => group !== 'all')
      .map((group, index) => groupNode(project, group, { isFirst: index === 0, list }));
    return archived.length > 0 ? [...nodes, archivedNode(project, archived, list)] : nodes;
  }

  /** Returns as many of these dialogs as their list shows, counting only them. */
  async #listed(
    project: Project,
    list: string,
    names: readonly string[],
    length: number,
  ): Promise<TreeNode[]> {
    const shown = names.slice(0, this.lengthOf(list, length));
    await this.#count(project, shown);
    const hidden = names.length - shown.length;
    return [
      ...shown.map((name) => this.dialogNode(project, name)),
      ...moreNodes(project, { list, hidden, page: length }),
    ];
  }

  async #nodesWithoutDialogs(project: Project): Promise<TreeNode[]> {
    this.#empty.add(project);
    try {
      return await this.#withoutDialogs.nodes(project, (list) => this.lengthOf(list));
    } finally {
      this.#read.fire();
    }
  }

  /** Reads missing counts; late ones repaint their nodes together. */
  async #count(project: Project, names: readonly string[]): Promise<void> {
    const cache = this.cache(project);
    const missing = names.filter((name) => !cache.isFresh(name));
    const all = Promise.allSettled(missing.map((name) => cache.overview(name)));
    const inTime = await Promise.race([all.then(() => true), pause(patienceMs)]);
    this.#read.fire();
    if (inTime === true || missing.length === 0) return;
    void all.then(() => {
      if (this.#caches.get(project) === cache) this.repaint();
    });
  }

  /** Redraws only changed dialogs, unless the list itself has changed. */
  async #onChange({ project, folders }: ProjectChange): Promise<void> {
    const cache = this.cache(project);
    // The tree reports errors itself when it asks for the data.
    await cache.update(folders).catch(() => undefined);
    if (
      folders === undefined ||
      folders.has(trashFolder) ||
      (await this.#arrangement.isOther(project, cache))
    ) {
      this.repaint();
      return;
    }
    this.repaintOnly(
      cache.namesIn(folders).flatMap((name) => this.#nodes.get(dialogId(project, name)) ?? []),
    );
    this.#read.fire();
  }

  #onProjects(): void {
    for (const project of this.#caches.keys())
      if (!this.projects.all.includes(project)) this.#caches.delete(project);
    this.#nodes.clear();
    this.#arrangement.forget();
    this.#empty.clear();
    this.refresh();
  }
}

/** Nodes whose click opens the dialog pane. */
const opensPane: ReadonlySet<string> = new Set(['dialog', 'section', 'entry']);

/** Ids of nodes cannot start like those of another dialog, regardless of names. */
const dialogId = (project: Project, dialog: string): string => JSON.stringify([project.root, dialog]);
