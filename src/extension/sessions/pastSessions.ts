import {
  EventEmitter,
  workspace,
  type Event,
  type TreeItem,
  l10n,
  ThemeIcon,
  TreeItemCollapsibleState,
} from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import type { AddedNode, TreeNode, WithoutDialogs } from '../dialogs/dialogNodes.ts';
import { moreNodes, type Node } from '../tree/nodes.ts';
import { sessionNode } from './sessionChildren.ts';
import { sessionTooltip, sessionTreeItem, goingSoon } from './sessionItems.ts';
import type { ProjectSessions, WindowSessions } from './sessionLists.ts';
import type { SessionWatch } from './sessionWatch.ts';
import { number } from '../base/notices.ts';
import { treeItem } from '../tree/treeItem.ts';
import { archivedOf } from './types.ts';

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

const { Expanded, None } = TreeItemCollapsibleState;

/** Actions for past sessions. */
type PastAction = 'keepAll' | 'copyOne' | 'connect';

/** Returns actions in the order of their rows, without those that write in an untrusted project or have nothing to do. */
function pastActions(isTrusted: boolean, infos: readonly SessionInfo[]): readonly PastAction[] {
  if (!isTrusted) return ['connect'];
  return areKept(infos) ? ['copyOne', 'connect'] : ['keepAll', 'copyOne', 'connect'];
}

const areKept = (infos: readonly SessionInfo[]): boolean =>
  infos.every((info) => archivedOf(info) === 'wholly');

/** Describes how many sessions there are and when they will be deleted; empty without any. */
export function pastHeader(infos: readonly SessionInfo[], now: number): string {
  const [count, deleted] = [infos.length, goingSoon(infos, now).length];
  if (count === 0) return '';
  if (areKept(infos))
    return count === 1 ? l10n.t('1 session, kept') : l10n.t('{0} sessions, all kept', number(count));
  if (deleted === 0) return count === 1 ? l10n.t('1 session') : l10n.t('{0} sessions', number(count));
  if (count === 1) return l10n.t('1 session, will soon be deleted by its agent');
  return deleted === 1
    ? l10n.t('{0} sessions, 1 will soon be deleted by its agent', number(count))
    : l10n.t('{0} sessions, {1} will soon be deleted by their agents', number(count), number(deleted));
}

/** Returns the row of an action, whose command receives `node`; screen readers read `header` with it. Others stand below it if it `hasRows`. */
function actionItem(
  action: PastAction,
  node: object,
  { header, hasRows }: { readonly header: string; readonly hasRows: boolean },
): TreeItem {
  const { label, description, tooltip, icon, command } = looks[action]();
  const item = treeItem(label, hasRows ? Expanded : None, 'pastAction', {
    icon: new ThemeIcon(icon),
    description,
    tooltip,
  });
  item.command = { command, title: label, arguments: [node] };
  item.accessibilityInformation = { label: [label, description, header].filter(Boolean).join(', ') };
  return item;
}

const looks = {
  keepAll: () => ({
    label: l10n.t('Keep All'),
    description: l10n.t('before agents delete them'),
    tooltip: l10n.t(
      'Copies all sessions to this folder’s `.chat-history`, so that they stay when their agents delete them',
    ),
    icon: 'save-all',
    command: 'historyStore.keepAllSessions',
  }),
  copyOne: () => ({
    label: l10n.t('Copy into Dialog…'),
    description: l10n.t('one session'),
    tooltip: l10n.t('Makes a dialog of a session, which you and your agents can search and continue'),
    icon: 'comment-discussion',
    command: 'historyStore.importSession',
  }),
  connect: () => ({
    label: l10n.t('Connect Agents…'),
    description: l10n.t('to share one history'),
    tooltip: l10n.t('Lets Claude Code, Codex and other agents on this computer read and write this history'),
    icon: 'plug',
    command: 'historyStore.connectAgents',
  }),
} as const;

/** Placeholder while sessions are being listed. */
const lookingItem = (): TreeItem =>
  treeItem(l10n.t('Looking for agent sessions…'), None, 'looking', {
    icon: new ThemeIcon('loading~spin'),
  });
