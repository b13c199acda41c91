import { EventEmitter, type TreeItem } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { ProjectTree } from '../tree/projectTree.ts';
import { projectChildren, sessionNode, trashedArchives } from './sessionChildren.ts';
import { goingSoon, sessionTooltip, sessionTreeItem } from './sessionItems.ts';
import type { WindowSessions } from './sessionLists.ts';
import type { SessionOwnNode, SessionTreeNode } from './sessionNodes.ts';
import {
  arrangeSessions,
  isFilteringSessions,
  type ArrangedSessions,
  type SessionFilter,
} from './sessionOrder.ts';
import { archivedOf } from './types.ts';
import { explained, identified } from '../tree/treeItem.ts';

/** The tree of agents' sessions. */
export class SessionTree extends ProjectTree<SessionOwnNode> {
  readonly #lists: WindowSessions;
  readonly #clock: Clock;
  readonly #arranged = this._register(new EventEmitter<void>());
  readonly #counts = new WeakMap<Project, Pick<ArrangedSessions, 'shown' | 'total'>>();
  #filter: SessionFilter = {};

  /** Fires when sessions were listed again. */
  readonly onDidArrange = this.#arranged.event;

  constructor(projects: Projects, lists: WindowSessions, clock: Clock) {
    super(projects);
    this.#lists = lists;
    this.#clock = clock;
    this._register(lists.onDidChange(() => this.repaint()));
  }

  protected async childrenOf(node: SessionTreeNode): Promise<SessionTreeNode[]> {
    const list = this.#lists.of(node.project);
    switch (node.kind) {
      case 'project': {
        const arranged = {
          ...(await this.#arrange(node.project)),
          isFiltered: isFilteringSessions(this.#filter),
        };
        return this.paged(node, await projectChildren(node.project, list, arranged));
      }
      case 'day':
      case 'archivedSessions':
        return this.paged(
          node,
          node.sessions.map((info) => sessionNode(node, info, list.isMixed)),
        );
      case 'archiveTrash':
        return this.paged(node, await trashedArchives(node, list));
      case 'trashedArchive':
      case 'session':
      case 'damagedArchive':
      case 'failure':
      case 'unreadPlace':
      case 'more':
      case 'problem':
        return [];
    }
  }

  get filter(): SessionFilter {
    return this.#filter;
  }

  /** Shows only sessions that match the filter. */
  show(filter: SessionFilter): void {
    this.#filter = filter;
    this.repaint();
  }

  /** Number of sessions of the window's projects that matched the filter, and of all, when last shown. */
  get counts(): Pick<ArrangedSessions, 'shown' | 'total'> {
    const all = this.projects.all.flatMap((project) => this.#counts.get(project) ?? []);
    const sum = (of: 'shown' | 'total') => all.reduce((before, each) => before + each[of], 0);
    return { shown: sum('shown'), total: sum('total') };
  }

  async #arrange(project: Project): Promise<ArrangedSessions> {
    const now = this.#clock.now();
    const infos = await this.#lists.of(project).sessions();
    const soon = new Set(goingSoon(infos, now));
    const facts = infos.map((info) => ({
      info,
      isKept: info.archived === true ? true : archivedOf(info) === 'wholly',
      isGoingSoon: soon.has(info),
    }));
    const arranged = arrangeSessions(facts, this.#filter, now);
    this.#counts.set(project, arranged);
    this.#arranged.fire();
    return arranged;
  }

  getTreeItem(node: SessionTreeNode): TreeItem {
    return identified(sessionTreeItem(node, this.#clock.now()), node);
  }

  async resolveTreeItem(item: TreeItem, node: SessionTreeNode): Promise<TreeItem> {
    if (node.kind === 'session')
      return explained(item, sessionTooltip(node, await this.#lists.of(node.project).usage(node.info)));
    return item;
  }
}
