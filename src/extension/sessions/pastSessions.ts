import { EventEmitter, workspace, type Event, type TreeItem } from 'vscode';
import type { Clock } from '../../store/base/context.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
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

/** The rows wait this long for the sessions, which may be very many; until they are listed, they say so. Milliseconds. */
const patienceMs = 400;

interface PastSessionsParts {
  readonly projects: Projects;
  readonly lists: WindowSessions;
  readonly watch: SessionWatch;
  readonly clock: Clock;
  /** The agents that can be connected. */
  readonly agents: {
    readonly onDidChange: Event<void>;
    /** Their rows, below another row. */
    readonly rows: (parent: Node) => Promise<AddedNode[]>;
  };
}

/** A project without dialogs shows the sessions that agents had in it, and what can be done with them. Writes nothing. */
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
      ...this.#actionNodes({ id, project }, header),
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

  /** The first row tells screen readers what stands over the rows, which they do not come by. */
  #actionNodes({ id, project }: Node, header: string): AddedNode[] {
    return pastActions(workspace.isTrusted).map((action, index) => {
      const node = { kind: 'pastAction', id: `${id}/${action}`, project };
      const draw = (): TreeItem => actionItem(action, node, index === 0 ? header : '');
      const children = (): Promise<AddedNode[]> => this.#parts.agents.rows(node);
      return { ...node, draw, ...(action === 'connect' && { children }) };
    });
  }

  /** The most recently active first; those listed last, or none, while listing takes long: then they are shown later. */
  async #listed(list: ProjectSessions): Promise<readonly SessionInfo[] | undefined> {
    const listing = list.sessions();
    const soon = await Promise.race([listing, later(patienceMs)]);
    if (soon) return soon;
    const tell = (): void => {
      if (!this.disposed) this.#changed.fire();
    };
    void listing.then(tell, tell); // what went wrong is told where the tree asks again
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
