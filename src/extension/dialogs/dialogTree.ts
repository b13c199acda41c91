import { setTimeout as pause } from 'node:timers/promises';
import { EventEmitter, type TreeItem } from 'vscode';
import type { Clock } from '../../store/base/context.ts';
import { trashFolder } from '../../store/files/trash.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { ProjectTree } from '../tree/projectTree.ts';
import { moreNodes, pageLength, type CommonNode, type ProjectNode } from '../tree/nodes.ts';
import { explained, identified } from '../tree/treeItem.ts';
import { DialogCache } from './dialogCache.ts';
import * as children from './dialogChildren.ts';
import { archivedNode, groupNode, trashNode, type DialogFolderNode } from './dialogFolders.ts';
import * as items from './dialogItems.ts';
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
import { isFiltering, type ArrangedDialogs, type ShownDialogs } from './dialogOrder.ts';
import { dialogTooltip, entryTooltip, messageTooltip } from './dialogTooltips.ts';

/** How many dialogs are shown at first, and how many each "Show more" adds. */
const page = 200;
/** The first page waits this long for its counts; what is read later is filled in. Milliseconds. */
const patienceMs = 150;

interface DialogTreeParts {
  readonly clock: Clock;
  /** What other subjects show below each dialog. */
  readonly addNodes: readonly AddNodes[];
  /** What another subject shows where there is no dialog. */
  readonly withoutDialogs: WithoutDialogs;
}

/** The tree of dialogs. Reads only what is shown. */
export class DialogTree extends ProjectTree<DialogOwnNode | AddedNode> {
  readonly #clock: Clock;
  readonly #addNodes: readonly AddNodes[];
  readonly #withoutDialogs: WithoutDialogs;
  /** The projects in which no dialog was found. */
  readonly #empty = new Set<Project>();
  readonly #read = this._register(new EventEmitter<void>());
  readonly #caches = new Map<Project, DialogCache>();
  /** The editor knows nodes that are repainted one by one by identity, so there is only one object of each. */
  readonly #nodes = new Map<string, DialogNode>();
  readonly #arrangement: DialogArrangement;

  /** Dialogs were listed or counted anew. */
  readonly onDidRead = this.#read.event;

