import { setTimeout as pause } from 'node:timers/promises';
import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { DialogInfo } from '../../store/dialogs/types.ts';
import type { Clock } from '../../store/base/clock.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { problemNode } from '../tree/projectTree.ts';
import { contextChildren, isContextTreeNode } from '../contexts/contextChildren.ts';
import { contextTooltip, contextTreeItem } from '../contexts/contextItems.ts';
import { trashFolder } from '../../store/files/trash.ts';
import { DialogCache } from './dialogCache.ts';
import { dialogTooltip, entryTooltip, messageTooltip } from './dialogTooltips.ts';
import { LastingNodes } from './lastingNodes.ts';
import * as children from './dialogChildren.ts';
import * as items from './dialogItems.ts';
import type { DialogNode, MoreNode, ProjectNode, TreeNode } from './dialogNodes.ts';

/** How much a list shows at first and how much each "Show more" adds. */
const pages = { dialogs: 200, messages: 100, contexts: 100 } as const;
/** The first page waits this long for its counts; what is read later is filled in. Milliseconds. */
const patienceMs = 150;

/** The tree of dialogs. Reads only what is shown. */
export class DialogTree extends Disposable implements TreeDataProvider<TreeNode> {
  readonly #projects: Projects;
  readonly #clock: Clock;
  readonly #changed = this._register(new EventEmitter<TreeNode | TreeNode[] | undefined>());
  readonly #read = this._register(new EventEmitter<void>());
  readonly #caches = new Map<Project, DialogCache>();
  readonly #nodes = new LastingNodes();
  readonly #shown = new Map<string, number>();

  readonly onDidChangeTreeData = this.#changed.event;
  /** Dialogs were listed or counted anew. */
  readonly onDidRead = this.#read.event;

