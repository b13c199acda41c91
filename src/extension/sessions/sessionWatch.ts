import { RelativePattern, Uri, workspace } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { loadAgents } from '../../agents/loadTranscripts.ts';
import { areDatabasesBehind } from '../../agents/reading/stored.ts';
import type { AgentTable } from '../../agents/reading/agent.ts';
import { Disposable, type Releasable } from '../base/disposable.ts';
import { sessionFolders, type Projects } from '../base/projects.ts';
import { foldersToWatch } from './agentPlaces.ts';
import type { WindowSessions } from './sessionLists.ts';

/** Changes by agents within this time are handled together. Milliseconds. */
const gatherMs = 1_000;
/** Maximum share of time spent listing sessions, unless the pause would be longer than this. Milliseconds. */
const shareOfTime = 1 / 5;
const longestRestMs = 5_000;
/** Longer than the editor takes to start watching a folder on a busy machine. Milliseconds. */
const begunMs = 10_000;

interface WatchParts {
  readonly projects: Projects;
  readonly lists: WindowSessions;
  readonly clock: Clock;
}

/** Lists sessions again when agents write; watches their folders only while a view shows sessions. */
export class SessionWatch extends Disposable {
  readonly #parts: WatchParts;
  readonly #viewers = new Set<object>();
  readonly #watchers = new Map<string, Releasable>();
  #gathering: NodeJS.Timeout | undefined;
  #beginning: NodeJS.Timeout | undefined;
  #restUntil = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: WatchParts) {
    super();
    this.#parts = parts;
    this._register(parts.lists.onDidChange(() => this.#watch()));
    this._register({ dispose: () => this.#rest() });
  }

  /** Registers a view that shows sessions. */
  begin(viewer: object): void {
    this.#viewers.add(viewer);
    this.#watch();
  }

  /** Removes a view that no longer shows sessions. */
  end(viewer: object): void {
    if (this.#viewers.delete(viewer) && this.#viewers.size === 0) this.#rest();
  }

  /** Lists sessions once listings that began earlier have ended, since not every folder is watched. */
  look(): void {
    this.#looking = this.#looking.then(() => this.#look());
  }

  async #look(): Promise<void> {
    const begun = performance.now();
    await this.#parts.lists.look();
    const rest = (performance.now() - begun) * (1 / shareOfTime - 1);
    this.#restUntil = performance.now() + Math.min(rest, longestRestMs);
    this.#watch();
    if (this.#isShowing && areDatabasesBehind()) this.#lookSoon();
  }

  #lookSoon(): void {
    const rest = this.#restUntil - performance.now();
    this.#gathering ??= setTimeout(() => void this.#lookRested(), Math.max(gatherMs, rest));
  }

  /** Lists sessions, once a listing that began meanwhile has ended and rested. */
  async #lookRested(): Promise<void> {
    await this.#looking;
    this.#gathering = undefined;
    if (!this.#isShowing) return;
    if (performance.now() < this.#restUntil) this.#lookSoon();
    else this.look();
  }

  /** Watches exactly the folders where something may appear. */
  #watch(): void {
    if (this.#isShowing) void loadAgents().then((agents) => this.#watchFor(agents));
  }

  get #isShowing(): boolean {
    return !this.disposed && this.#viewers.size > 0;
  }

  #watchFor(agents: AgentTable): void {
    if (!this.#isShowing) return;
    const { projects, lists, clock } = this.#parts;
    const infos = projects.on.flatMap((project) => lists.of(project).known);
    const roots = projects.on.flatMap(sessionFolders);
    const wanted = new Set(foldersToWatch(lists.places, roots, { agents, infos, now: clock.now() }));
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#forget(folder);
    const added = [...wanted].filter((folder) => !this.#watchers.has(folder));
    for (const folder of added) this.#watchers.set(folder, this.#watcherOf(folder));
    if (added.length > 0) this.#lookWhenBegun();
  }

  /** The editor needs a moment to start watching and does not report it, so list again afterwards. */
  #lookWhenBegun(): void {
    this.#lookSoon();
    clearTimeout(this.#beginning);
    this.#beginning = setTimeout(() => this.#lookSoon(), begunMs);
  }

  #watcherOf(folder: string): Releasable {
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.file(folder), '*'));
    const onEvent = ({ fsPath }: Uri): void => {
      this.#forget(fsPath); // a watched folder that was removed and created again is no longer watched
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

  /** Stops watching without views. */
  #rest(): void {
    clearTimeout(this.#gathering);
    clearTimeout(this.#beginning);
    this.#gathering = undefined;
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
  }
}
