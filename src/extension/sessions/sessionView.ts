import { l10n, RelativePattern, Uri, workspace, type TreeView } from 'vscode';
import type { Clock } from '../../store/base/context.ts';
import { Disposable, type Releasable } from '../base/disposable.ts';
import { HistoryView } from '../tree/historyView.ts';
import { sessionFolders, type Projects } from '../base/projects.ts';
import type { RowSource } from '../base/rows.ts';
import { foldersToWatch } from './agentPlaces.ts';
import type { WindowSessions } from './sessionLists.ts';
import type { SessionTreeNode } from './sessionNodes.ts';
import type { SessionTree } from './sessionTree.ts';

/** What agents write within this time is looked at together. Milliseconds. */
const gatherMs = 1_000;

interface SessionViewParts {
  readonly projects: Projects;
  readonly lists: WindowSessions;
  readonly tree: SessionTree;
  readonly clock: Clock;
}

/** The view *Sessions* in the sidebar. Only while it is visible are the agents' folders watched. */
export class SessionView extends Disposable {
  readonly tree: SessionTree;
  readonly rows: RowSource<SessionTreeNode>;
  readonly #parts: SessionViewParts;
  readonly #view: TreeView<SessionTreeNode>;
  readonly #watchers = new Map<string, Releasable>();
  #gathering: NodeJS.Timeout | undefined;
  #wasShown = false;

  constructor(parts: SessionViewParts) {
    super();
    this.#parts = parts;
    this.tree = parts.tree;
    const restricted = l10n.t('Restricted Mode: you can read sessions, but not archive or import them.');
    const options = { treeDataProvider: parts.tree };
    const view = this._register(new HistoryView('historyStore.sessions', options, restricted));
    this.#view = view.view;
    this.rows = view.rows;
    this._register(parts.lists.onDidChange(() => this.#watch()));
    view.whileVisible({
      onShow: () => this.#onShow(),
      everyMinute: () => this.#everyMinute(),
      onHide: () => this.#rest(),
    });
  }

  #onShow(): void {
    // The first time the tree lists by itself.
    if (this.#wasShown) this.#look();
    this.#wasShown = true;
    this.#watch();
  }

  /** Not every folder is watched. */
  #everyMinute(): void {
    this.#look();
    this.tree.repaint();
  }

  #look(): void {
    void this.#parts.lists.look().then(() => this.#watch());
  }

  #lookSoon(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#look();
    }, gatherMs);
  }

  /** Watches the folders where something may appear now, and no others. */
  #watch(): void {
    if (this.disposed || !this.#view.visible) return;
    const { projects, lists, clock } = this.#parts;
    const infos = projects.all.flatMap((project) => lists.of(project).known);
    const roots = projects.all.flatMap(sessionFolders);
    const wanted = new Set(foldersToWatch(lists.places, roots, { infos, now: clock.now() }));
    for (const [folder, watcher] of this.#watchers)
      if (!wanted.has(folder)) {
        watcher.dispose();
        this.#watchers.delete(folder);
      }
    const added = [...wanted].filter((folder) => !this.#watchers.has(folder));
    for (const folder of added) this.#watchers.set(folder, this.#watcherOf(folder));
    // The editor takes a moment to begin watching: what came in that moment is seen by looking once more.
    if (added.length > 0) this.#lookSoon();
  }

  #watcherOf(folder: string): Releasable {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder), '*'));
    watcher.onDidCreate(() => this.#lookSoon());
    watcher.onDidChange(() => this.#lookSoon());
    watcher.onDidDelete(() => this.#lookSoon());
    return watcher;
  }

  /** Nobody looks: nothing is watched. */
  #rest(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
  }
}
