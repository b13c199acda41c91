import { EventEmitter, type Memento } from 'vscode';
import type { Clock } from '../../store/base/context.ts';
import type { Exchanged } from '../../store/hub/openedHistory.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import type { HubKeeper, Watching } from './hubKeeper.ts';
import type { Hubs } from './hubs.ts';
import type { HubStanding, HubTeam } from './hubLooks.ts';
import type { KeptHub } from './hubTypes.ts';

/** In the memory of the workspace: by root of a project, the number up to which a person has looked at what colleagues sent. */
const seenKey = 'hub.seen';

interface KeepingParts {
  readonly projects: Projects;
  readonly hubs: Hubs;
  readonly clock: Clock;
  readonly memento: Memento;
  /** Told once of each thing that somebody has to do something about. */
  readonly onFailed: (project: Project, error: unknown) => void;
}

/**
 * Keeps the histories of this window and their hubs together, as long as the window is open and its folder is trusted. Where
 * no hub is set up it does nothing at all.
 */
export class HubKeeping extends Disposable {
  readonly #parts: KeepingParts;
  readonly #keepers = new Map<Project, Promise<HubKeeper<KeptHub>>>();
  readonly #teams = new Map<Project, HubTeam>();
  readonly #failures = new Map<Project, string>();
  readonly #changed = this._register(new EventEmitter<void>());

  /** Who is in a project, what colleagues sent, or what of it is new. */
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

  /** Who is in the project, and what colleagues sent; undefined before the hub answered. */
  team(project: Project): HubTeam | undefined {
    return this.#teams.get(project);
  }

  /** Up to which number a person has looked at what colleagues sent. */
  seen(project: Project): number {
    return this.#seen()[project.root] ?? this.team(project)?.number ?? 0;
  }

  /** A person has looked at what colleagues sent. Gives whether any of it was new. */
  see(project: Project): boolean {
    const team = this.team(project);
    if (team === undefined || this.seen(project) >= team.number) return false;
    void this.#parts.memento.update(seenKey, { ...this.#seen(), [project.root]: team.number });
    this.#changed.fire();
    return true;
  }

  /** Exchanges now. Rejects with what keeps it from that. */
  async exchange(project: Project, watching: Watching = {}): Promise<Exchanged> {
    this.#update(false);
    const keeper = await this.#keepers.get(project);
    if (keeper === undefined) return { sent: 0, received: 0 };
    return keeper.exchange(watching);
  }

  #onChange({ project, folders }: ProjectChange): void {
    if (folders && [...folders].every((folder) => ownFolders.has(folder))) return;
    void this.#keepers.get(project)?.then((keeper) => keeper.changed());
  }

  /** One for each hub; those that are there begin anew where something else is set. */
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
    const { HubKeeper, keepingTimes } = await import('./hubKeeper.ts');
    const { exchange, hasNews, openKept, teamOf } = await import('./exchange.ts');
    const { hubs, clock } = this.#parts;
    return new HubKeeper<KeptHub>({
      open: async (events) => openKept(await hubs.needed(project), events),
      hears: ({ hears }) => hears,
      hasNews,
      exchange: async (kept, watching) => {
        const done = await exchange(kept, watching);
        this.#setTeam(project, await teamOf(kept, this.#teams.get(project)), kept);
        return done;
      },
      close: ({ connection }) => connection.close(),
      tell: (standing) => this.#tell(project, standing),
      now: () => clock.now(),
      times: keepingTimes,
    });
  }

  #setTeam(project: Project, team: HubTeam, kept: KeptHub): void {
    kept.number = team.number;
    if (!this.#keepers.has(project)) return;
    this.#teams.set(project, team);
    // What was there before the hub was set up here is not new.
    if (this.#seen()[project.root] === undefined)
      void this.#parts.memento.update(seenKey, { ...this.#seen(), [project.root]: team.number });
    this.#changed.fire();
  }

  #tell(project: Project, standing: HubStanding): void {
    if (!this.#keepers.has(project)) return;
    this.#parts.hubs.tell(project, standing);
    if (standing.kind === 'connected') this.#failures.delete(project);
    if (standing.kind !== 'failed') return;
    const reason = String(standing.error);
    if (this.#failures.get(project) === reason) return;
    this.#failures.set(project, reason);
    this.#parts.onFailed(project, standing.error);
  }

  #seen(): Readonly<Record<string, number>> {
    return this.#parts.memento.get<Readonly<Record<string, number>>>(seenKey, {});
  }
}

/** What changes in them goes to no hub. */
const ownFolders: ReadonlySet<string> = new Set(['.machine', '.index', '.trash']);
