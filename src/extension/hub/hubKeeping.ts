import { EventEmitter, type Memento, commands } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import type { HubKeeper, ExchangeObserver } from './hubKeeper.ts';
import type { Hubs } from './hubs.ts';
import type { HubStatus } from './hubInfo.ts';
import type { HubTeam, SyncCounts } from './hubTypes.ts';
import type { KeptHub } from './projectHub.ts';
import { warn } from '../base/notices.ts';
import type { Services } from '../base/commands.ts';

/** Key in the workspace's state: by project root, the number up to which a person has seen what colleagues sent. */
const seenKey = 'hub.seen';

interface KeepingParts {
  readonly projects: Projects;
  readonly hubs: Hubs;
  readonly clock: Clock;
  readonly memento: Memento;
  /** Called once for each problem that requires action. */
  readonly onFailed: (project: Project, error: unknown) => void;
}

/**
 * Synchronizes this window's histories with their hubs while the window is open and its folder is trusted. Does
 * nothing without a hub.
 */
export class HubKeeping extends Disposable {
  readonly #parts: KeepingParts;
  readonly #keepers = new Map<Project, Promise<HubKeeper<KeptHub>>>();
  readonly #teams = new Map<Project, HubTeam>();
  readonly #failures = new Map<Project, string>();
  readonly #changed = this._register(new EventEmitter<void>());

  /** Fires when members, what colleagues sent, or what of it is new changes. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: KeepingParts) {
    super();
    this.#parts = parts;
    const { projects, hubs } = parts;
    this._register(projects.onDidChange((change) => this.#onChange(change)));
    this._register(hubs.onDidChange((project) => project === undefined && this.#update()));
    this._register({ dispose: () => [...this.#keepers.keys()].forEach((project) => this.#end(project)) });
    this.#update();
  }

  /** Returns members and what colleagues sent; undefined before the hub responds. */
  team(project: Project): HubTeam | undefined {
    return this.#teams.get(project);
  }

  /** Returns the number up to which a person has seen what colleagues sent. */
  seen(project: Project): number {
    return this.#seen()[project.root] ?? this.team(project)?.number ?? 0;
  }

  /** Marks everything colleagues sent as seen; returns whether any of it was new. */
  see(project: Project): boolean {
    const team = this.team(project);
    if (team === undefined || this.seen(project) >= team.number) return false;
    void this.#parts.memento.update(seenKey, { ...this.#seen(), [project.root]: team.number });
    this.#changed.fire();
    return true;
  }

  /** Exchanges immediately. Rejects on failure. */
  async exchange(project: Project, observer: ExchangeObserver = {}): Promise<SyncCounts> {
    this.#update(false);
    const keeper = await this.#keepers.get(project);
    if (keeper === undefined) return { sent: 0, received: 0 };
    return keeper.exchange(observer);
  }

  #onChange({ project, folders }: ProjectChange): void {
    if (folders && [...folders].every((folder) => ownFolders.has(folder))) return;
    void this.#keepers.get(project)?.then((keeper) => keeper.changed());
  }

  /** Creates a keeper for each hub; existing ones restart if settings changed. */
  #update(anew = true): void {
    const used = this.disposed ? [] : this.#parts.hubs.used;
    for (const project of this.#keepers.keys()) if (!used.includes(project)) this.#end(project);
    for (const project of used) {
      const known = this.#keepers.get(project);
      if (known === undefined) this.#keepers.set(project, this.#begin(project));
      else if (anew) void known.then((keeper) => keeper.begin());
    }
  }

  #end(project: Project): void {
    void this.#keepers.get(project)?.then((keeper) => keeper.dispose());
    this.#keepers.delete(project);
    this.#teams.delete(project);
    this.#failures.delete(project);
    this.#changed.fire();
  }

  async #begin(project: Project): Promise<HubKeeper<KeptHub>> {
    const { HubKeeper, keeperDelays } = await import('./hubKeeper.ts');
    const { exchange, hasNews, openKept } = await import('./exchange.ts');
    const { hubs, clock } = this.#parts;
    return new HubKeeper<KeptHub>({
      open: async (events) => openKept(await hubs.needed(project), events),
      isListening: ({ isListening }) => isListening,
      hasNews,
      exchange: async (kept, observer) => {
        const done = await exchange(kept, observer);
        this.#setTeam(project, await kept.client.team(this.#teams.get(project)), kept);
        return done;
      },
      close: ({ client }) => client.close(),
      setStatus: (status) => this.#setStatus(project, status),
      now: () => clock.now(),
      delays: keeperDelays,
    });
  }

  #setTeam(project: Project, team: HubTeam, kept: KeptHub): void {
    kept.number = team.number;
    if (!this.#keepers.has(project)) return;
    this.#teams.set(project, team);
    // What existed before the hub was set up here is not new; in a restored or repaired hub, numbers are lower.
    if ((this.#seen()[project.root] ?? Infinity) > team.number)
      void this.#parts.memento.update(seenKey, { ...this.#seen(), [project.root]: team.number });
    this.#changed.fire();
  }

  #setStatus(project: Project, status: HubStatus): void {
    if (!this.#keepers.has(project)) return;
    this.#parts.hubs.setStatus(project, status);
    if (status.kind === 'connected') this.#failures.delete(project);
    if (status.kind !== 'failed') return;
    const reason = String(status.error);
    if (this.#failures.get(project) === reason) return;
    this.#failures.set(project, reason);
    this.#parts.onFailed(project, status.error);
  }

  #seen(): Readonly<Record<string, number>> {
    return this.#parts.memento.get<Readonly<Record<string, number>>>(seenKey, {});
  }
}

/** Folders whose changes are never sent. */
const ownFolders: ReadonlySet<string> = new Set(['.machine', '.index', '.trash']);

/** Notifies the person that the exchange stopped until they act, and what to do. */
export const reportFailed =
  (onError: (error: unknown) => void) =>
  (project: Project, error: unknown): void => {
    const report = async (): Promise<void> => {
      const { hubErrorText, fixCommand } = await import('./hubText.ts');
      const [command, label] = fixCommand(error);
      const mend = () => commands.executeCommand(command, { project });
      warn(hubErrorText(error), [{ label, run: mend }], onError);
    };
    report().catch(onError);
  };

/** What hub commands require. */
export interface HubServices extends Services {
  readonly hubs: Hubs;
  readonly hubKeeping: HubKeeping;
}
