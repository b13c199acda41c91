import { agentIdOf } from '../../agents/agents.ts';
import { basename } from 'node:path';
import type { ActiveDialog, DialogInfo, DialogOverview, DialogStore } from '../../history/dialogs/types.ts';
import { machineFolder } from '../../disk/files/projectId.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { OrderedDialog } from './dialogOrder.ts';
import { Limiter } from './limiter.ts';

/** Limits concurrent reads, so that a long list does not delay what a person clicks. */
const readers = new Limiter(8);
/** Number of dialogs requested at once where all are counted. */
const countedAtOnce = 8;

interface KnownOverview {
  readonly promise: Promise<DialogOverview | undefined>;
  /** The last value, shown until a newer one arrives. */
  value: DialogOverview | undefined;
  /** Why the last read failed. */
  problem?: unknown;
  /** Whether the dialog changed after this was requested. */
  stale: boolean;
}

/** Cached data of a project's dialogs, reread only after changes. */
export class DialogCache {
  readonly #project: Project;
  #list: Promise<readonly DialogInfo[]> | undefined;
  readonly #infos = new Map<string, DialogInfo>();
  #active: string | undefined;
  readonly #overviews = new Map<string, KnownOverview>();
  readonly #agents = new Map<string, { readonly activeAt: number; readonly agents: readonly string[] }>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** Most recently active first. */
  list(): Promise<readonly DialogInfo[]> {
    if (this.#list) return this.#list;
    const { dialogs } = this.#project;
    const reading: Promise<readonly DialogInfo[]> = Promise.all([dialogs.list(), dialogs.active()]).then(
      ([list, active]) => {
        // A later request may have completed before this one, and is newer.
        if (this.#list === undefined || this.#list === reading) this.#take(list, active);
        return this.#sorted();
      },
    );
    this.#list = reading;
    return reading;
  }

  /** Returns a dialog's entry in the last list. */
  info(name: string): DialogInfo | undefined {
    return this.#infos.get(name);
  }

  /** Reports whether a dialog was set as active in the last list. */
  isActive(name: string): boolean {
    return name === this.#active;
  }

  /** The dialog set as active in the last list. */
  get active(): string | undefined {
    return this.#active;
  }

  /** Returns what is known of a listed dialog. */
  facts(info: DialogInfo): OrderedDialog {
    const { name } = info;
    const overview = this.known(name);
    const agents = this.#agents.get(name)?.agents;
    return {
      ...info,
      ...(overview && { bytes: overview.bytes, due: overview.maintenance !== undefined }),
      ...(agents && { agents }),
    };
  }

  /**
   * Counts every dialog not counted since its last change, a few at a time, so that what a person opens meanwhile does
   * not wait for all of them. Failures are reported where the dialog is shown.
   */
  async countAll(): Promise<void> {
    const names = [...this.#infos.keys()].filter((name) => !this.isFresh(name));
    for (let from = 0; from < names.length; from += countedAtOnce)
      await Promise.allSettled(names.slice(from, from + countedAtOnce).map((name) => this.overview(name)));
  }

  /** Determines who last wrote in each changed dialog; returns the agents of all dialogs. */
  async findAgents(): Promise<readonly string[]> {
    const stale = [...this.#infos.values()].filter(
      ({ name, activeAt }) => this.#agents.get(name)?.activeAt !== activeAt,
    );
    const reading = stale.map(async ({ name, activeAt }) => {
      const agents = await readers.run(() => agentsOf(this.#project.dialogs, name));
      this.#agents.set(name, { activeAt, agents });
    });
    await Promise.allSettled(reading);
    return [...new Set([...this.#agents.values()].flatMap(({ agents }) => agents))].sort();
  }

  /** Returns names of the listed dialogs in these folders. */
  namesIn(folders: ReadonlySet<string>): readonly string[] {
    return [...this.#infos.values()]
      .filter(({ folder }) => folders.has(basename(folder)))
      .map(({ name }) => name);
  }

  /** Returns the last overview, which may be outdated. */
  known(name: string): DialogOverview | undefined {
    return this.#overviews.get(name)?.value;
  }

  /** Returns why the last overview failed; undefined if it did not. */
  problem(name: string): unknown {
    return this.#overviews.get(name)?.problem;
  }

  /** Returns the number of dialogs that need compaction, of all. */
  async countDue(): Promise<number> {
    const list = await this.list();
    await this.countAll();
    return list.filter(({ name }) => this.known(name)?.maintenance !== undefined).length;
  }

  /** Reports whether the overview was read, or failed, since the last change. */
  isFresh(name: string): boolean {
    const known = this.#overviews.get(name);
    return known !== undefined && (!known.stale || known.problem !== undefined);
  }

  /** Returns the current overview; undefined if the dialog does not exist. */
  overview(name: string): Promise<DialogOverview | undefined> {
    const known = this.#overviews.get(name);
    if (known?.stale === false) return known.promise;
    const promise = readers.run(() => this.#project.dialogs.overview(name));
    const entry: KnownOverview = { promise, value: known?.value, problem: known?.problem, stale: false };
    this.#overviews.set(name, entry);
    promise.then(
      (value) => Object.assign(entry, { value, problem: undefined }),
      (problem: unknown) => Object.assign(entry, { problem, stale: true }),
    );
    return promise;
  }

  /** Marks data as outdated, to be reread on next use. */
  forget(folders: ProjectChange['folders']): void {
    this.#list = undefined;
    if (folders === undefined) this.#agents.clear();
    const names = folders === undefined ? this.#overviews.keys() : this.namesIn(folders);
    for (const name of names) {
      this.#agents.delete(name); // what came may be older than the newest message
      const known = this.#overviews.get(name);
      if (known) Object.assign(known, { stale: true, problem: undefined });
    }
  }

  /** Applies a change, reading only the dialogs in these folders if all are known. */
  async update(folders: ProjectChange['folders']): Promise<void> {
    const list = this.#list;
    this.forget(folders);
    if (folders === undefined || list === undefined || folders.has(machineFolder)) return;
    const names = this.namesIn(folders);
    if (names.length !== [...folders].filter(isDialogFolder).length) return;
    const overviews = await Promise.all(names.map((name) => this.overview(name)));
    if (this.#list !== undefined || overviews.includes(undefined)) return;
    for (const overview of overviews) if (overview) this.#infos.set(overview.name, overview);
    this.#list = Promise.resolve(this.#sorted());
  }

  #take(list: readonly DialogInfo[], active: ActiveDialog): void {
    this.#active = active.chosen ? active.name : undefined;
    this.#infos.clear();
    for (const info of list) this.#infos.set(info.name, info);
    for (const name of this.#overviews.keys()) if (!this.#infos.has(name)) this.#overviews.delete(name);
    for (const name of this.#agents.keys()) if (!this.#infos.has(name)) this.#agents.delete(name);
  }

  #sorted(): readonly DialogInfo[] {
    return [...this.#infos.values()].sort((a, b) => b.activeAt - a.activeAt || (a.name < b.name ? -1 : 1));
  }
}

/** Names starting with a dot are not dialogs. */
const isDialogFolder = (name: string): boolean => !name.startsWith('.');

/** Number of newest messages examined. */
const looked = 50;

/** Returns the ids of the agents named by the newest messages of a dialog. */
async function agentsOf(dialogs: DialogStore, name: string): Promise<readonly string[]> {
  const { total } = await dialogs.window(name, 0, 0);
  const { messages } = await dialogs.window(name, Math.max(0, total - looked), looked);
  const agents = messages.map(({ meta }) => meta?.agent).filter((agent) => typeof agent === 'string');
  return [...new Set(agents.map(agentIdOf))];
}
