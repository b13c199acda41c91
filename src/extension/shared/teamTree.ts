import type { TreeItem } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import type { Projects } from '../base/projects.ts';
import { hubChildren, hubNodes } from '../hub/hubChildren.ts';
import type { HubsInfo, TeamsInfo } from '../hub/hubInfo.ts';
import { ProjectTree } from '../tree/projectTree.ts';
import { explained, identified } from '../tree/treeItem.ts';
import type { SeenItems } from './seenItems.ts';
import type { SharedLists } from './sharedLists.ts';
import { groupItems, teamChildren, withdrawnNodes } from './teamChildren.ts';
import { sharedTooltip, teamTreeItem } from './teamItems.ts';
import type { TeamArrangement, TeamNode, TeamOwnNode } from './teamNodes.ts';

interface TeamTreeParts {
  readonly lists: SharedLists;
  readonly seen: SeenItems;
  readonly clock: Clock;
  readonly hubs: HubsInfo;
  readonly hubKeeping: TeamsInfo;
}

/** The tree of the hub and of shared items. */
export class TeamTree extends ProjectTree<TeamOwnNode> {
  readonly #parts: TeamTreeParts;
  #by: TeamArrangement = 'author';

  constructor(projects: Projects, parts: TeamTreeParts) {
    super(projects);
    this.#parts = parts;
    for (const { onDidChange } of [parts.lists, parts.hubs, parts.hubKeeping])
      this._register(onDidChange(() => this.repaint()));
  }

  /** Changes the grouping of items. */
  arrange(by: TeamArrangement): void {
    this.#by = by;
    this.repaint();
  }

  protected async childrenOf(node: TeamNode): Promise<TeamNode[]> {
    const { lists, seen } = this.#parts;
    switch (node.kind) {
      case 'project':
        return [
          ...(await hubNodes(node.project, this.#parts)),
          ...teamChildren(node.project, await lists.of(node.project), { seen, by: this.#by }),
        ];
      case 'hub':
        return [...hubChildren(node)];
      case 'hubPerson':
        return this.paged(node, hubChildren(node));
      case 'sharedGroup':
        return this.paged(node, groupItems(node));
      case 'withdrawnItems':
        return this.paged(node, withdrawnNodes(node));
      case 'shared':
      case 'withdrawn':
      case 'hubDialog':
      case 'hubRecords':
      case 'hubProblem':
      case 'more':
      case 'problem':
        return [];
    }
  }

  getTreeItem(node: TeamNode): TreeItem {
    return identified(teamTreeItem(node, this.#parts.clock.now()), node);
  }

  resolveTreeItem(item: TreeItem, node: TeamNode): TreeItem {
    return explained(item, node.kind === 'shared' ? sharedTooltip(node) : undefined);
  }
}
