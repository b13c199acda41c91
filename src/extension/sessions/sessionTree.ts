import type { TreeItem } from 'vscode';
import type { Clock } from '../../store/base/context.ts';
import type { Projects } from '../base/projects.ts';
import { ProjectTree } from '../tree/projectTree.ts';
import { archiveNodes, dayNodes, projectChildren, sessionNode } from './sessionChildren.ts';
import { archiveTooltip, sessionTooltip, sessionTreeItem } from './sessionItems.ts';
import type { WindowSessions } from './sessionLists.ts';
import type { SessionOwnNode, SessionTreeNode } from './sessionNodes.ts';
import { explained, identified } from '../tree/treeItem.ts';

/** The tree of agents' sessions and of archives. */
export class SessionTree extends ProjectTree<SessionOwnNode> {
  readonly #lists: WindowSessions;
  readonly #clock: Clock;

  constructor(projects: Projects, lists: WindowSessions, clock: Clock) {
    super(projects);
    this.#lists = lists;
    this.#clock = clock;
    this._register(lists.onDidChange(() => this.repaint()));
  }

  protected async childrenOf(node: SessionTreeNode): Promise<SessionTreeNode[]> {
    const list = this.#lists.of(node.project);
    switch (node.kind) {
      case 'project':
        return projectChildren(node.project, list);
      case 'agent':
        return this.paged(node, dayNodes(node));
      case 'day':
        return this.paged(
          node,
          node.sessions.map((info) => sessionNode(node, info)),
        );
      case 'archives':
        return this.paged(node, await archiveNodes(node, list));
      case 'session':
      case 'archive':
      case 'damagedArchive':
      case 'failure':
      case 'more':
      case 'problem':
        return [];
    }
  }

  getTreeItem(node: SessionTreeNode): TreeItem {
    return identified(sessionTreeItem(node, this.#clock.now()), node);
  }

  resolveTreeItem(item: TreeItem, node: SessionTreeNode): TreeItem {
    if (node.kind === 'session') return explained(item, sessionTooltip(node));
    return explained(item, node.kind === 'archive' ? archiveTooltip(node) : undefined);
  }
}
