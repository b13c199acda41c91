import { existsSync, watch } from 'node:fs';
import { EventEmitter, window, workspace, type SecretStorage } from 'vscode';
import { StoreError, type Log } from '../../store/base/core.ts';
import { thisMachine } from '../../store/base/stateFolder.ts';
import { projectName } from '../../store/files/projectId.ts';
import { hubSettingsFile, hubsState } from '../../store/hub/hubPlace.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { HubPasswords } from './hubPasswords.ts';
import type { HubStanding } from './hubLooks.ts';
import type { ConnectedHub, ProjectHub } from './hubTypes.ts';

/** A connection that nobody asked anything of for so long is closed. Milliseconds. */
const idleMs = 60_000;

interface HubParts {
  readonly projects: Projects;
  readonly secrets: SecretStorage;
  readonly log: Log;
}

/**
 * The hubs of the projects of this window. Where none is set up it costs a look at one folder, and nothing that speaks with
 * databases is loaded.
 */
export class Hubs extends Disposable {
  readonly passwords: HubPasswords;
  readonly log: Log;
  readonly #projects: Projects;
  readonly #changed = this._register(new EventEmitter<Project | undefined>());
  readonly #states = new Map<Project, HubStanding>();
  readonly #idle = new Map<Project, Idle>();
  #used: readonly Project[] | undefined;
  #isWatched = false;

  /** What is set of the hub of a project, or how it stands, is another; of any of them where none is named. */
  readonly onDidChange = this.#changed.event;

  constructor({ projects, secrets, log }: HubParts) {
    super();
    this.#projects = projects;
    this.passwords = new HubPasswords(secrets);
    this.log = log;
    this._register(projects.onDidChangeProjects(() => this.look()));
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.look()));
    // Whoever set one up in a terminal of the system comes back.
    this._register(window.onDidChangeWindowState(({ focused }) => focused && this.#lookAgain()));
    this._register({ dispose: () => [...this.#idle.keys()].forEach((project) => this.#closeIdle(project)) });
    this.#watch();
  }

  /** The projects that have a hub; none in a folder that is not trusted, of which nothing is sent anywhere. */
  get used(): readonly Project[] {
    const isAny = (): boolean => workspace.isTrusted && existsSync(hubsState(thisMachine()));
    return (this.#used ??= isAny() ? this.#projects.all.filter(isSetUp) : []);
  }

  /** How the hub of a project stands; undefined where none is set up. */
  state(project: Project): HubStanding | undefined {
    return this.used.includes(project) ? (this.#states.get(project) ?? { kind: 'connecting' }) : undefined;
  }

  /** Says how the hub of a project stands. */
  tell(project: Project, state: HubStanding): void {
    this.#states.set(project, state);
    this.#changed.fire(project);
  }

  /** Looks anew at what is set up, and says so. */
  look(): void {
    this.#used = undefined;
    this.#watch();
    for (const project of [...this.#states.keys(), ...this.#idle.keys()])
      if (!this.used.includes(project)) this.#forget(project);
    this.#changed.fire(undefined);
  }

  /** The hub of a project; undefined where none is set up. Connects with nothing. */
  async of(project: Project): Promise<ProjectHub | undefined> {
    const local = this.used.includes(project) ? projectName(project.folder)?.id : undefined;
    if (local === undefined) return undefined;
    const { openHub } = await import('./openHub.ts');
    return openHub(project, local, this);
  }

  /** The same. Throws `not_found` where none is set up. */
  async needed(project: Project): Promise<ProjectHub> {
    const hub = await this.of(project);
    if (hub !== undefined) return hub;
    throw new StoreError('not_found', `No hub is set up for ${project.name}. Use History: Set Up Hub.`, {
      problem: 'none',
    });
  }

  /**
   * Runs work with the hub of a project. The connection stays open for a minute, for more of the same; work that is done at
   * the same time has connections of its own. Throws a `StoreError` that says why the hub cannot be asked.
   */
  async use<T>(project: Project, work: (hub: ConnectedHub) => Promise<T>): Promise<T> {
    const hub = await this.#connected(project);
    try {
      const result = await work(hub);
      this.#keepIdle(hub);
      return result;
    } catch (error) {
      await hub.connection.close();
      throw error;
    }
  }

  async #connected(project: Project): Promise<ConnectedHub> {
    const hub = await this.needed(project);
    const kept = this.#idle.get(project)?.hub;
    this.#forgetIdle(project);
    if (kept !== undefined && (await isStill(kept, hub))) return { ...hub, connection: kept.connection };
    const { connected } = await import('./openHub.ts');
    return connected(hub);
  }

  #keepIdle(hub: ConnectedHub): void {
    const { project, connection } = hub;
    if (this.disposed || this.#idle.has(project) || !this.used.includes(project)) {
      void connection.close();
      return;
    }
    this.#idle.set(project, { hub, timer: setTimeout(() => this.#closeIdle(project), idleMs) });
  }

  #forgetIdle(project: Project): void {
    clearTimeout(this.#idle.get(project)?.timer);
    this.#idle.delete(project);
  }

  #closeIdle(project: Project): void {
    void this.#idle.get(project)?.hub.connection.close();
    this.#forgetIdle(project);
  }

  #forget(project: Project): void {
    this.#states.delete(project);
    this.#closeIdle(project);
  }

  #lookAgain(): void {
    const before = this.used;
    this.#used = undefined;
    if (this.used.length !== before.length || this.used.some((project) => !before.includes(project)))
      this.look();
  }

  /** What the terminal does with hubs is seen at once where this machine has any. */
  #watch(): void {
    const folder = hubsState(thisMachine());
    if (this.#isWatched || this.disposed || !existsSync(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name?.endsWith('.json')) this.look();
      });
      watcher.on('error', () => (this.#isWatched = false)); // the next look watches again
      this._register({ dispose: () => watcher.close() });
      this.#isWatched = true;
    } catch {
      // the system has no watch left; it is looked at when the window gets the focus
    }
  }
}

interface Idle {
  readonly hub: ConnectedHub;
  readonly timer: NodeJS.Timeout;
}

function isSetUp({ folder }: Project): boolean {
  const id = projectName(folder)?.id;
  return id !== undefined && existsSync(hubSettingsFile(thisMachine(), id));
}

/** Whether a connection is the one that is wanted, and answers. */
async function isStill(kept: ConnectedHub, wanted: ProjectHub): Promise<boolean> {
  const isSame = JSON.stringify(kept.address) === JSON.stringify(wanted.address);
  const answer = isSame ? await kept.connection.query('select 1').catch(() => undefined) : undefined;
  if (answer === undefined) await kept.connection.close();
  return answer !== undefined;
}
