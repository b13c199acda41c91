import { RelativePattern, Uri, workspace } from 'vscode';
import type { Clock } from '../../store/base/context.ts';
import { loadAgents } from '../../store/transcripts/loadAgents.ts';
import type { AgentTable } from '../../store/transcripts/shared/agent.ts';
import { Disposable, type Releasable } from '../base/disposable.ts';
import { sessionFolders, type Projects } from '../base/projects.ts';
import { foldersToWatch } from './agentPlaces.ts';
import type { WindowSessions } from './sessionLists.ts';

/** What agents write within this time is looked at together. Milliseconds. */
const gatherMs = 1_000;
/** Longer than the editor takes to begin watching a folder on a busy machine. Milliseconds. */
const begunMs = 10_000;

interface WatchParts {
  readonly projects: Projects;
  readonly lists: WindowSessions;
  readonly clock: Clock;
}

/** Lists sessions anew when agents write; their folders are watched only while a view shows sessions. */
export class SessionWatch extends Disposable {
  readonly #parts: WatchParts;
  readonly #viewers = new Set<object>();
  readonly #watchers = new Map<string, Releasable>();
  #gathering: NodeJS.Timeout | undefined;
  #beginning: NodeJS.Timeout | undefined;

  constructor(parts: WatchParts) {
    super();
    this.#parts = parts;
    this._register(parts.lists.onDidChange(() => this.#watch()));
    this._register({ dispose: () => this.#rest() });
  }

  /** A view shows sessions from now on. */
  begin(viewer: object): void {
    this.#viewers.add(viewer);
    this.#watch();
  }

  /** A view shows sessions no longer, or has not begun. */
  end(viewer: object): void {
    if (this.#viewers.delete(viewer) && this.#viewers.size === 0) this.#rest();
  }

  /** Lists them now, as not every folder is watched. */
  look(): void {
    void this.#parts.lists.look().then(() => this.#watch());
  }

  #lookSoon(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.look();
    }, gatherMs);
  }

  /** Watches the folders where something may appear now, and no others. */
  #watch(): void {
    if (this.#isShowing) void loadAgents().then((agents) => this.#watchFor(agents));
  }

  get #isShowing(): boolean {
    return !this.disposed && this.#viewers.size > 0;
  }

  #watchFor(agents: AgentTable): void {
    if (!this.#isShowing) return;
    const { projects, lists, clock } = this.#parts;
    const infos = projects.all.flatMap((project) => lists.of(project).known);
    const roots = projects.all.flatMap(sessionFolders);
    const wanted = new Set(foldersToWatch(lists.places, roots, { agents, infos, now: clock.now() }));
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#forget(folder);
    const added = [...wanted].filter((folder) => !this.#watchers.has(folder));
    for (const folder of added) this.#watchers.set(folder, this.#watcherOf(folder));
    if (added.length > 0) this.#lookWhenBegun();
  }

  /** The editor takes a moment to begin watching, and tells nobody when it has: what came meanwhile is seen by looking again. */
  #lookWhenBegun(): void {
    this.#lookSoon();
    clearTimeout(this.#beginning);
    this.#beginning = setTimeout(() => this.look(), begunMs);
  }

  #watcherOf(folder: string): Releasable {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder), '*'));
    const onEvent = ({ fsPath }: Uri): void => {
      this.#forget(fsPath); // a watched folder that was removed and made again is watched no longer
      this.#lookSoon();
    };
    watcher.onDidCreate(onEvent);
    watcher.onDidChange(onEvent);
    watcher.onDidDelete(onEvent);
    return watcher;
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.dispose();
    this.#watchers.delete(folder);
  }

  /** Nobody looks: nothing is watched. */
  #rest(): void {
    clearTimeout(this.#gathering);
    clearTimeout(this.#beginning);
    this.#gathering = undefined;
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
  }
}