  constructor(projects: Projects, clock: Clock) {
    super();
    this.#projects = projects;
    this.#clock = clock;
    this._register(projects.onDidChange((change) => void this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.#onProjects()));
  }

  /** Lists and counts everything shown anew. */
  refresh(): void {
    for (const cache of this.#caches.values()) cache.forget(undefined);
    this.#changed.fire(undefined);
  }

  /** Shows what was read again, e.g. because time has passed. */
  repaint(): void {
    this.#changed.fire(undefined);
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
    const parent = this.#projects.all.length > 1 ? this.#nodes.project(project) : undefined;
    return this.#nodes.dialog(project, dialog, parent);
  }

  /** Lengthens the list that ends with this node by one page. */
  showMore(node: MoreNode): void {
    this.#shown.set(node.list, this.#shownOf(node.list, node.of) + pages[node.of]);
    this.#changed.fire(node.parent);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  /** Never fails: what cannot be read is a child that says why. */
  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    try {
      return await (node === undefined ? this.#roots() : this.#childrenOf(node));
    } catch (error) {
      const problem = problemNode(node, this.#projects, error);
      return problem ? [{ ...problem, parent: node }] : [];
    }
  }

  async #roots(): Promise<TreeNode[]> {
    const [only, ...others] = this.#projects.all;
    if (only === undefined) return [];
    if (others.length === 0) return this.#dialogNodes(only, undefined);
    return this.#projects.all.map((project) => this.#nodes.project(project));
  }

  async getTreeItem(node: TreeNode): Promise<TreeItem> {
    const item = await this.#itemOf(node);
    item.id = node.id;
    if (items.opensPane(node))
      item.command = { command: 'historyStore.openNode', title: '', arguments: [node] };
    return item;
  }

  async resolveTreeItem(item: TreeItem, node: TreeNode): Promise<TreeItem> {
    if (node.kind === 'message') item.tooltip = messageTooltip(node);
    if (node.kind === 'entry') item.tooltip = entryTooltip(node);
    if (node.kind === 'context') item.tooltip = await contextTooltip(node);
    if (node.kind === 'dialog' && this.cache(node.project).problem(node.dialog) === undefined) {
      const overview = await this.cache(node.project).overview(node.dialog);
      if (overview) item.tooltip = dialogTooltip(overview);
    }
    return item;
  }

  #childrenOf(node: TreeNode): Promise<TreeNode[]> | TreeNode[] {
    if (isContextTreeNode(node)) return contextChildren(node, this.#shownOf(node.id, 'contexts'));
    switch (node.kind) {
      case 'project':
        return this.#dialogNodes(node.project, node);
      case 'dialog':
        return this.#dialogChildren(node);
      case 'summary':
        return children.sectionNodes(node);
      case 'section':
        return children.entryNodes(node);
      case 'messages':
        return children.messageNodes(node, this.#shownOf(node.id, 'messages'));
      case 'backups':
        return children.backupNodes(node);
      case 'damaged':
        return this.#overview(node).then((overview) => children.damagedFileNodes(node, overview));
      case 'entry':
      case 'message':
      case 'backup':
      case 'damagedFile':
      case 'more':
      case 'problem':
        return [];
    }
  }

  async #itemOf(node: TreeNode): Promise<TreeItem> {
    const now = this.#clock.now();
    if (isContextTreeNode(node)) return contextTreeItem(node, now);
    switch (node.kind) {
      case 'project':
        return items.projectItem(node);
      case 'dialog': {
        const cache = this.cache(node.project);
        const problem = cache.problem(node.dialog);
        if (problem !== undefined) return items.unreadableItem(node.dialog, cache.info(node.dialog), problem);
        return items.dialogItem(node.dialog, cache.info(node.dialog), cache.known(node.dialog), now);
      }
      case 'summary':
        return items.summaryItem((await children.sectionNodes(node)).length);
      case 'section':
        return items.sectionItem(node);
      case 'entry':
        return items.entryItem(node);
      case 'messages':
        return items.messagesItem((await this.#overview(node))?.messages ?? 0);
      case 'message':
        return items.messageItem(node, now);
      case 'backups':
        return items.backupsItem((await node.project.dialogs.backups(node.dialog)).length);
      case 'backup':
        return items.backupItem(node, now);
      case 'damaged':
        return items.damagedItem((await this.#overview(node))?.damaged.length ?? 0);
      case 'damagedFile':
        return items.damagedFileItem(node);
      case 'more':
        return items.moreItem(node);
      case 'problem':
        return items.problemItem(node);
    }
  }

  /** Of a dialog that cannot be read: why, and its backups, where these can be. */
  async #dialogChildren(node: DialogNode): Promise<TreeNode[]> {
    try {
      return children.dialogChildren(node, await this.#overview(node));
    } catch (error) {
      const problem = problemNode(node, this.#projects, error);
      const backups = await children.backupsOf(node).catch(() => []);
      return [...(problem ? [{ ...problem, parent: node }] : []), ...backups];
    }
  }

  #overview(node: { readonly project: Project; readonly dialog: string }) {
    return this.cache(node.project).overview(node.dialog);
  }

  async #dialogNodes(project: Project, parent: ProjectNode | undefined): Promise<TreeNode[]> {
    const infos = await this.cache(project).list();
    const shown = infos.slice(0, this.#shownOf(project.root, 'dialogs'));
    await this.#count(project, shown);
    const nodes: TreeNode[] = shown.map(({ name }) => this.dialogNode(project, name));
    const hidden = infos.length - shown.length;
    if (hidden > 0)
      nodes.push({
        kind: 'more',
        id: `${project.root}/more`,
        parent,
        project,
        of: 'dialogs',
        list: project.root,
        hidden,
      });
    return nodes;
  }

  /** Starts reading the counts that are missing; those that come late repaint their nodes together. */
  async #count(project: Project, infos: readonly DialogInfo[]): Promise<void> {
    const cache = this.cache(project);
    const missing = infos.filter(({ name }) => !cache.isFresh(name));
    const all = Promise.allSettled(missing.map(({ name }) => cache.overview(name)));
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
    const before = cache.order();
    // What cannot be read is told by the tree itself when it asks for it.
    await cache.update(folders).catch(() => undefined);
    if (folders === undefined || folders.has(trashFolder) || (await this.#orderNow(cache)) !== before) {
      this.repaint();
      return;
    }
    const nodes = cache.namesIn(folders).map((name) => this.#nodes.shown(project, name));
    this.#changed.fire(nodes.filter((node) => node !== undefined));
    this.#read.fire();
  }

  async #orderNow(cache: DialogCache): Promise<string> {
    await cache.list().catch(() => undefined);
    return cache.order();
  }

  #onProjects(): void {
    for (const project of this.#caches.keys())
      if (!this.#projects.all.includes(project)) this.#caches.delete(project);
    this.#nodes.clear();
    this.refresh();
  }

  #shownOf(list: string, of: keyof typeof pages): number {
    return this.#shown.get(list) ?? pages[of];
  }
}
