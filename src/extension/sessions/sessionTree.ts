import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Clock } from '../../store/clock.ts';
import { Disposable } from '../disposable.ts';
import { errorText } from '../errors.ts';
import type { Project } from '../project.ts';
import type { Projects } from '../projects.ts';
import { archiveNodes, dayNodes, projectChildren, sessionNodes } from './sessionChildren.ts';
import { archiveTooltip, sessionTooltip, sessionTreeItem } from './sessionItems.ts';
import type { SessionLists } from './sessionLists.ts';
import type { MoreSessionsNode, SessionTreeNode } from './sessionNodes.ts';

/** How much a list shows at first and how much each "Show more" adds. */
const pageLength = 100;

/** The tree of agents' sessions and of archives. Lists nothing before it is shown. */
export class SessionTree extends Disposable implements TreeDataProvider<SessionTreeNode> {
  readonly #projects: Projects;
  readonly #lists: SessionLists;
  readonly #clock: Clock;
  readonly #changed = this._register(new EventEmitter<undefined>());
  readonly #shown = new Map<string, number>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(projects: Projects, lists: SessionLists, clock: Clock) {
    super();
    this.#projects = projects;
    this.#lists = lists;
    this.#clock = clock;
    this._register(lists.onDidChange(() => this.repaint()));
  }

  /** Shows what was listed again, e.g. because time has passed. */
  repaint(): void {
    this.#changed.fire(undefined);
  }

  /** Lengthens the list that ends with this node by one page. */
  showMore({ list }: Pick<MoreSessionsNode, 'list'>): void {
    this.#shown.set(list, this.#shownOf(list) + pageLength);
    this.repaint();
  }

  /** Never fails: what cannot be read is a child that says why. */
  async getChildren(node?: SessionTreeNode): Promise<SessionTreeNode[]> {
    try {
      return await (node === undefined ? this.#roots() : this.#childrenOf(node));
    } catch (error) {
      const project = node?.project ?? this.#projects.all[0];
      if (project === undefined) return [];
      const id = `${node?.id ?? project.root}/problem`;
      return [{ kind: 'problem', id, project, text: errorText(error) }];
    }
  }

  getTreeItem(node: SessionTreeNode): TreeItem {
    const item = sessionTreeItem(node, this.#clock.now());
    item.id = node.id;
    return item;
  }

  resolveTreeItem(item: TreeItem, node: SessionTreeNode): TreeItem {
    if (node.kind === 'session') item.tooltip = sessionTooltip(node);
    if (node.kind === 'archive') item.tooltip = archiveTooltip(node);
    return item;
  }

  async #roots(): Promise<SessionTreeNode[]> {
    const [only, ...others] = this.#projects.all;
    if (only === undefined) return [];
    if (others.length === 0) return projectChildren(only, this.#lists.of(only));
    return this.#projects.all.map((project) => ({ kind: 'project', id: project.root, project }));
  }

  async #childrenOf(node: SessionTreeNode): Promise<SessionTreeNode[]> {
    const list = this.#lists.of(node.project);
    switch (node.kind) {
      case 'project':
        return projectChildren(node.project, list);
      case 'agent':
        return this.#paged(node, dayNodes(node));
      case 'day': {
        const shown = node.sessions.slice(0, this.#shownOf(node.id));
        const more = this.#more(node, node.sessions.length - shown.length);
        return [...(await sessionNodes(node, shown, list)), ...more];
      }
      case 'archives':
        return this.#paged(node, await archiveNodes(node, list));
      case 'session':
      case 'archive':
      case 'damagedArchive':
      case 'failure':
      case 'moreSessions':
      case 'problem':
        return [];
    }
  }

  #paged(parent: SessionTreeNode, nodes: readonly SessionTreeNode[]): SessionTreeNode[] {
    const shown = nodes.slice(0, this.#shownOf(parent.id));
    return [...shown, ...this.#more(parent, nodes.length - shown.length)];
  }

  #more(parent: { readonly id: string; readonly project: Project }, hidden: number): SessionTreeNode[] {
    if (hidden <= 0) return [];
    const { id, project } = parent;
    return [{ kind: 'moreSessions', id: `${id}/more`, project, list: id, hidden }];
  }

  #shownOf(list: string): number {
    return this.#shown.get(list) ?? pageLength;
  }
}
