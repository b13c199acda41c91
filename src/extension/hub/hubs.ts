import { existsSync, watch } from 'node:fs';
import { EventEmitter, window, workspace, type SecretStorage } from 'vscode';
import { StoreError, type Log } from '../../disk/base/core.ts';
import { thisMachine } from '../../disk/base/stateFolder.ts';
import { projectName } from '../../disk/files/projectId.ts';
import { hubSettingsFile, hubsState } from '../../team/hubFiles.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { HubPasswords } from './hubPasswords.ts';
import type { HubStatus } from './hubInfo.ts';
import type { ConnectedHub, ProjectHub } from './projectHub.ts';

/** Closes a connection unused for this long. Milliseconds. */
const idleMs = 60_000;

interface HubParts {
  readonly projects: Projects;
  readonly secrets: SecretStorage;
  readonly log: Log;
}

/** The hubs of this window's projects. Without any, costs one file check and loads no database code. */
export class Hubs extends Disposable {
  readonly passwords: HubPasswords;
  readonly log: Log;
  readonly #projects: Projects;
  readonly #changed = this._register(new EventEmitter<Project | undefined>());
  readonly #states = new Map<Project, HubStatus>();
  readonly #idle = new Map<Project, Idle>();
  #used: readonly Project[] | undefined;
  #isWatched = false;

  /** Fires when settings or status of a project's hub change, or of any if none is given. */
  readonly onDidChange = this.#changed.event;

  constructor({ projects, secrets, log }: HubParts) {
    super();
    this.#projects = projects;
    this.passwords = new HubPasswords(secrets);
    this.log = log;
    this._register(projects.onDidChangeProjects(() => this.refresh()));
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.refresh()));
    // A hub may have been set up in a system terminal before the window regains focus.
    this._register(window.onDidChangeWindowState(({ focused }) => focused && this.#refreshIfChanged()));
    this._register({ dispose: () => [...this.#idle.keys()].forEach((project) => this.#closeIdle(project)) });
    this.#watch();
  }

  /** The projects with a hub; none in an untrusted folder, from which nothing is sent. */
  get used(): readonly Project[] {
    const isAny = (): boolean => workspace.isTrusted && existsSync(hubsState(thisMachine()));
    return (this.#used ??= isAny() ? this.#projects.on.filter(isSetUp) : []);
  }

  /** Returns the status of a project's hub; undefined without one. */
  state(project: Project): HubStatus | undefined {
    return this.used.includes(project) ? (this.#states.get(project) ?? { kind: 'connecting' }) : undefined;
  }

  /** Sets the status of a project's hub. */
  setStatus(project: Project, state: HubStatus): void {
    this.#states.set(project, state);
    this.#changed.fire(project);
  }

  /** Rereads which hubs are set up, and fires the event. */
  refresh(): void {
    this.#used = undefined;
    this.#watch();
    for (const project of [...this.#states.keys(), ...this.#idle.keys()])
      if (!this.used.includes(project)) this.#forget(project);
    this.#changed.fire(undefined);
  }

  /** Returns the hub of a project without connecting; undefined without one. */
  async of(project: Project): Promise<ProjectHub | undefined> {
    const local = this.used.includes(project) ? projectName(project.folder)?.id : undefined;
    if (local === undefined) return undefined;
    const { openHub } = await import('./openHub.ts');
    return openHub(project, local, this);
  }

  /** Returns the hub of a project without connecting. Throws `not_found` without one. */
  async needed(project: Project): Promise<ProjectHub> {
    const hub = await this.of(project);
    if (hub !== undefined) return hub;
    throw new StoreError('not_found', `No hub is set up for ${project.name}. Use History: Set Up Hub.`, {
      problem: 'none',
    });
  }

  /**
   * Runs work with a project's hub. The connection stays open for a minute for further work; concurrent work uses
   * connections of its own. Throws a `StoreError` that explains why the hub is unavailable.
   */
  async use<T>(project: Project, work: (hub: ConnectedHub) => Promise<T>): Promise<T> {
    const hub = await this.#connected(project);
    try {
      const result = await work(hub);
      this.#keepIdle(hub);
      return result;
    } catch (error) {
      await hub.client.close();
      throw error;
    }
  }

  async #connected(project: Project): Promise<ConnectedHub> {
    const hub = await this.needed(project);
    const kept = this.#idle.get(project)?.hub;
    this.#forgetIdle(project);
    if (kept !== undefined && (await isStill(kept, hub))) return { ...hub, client: kept.client };
    const { connect } = await import('./openHub.ts');
    return { ...hub, client: await connect(hub) };
  }

  #keepIdle(hub: ConnectedHub): void {
    const { project, client } = hub;
    if (this.disposed || this.#idle.has(project) || !this.used.includes(project)) {
      void client.close();
      return;
    }
    this.#idle.set(project, { hub, timer: setTimeout(() => this.#closeIdle(project), idleMs) });
  }

  #forgetIdle(project: Project): void {
    clearTimeout(this.#idle.get(project)?.timer);
    this.#idle.delete(project);
  }

  #closeIdle(project: Project): void {
    void this.#idle.get(project)?.hub.client.close();
    this.#forgetIdle(project);
  }

  #forget(project: Project): void {
    this.#states.delete(project);
    this.#closeIdle(project);
  }

  #refreshIfChanged(): void {
    const before = this.used;
    this.#used = undefined;
    if (this.used.length !== before.length || this.used.some((project) => !before.includes(project)))
      this.refresh();
  }

  /** Watches for hubs set up in the terminal, if this machine has any. */
  #watch(): void {
    const folder = hubsState(thisMachine());
    if (this.#isWatched || this.disposed || !existsSync(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name?.endsWith('.json')) this.refresh();
      });
      watcher.on('error', () => (this.#isWatched = false)); // the next refresh watches again
      this._register({ dispose: () => watcher.close() });
      this.#isWatched = true;
    } catch {
      // the system has no watches left; hubs are refreshed when the window gets the focus
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

/** Reports whether a connection still matches the settings and responds. */
async function isStill(kept: ConnectedHub, wanted: ProjectHub): Promise<boolean> {
  const targetOf = ({ address, settings }: ProjectHub) => JSON.stringify([address, settings.project]);
  const isSame = targetOf(kept) === targetOf(wanted);
  const answer = isSame ? await kept.client.newest().catch(() => undefined) : undefined;
  if (answer === undefined) await kept.client.close();
  return answer !== undefined;
}