  constructor(projects: Projects, { clock, addNodes, withoutDialogs }: DialogTreeParts) {
    super(projects);
    this.#clock = clock;
    this.#arrangement = new DialogArrangement(clock);
    this.#addNodes = addNodes;
    this.#withoutDialogs = withoutDialogs;
    this._register(
      withoutDialogs.onDidChange(() => {
        if (this.#empty.size > 0) this.repaint();
      }),
    );
    this._register(projects.onDidChange((change) => void this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.#onProjects()));
  }

  /** Lists and counts everything shown anew. */
  refresh(): void {
    for (const cache of this.#caches.values()) cache.forget(undefined);
    if (this.#empty.size > 0) this.#withoutDialogs.refresh();
    this.repaint();
  }

  get shown(): ShownDialogs {
    return this.#arrangement.shown;
  }

  /** Sorts or filters the dialogs from now on. */
  show(shown: Partial<ShownDialogs>): void {
    this.#arrangement.show(shown);
    this.repaint();
  }

  /** How many dialogs match the filter and how many there are, as they were shown last. */
  get counts(): Pick<ArrangedDialogs, 'shown' | 'total'> {
    return this.#arrangement.counts;
  }

  /** The projects that were found to have no dialogs. */
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

  /** The node of a dialog, e.g. to reveal it. */
  dialogNode(project: Project, dialog: string): DialogNode {
    const id = dialogId(project, dialog);
    const node: DialogNode = this.#nodes.get(id) ?? { kind: 'dialog', id, project, dialog };
    this.#nodes.set(id, node);
    return node;
  }

  /** Of dialogs, which alone are revealed, and of the folders they stand in. */
  async getParent(node: TreeNode): Promise<ProjectNode | DialogFolderNode | undefined> {
    const { project } = node;
    if (node.kind !== 'dialog' || !('dialog' in node)) return this.projectNode(project);
    const folders = this.#folders(project, await this.#arrangement.arrange(this.cache(project)));
    return folders.find(({ names }) => names.includes(node.dialog)) ?? this.projectNode(project);
  }

  async getTreeItem(node: TreeNode): Promise<TreeItem> {
    const item = 'draw' in node ? await node.draw(this.#clock.now()) : await this.#itemOf(node);
    if (opensPane.has(node.kind))
      item.command = { command: 'historyStore.openNode', title: '', arguments: [node] };
    return identified(item, node);
  }

  async resolveTreeItem(item: TreeItem, node: TreeNode): Promise<TreeItem> {
    if ('draw' in node) return explained(item, await node.explain?.());
    if (node.kind === 'message') return explained(item, messageTooltip(node));
    if (node.kind === 'entry') return explained(item, entryTooltip(node));
    if (node.kind !== 'dialog' || this.cache(node.project).problem(node.dialog) !== undefined) return item;
    const overview = await this.#overview(node);
    return explained(item, overview && dialogTooltip(overview));
  }

  protected async childrenOf(node: TreeNode): Promise<TreeNode[]> {
    if ('draw' in node) return (await node.children?.(this.lengthOf(node.id))) ?? [];
    switch (node.kind) {
      case 'project':
        return this.#dialogNodes(node.project);
      case 'dialog':
        return this.#dialogChildren(node);
      case 'summary':
        return children.sectionNodes(node);
      case 'section':
        return children.entryNodes(node);
      case 'messages':
        return children.messageNodes(node, this.lengthOf(node.id));
      case 'backups':
        return children.backupNodes(node);
      case 'damaged':
        return children.damagedFileNodes(node, await this.#overview(node));
      case 'entry':
      case 'message':
      case 'backup':
      case 'damagedFile':
      case 'more':
      case 'problem':
        return [];
    }
  }

  async #itemOf(node: CommonNode | DialogOwnNode): Promise<TreeItem> {
    const now = this.#clock.now();
    switch (node.kind) {
      case 'dialog': {
        const cache = this.cache(node.project);
        const problem = cache.problem(node.dialog);
        if (problem !== undefined) return items.unreadableItem(node.dialog, cache.info(node.dialog), problem);
        const known = { info: cache.info(node.dialog), overview: cache.known(node.dialog) };
        return items.dialogItem(node.dialog, { ...known, active: cache.isActive(node.dialog) }, now);
      }
      case 'summary':
        return items.summaryItem((await children.sectionNodes(node)).length);
      case 'section':
        return items.sectionItem(node);
      case 'entry':
        return items.entryItem(node);
      case 'messages':
        return items.listItem(node.kind, (await this.#overview(node))?.messages ?? 0);
      case 'message':
        return items.messageItem(node, now);
      case 'backups':
        return items.listItem(node.kind, (await node.project.dialogs.backups(node.dialog)).length);
      case 'backup':
        return items.backupItem(node, now);
      case 'damaged':
        return items.damagedItem((await this.#overview(node))?.damaged.length ?? 0);
      case 'damagedFile':
        return items.damagedFileItem(node);
      case 'project':
      case 'more':
      case 'problem':
        return items.baseItem(node);
    }
  }

  /** Of a dialog that cannot be read: why, and its backups, where these can be. */
  async #dialogChildren(node: DialogNode): Promise<TreeNode[]> {
    try {
      const added = this.#addNodes.flatMap((add) => add(node));
      return children.dialogChildren(node, await this.#overview(node), added);
    } catch (error) {
      const backups = await children.backupsOf(node).catch(() => []);
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

  /** The folders that dialogs stand in; none for those that stand in one list. */
  #folders(project: Project, { groups, archived }: ArrangedDialogs): readonly DialogFolderNode[] {
    const list = (id: string, names: readonly string[]) => this.#listed(project, id, names, pageLength);
    const nodes = groups
      .filter(({ group }) => group !== 'all')
      .map((group, index) => groupNode(project, group, { isFirst: index === 0, list }));
    return archived.length > 0 ? [...nodes, archivedNode(project, archived, list)] : nodes;
  }

  /** So many of these dialogs as their list shows. Those alone are counted. */
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

  /** Starts reading the counts that are missing; those that come late repaint their nodes together. */
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

  /** Shows only the changed dialogs anew, unless the list itself is another one now. */
  async #onChange({ project, folders }: ProjectChange): Promise<void> {
    const cache = this.cache(project);
    // What cannot be read is told by the tree itself when it asks for it.
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

/** What a click opens in the dialog pane. */
const opensPane: ReadonlySet<string> = new Set(['dialog', 'message', 'summary', 'section', 'entry']);

/** No id of a node begins like that of another dialog, whatever their names are. */
const dialogId = (project: Project, dialog: string): string => JSON.stringify([project.root, dialog]);
