import { EventEmitter, workspace, type Event, type TreeItem } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import type { AddedNode, TreeNode, WithoutDialogs } from '../dialogs/dialogNodes.ts';
import { moreNodes, type Node } from '../tree/nodes.ts';
import { actionItem, lookingItem, pastActions, pastHeader } from './pastSessionItems.ts';
import { sessionNode } from './sessionChildren.ts';
import { sessionTooltip, sessionTreeItem } from './sessionItems.ts';
import type { ProjectSessions, WindowSessions } from './sessionLists.ts';
import type { SessionWatch } from './sessionWatch.ts';

/** How long rows wait for the list of sessions before a placeholder is shown. Milliseconds. */
const patienceMs = 400;

interface PastSessionsParts {
  readonly projects: Projects;
  readonly lists: WindowSessions;
  readonly watch: SessionWatch;
  readonly clock: Clock;
  /** Agents that can be connected. */
  readonly agents: {
    readonly onDidChange: Event<void>;
    /** Returns their rows below another row. */
    readonly rows: (parent: Node) => Promise<AddedNode[]>;
  };
}

/** Shows agents' sessions and their actions in a project without dialogs. Writes nothing. */
export class PastSessions extends Disposable implements WithoutDialogs {
  readonly #parts: PastSessionsParts;
  readonly #changed = this._register(new EventEmitter<void>());
  readonly #headers = new Map<Project, string>();

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(parts: PastSessionsParts) {
    super();
    this.#parts = parts;
    this._register(parts.lists.onDidChange(() => this.#changed.fire()));
    this._register(parts.agents.onDidChange(() => this.#changed.fire()));
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()));
  }

  async nodes(project: Project, lengthOf: (list: string) => number): Promise<TreeNode[]> {
    const infos = await this.#listed(this.#parts.lists.of(project));
    const header = infos ? pastHeader(infos, this.#parts.clock.now()) : '';
    this.#headers.set(project, header);
    const id = JSON.stringify([project.root, 'sessions', 'past']);
    if (infos === undefined) return [{ kind: 'looking', id, project, draw: lookingItem }];
    if (infos.length === 0) return [];
    const shown = infos.slice(0, lengthOf(id));
    return [
      ...this.#actionNodes({ id, project }, infos),
      ...shown.map((info) => pastNode({ id, project }, info)),
      ...moreNodes(project, { list: id, hidden: infos.length - shown.length }),
    ];
  }

  header(projects: readonly Project[]): string {
    const isOne = this.#parts.projects.all.length === 1;
    const told = projects.flatMap((project) => {
      const text = this.#headers.get(project);
      if (!text) return [];
      return isOne ? text : `${project.name}: ${text}`;
    });
    return told.join(' · ');
  }

  refresh(): void {
    this.#parts.lists.refresh();
  }

  show(isShown: boolean): void {
    if (isShown) this.#parts.watch.begin(this);
    else this.#parts.watch.end(this);
  }

  /** Passes the header to screen readers through the first row, since they do not reach it otherwise. */
  #actionNodes({ id, project }: Node, infos: readonly SessionInfo[]): AddedNode[] {
    const header = this.#headers.get(project) ?? '';
    return pastActions(workspace.isTrusted, infos).map((action, index) => {
      const node = { kind: 'pastAction', id: `${id}/${action}`, project };
      const children = (): Promise<AddedNode[]> => this.#parts.agents.rows(node);
      const draw = async (): Promise<TreeItem> => {
        const hasRows = action === 'connect' && (await children()).length > 0;
        return actionItem(action, node, { header: index === 0 ? header : '', hasRows });
      };
      return { ...node, draw, ...(action === 'connect' && { children }) };
    });
  }

  /**
   * Returns sessions, most recently active first; while listing takes long, the previous ones or none, and updates
   * them later.
   */
  async #listed(list: ProjectSessions): Promise<readonly SessionInfo[] | undefined> {
    const listing = list.sessions();
    const soon = await Promise.race([listing, later(patienceMs)]);
    if (soon) return soon;
    const announce = (): void => {
      if (!this.disposed) this.#changed.fire();
    };
    void listing.then(announce, announce); // the tree reports errors when it asks again
    return list.known.length > 0 ? list.known : undefined;
  }
}

function pastNode(parent: Node, info: SessionInfo): AddedNode {
  const node = sessionNode(parent, info, true);
  return {
    ...node,
    draw: (now) => sessionTreeItem(node, now),
    explain: () => Promise.resolve(sessionTooltip(node)),
  };
}

const later = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
