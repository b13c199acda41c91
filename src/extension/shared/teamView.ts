import { commands, l10n, type Memento } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import type { SharedItem } from '../../history/shared/types.ts';
import { Disposable } from '../base/disposable.ts';
import { number } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import type { RowSource } from '../base/rows.ts';
import type { HubsInfo, TeamsInfo } from '../hub/hubInfo.ts';
import { HistoryView } from '../tree/historyView.ts';
import { SeenItems } from './seenItems.ts';
import type { SharedLists } from './sharedLists.ts';
import { teamArrangements, type TeamArrangement, type TeamNode } from './teamNodes.ts';
import type { TeamTree } from './teamTree.ts';

/** Key in the workspace's state. */
const arrangementKey = 'team.arrangement';

interface TeamViewParts {
  readonly projects: Projects;
  readonly lists: SharedLists;
  readonly hubs: HubsInfo;
  readonly hubKeeping: TeamsInfo;
  readonly clock: Clock;
  readonly memento: Memento;
  readonly onError: (error: unknown) => void;
}

interface Shown {
  readonly tree: TeamTree;
  readonly view: HistoryView<TeamNode>;
}

/**
 * The *Team* view in the side bar, which exists only if something is or was shared, or a hub is set up; loaded then.
 */
export class TeamView extends Disposable {
  readonly #parts: TeamViewParts;
  readonly #seen: SeenItems;
  #shown: Promise<Shown> | undefined;
  #view: HistoryView<TeamNode> | undefined;
  #isLookedAt = false;

  /** Rows that a key in the tree applies to. */
  readonly rows: RowSource<TeamNode> = {
    pressed: async (key) => (await this.#view?.rows.pressed(key)) ?? [],
  };

  constructor(parts: TeamViewParts) {
    super();
    this.#parts = parts;
    this.#seen = new SeenItems(parts.memento);
    for (const { onDidChange } of [parts.lists, parts.hubs, parts.hubKeeping])
      this._register(onDidChange(() => this.#update()));
    this.#update();
  }

  /** Undefined until there is something to show. */
  get tree(): Promise<TeamTree> | undefined {
    return this.#shown?.then(({ tree }) => tree);
  }

  get arrangement(): TeamArrangement {
    return remembered(this.#parts.memento);
  }

  /** Changes the grouping of items, also for later reloads. */
  async arrange(by: TeamArrangement): Promise<void> {
    await this.#parts.memento.update(arrangementKey, by);
    (await this.#shown)?.tree.arrange(by);
  }

  /** Marks items as seen. */
  see(project: Project, items: readonly SharedItem[]): void {
    if (this.#seen.see(project, items)) this.#parts.lists.refresh();
  }

  /** Marks everything shared as seen. */
  async seeAll(): Promise<void> {
    const { lists, hubs, hubKeeping } = this.#parts;
    for (const project of hubs.used) hubKeeping.see(project);
    const read = lists.used.map(async (project) => this.#seen.see(project, (await lists.of(project)).items));
    if ((await Promise.all(read)).some(Boolean)) lists.refresh();
  }

  #update(): void {
    const { lists, hubs } = this.#parts;
    const hasHub = hubs.used.length > 0;
    const isUsed = lists.used.length > 0 || hasHub;
    setContext('shown', isUsed);
    setContext('hub', hasHub);
    if (!isUsed && this.#shown === undefined) return;
    this.#shown ??= this.#show();
    this.#shown.then((shown) => this.#describe(shown)).catch(this.#parts.onError);
  }

  async #show(): Promise<Shown> {
    const { projects, memento, ...parts } = this.#parts;
    const { TeamTree } = await import('./teamTree.ts');
    const tree = this._register(new TeamTree(projects, { ...parts, seen: this.#seen }));
    const restricted = l10n.t('Restricted Mode: you can read what is shared, but not change it.');
    const options = { treeDataProvider: tree, canSelectMany: true };
    const view = this._register(new HistoryView<TeamNode>('historyStore.team', options, restricted));
    this.#view = view;
    tree.arrange(remembered(memento));
    view.whileVisible({
      onShow: () => (this.#isLookedAt = true),
      everyMinute: () => tree.repaint(),
      onHide: () => this.#onHide(),
    });
    return { tree, view };
  }

  /** What a person has seen is not new the next time. */
  #onHide(): void {
    if (!this.#isLookedAt || this.disposed) return;
    this.#isLookedAt = false;
    this.seeAll().catch(this.#parts.onError);
  }

  async #describe({ view: { view } }: Shown): Promise<void> {
    const { lists, hubs, hubKeeping } = this.#parts;
    const { newInHub } = await import('../hub/hubChildren.ts');
    const { teamItems } = await import('./teamChildren.ts');
    const read = lists.used.map(async (project) => teamItems(project, await lists.of(project), this.#seen));
    const inHubs = hubs.used.map((project) => newInHub(project, hubKeeping));
    const shared = (await Promise.all(read)).flat().filter(({ isNew }) => isNew).length;
    const count = inHubs.reduce((sum, each) => sum + each, shared);
    view.badge = count === 0 ? undefined : { value: count, tooltip: newText(count) };
  }
}

const newText = (count: number): string =>
  count === 1 ? l10n.t('1 new from your team') : l10n.t('{0} new from your team', number(count));

function remembered(memento: Memento): TeamArrangement {
  const kept = memento.get<unknown>(arrangementKey);
  return teamArrangements.find((known) => known === kept) ?? 'author';
}

function setContext(name: 'shown' | 'hub', value: boolean): void {
  void commands.executeCommand('setContext', `historyStore.team.${name}`, value);
}
