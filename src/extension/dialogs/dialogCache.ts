import { basename } from 'node:path';
import type { ActiveDialog, DialogInfo, DialogOverview } from '../../store/dialogs/types.ts';
import { machineFolder } from '../../store/files/projectId.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import { agentsOf } from './dialogAgents.ts';
import type { OrderedDialog } from './dialogOrder.ts';
import { Limiter } from './limiter.ts';

/** Overviews are read this many at a time, so that a long list does not hold up what a person clicks. */
const readers = new Limiter(8);

interface KnownOverview {
  readonly promise: Promise<DialogOverview | undefined>;
  /** What was read last; shown until something newer is there. */
  value: DialogOverview | undefined;
  /** Why it could not be read the last time. */
  problem?: unknown;
  /** The dialog changed after this was asked for. */
  stale: boolean;
}

/** What the tree knows of the dialogs of one project; read again only after a change. */
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

  /** In the order of their activity, newest first. */
  list(): Promise<readonly DialogInfo[]> {
    if (this.#list) return this.#list;
    const { dialogs } = this.#project;
    const reading: Promise<readonly DialogInfo[]> = Promise.all([dialogs.list(), dialogs.active()]).then(
      ([list, active]) => {
        // One that was asked for later may have come to its end before, and knows more.
        if (this.#list === undefined || this.#list === reading) this.#take(list, active);
        return this.#sorted();
      },
    );
    this.#list = reading;
    return reading;
  }

  /** What the last list said of a dialog. */
  info(name: string): DialogInfo | undefined {
    return this.#infos.get(name);
  }

  /** Whether a person has set this dialog as the active one, as the last list said. */
  isActive(name: string): boolean {
    return name === this.#active;
  }

  /** The dialog that a person has set as the active one, as the last list said. */
  get active(): string | undefined {
    return this.#active;
  }

  /** What is known of a dialog of the list. */
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

  /** Counts every dialog that was not counted since it changed. What cannot be counted is told where it is shown. */
  async countAll(): Promise<void> {
    const names = [...this.#infos.keys()].filter((name) => !this.isFresh(name));
    await Promise.allSettled(names.map((name) => this.overview(name)));
  }

  /** Looks into every dialog that changed since for who wrote in it last; gives all that did in any. */
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

  /** Names of the listed dialogs in these folders. */
  namesIn(folders: ReadonlySet<string>): readonly string[] {
    return [...this.#infos.values()]
      .filter(({ folder }) => folders.has(basename(folder)))
      .map(({ name }) => name);
  }

  /** The overview read last; it may be older than the last change. */
  known(name: string): DialogOverview | undefined {
    return this.#overviews.get(name)?.value;
  }

  /** Why the overview could not be read the last time; undefined where it could. */
  problem(name: string): unknown {
    return this.#overviews.get(name)?.problem;
  }

  /** Every overview read so far. */
  allKnown(): readonly DialogOverview[] {
    return [...this.#overviews.values()].flatMap(({ value }) => value ?? []);
  }

  /** Whether it was read since the last change, or could not be. */
  isFresh(name: string): boolean {
    const known = this.#overviews.get(name);
    return known !== undefined && (!known.stale || known.problem !== undefined);
  }

  /** The present overview; undefined when there is no such dialog. */
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

  /** Marks what may no longer be true, to be read again when it is asked for. */
  forget(folders: ProjectChange['folders']): void {
    this.#list = undefined;
    const names = folders === undefined ? this.#overviews.keys() : this.namesIn(folders);
    for (const name of names) {
      const known = this.#overviews.get(name);
      if (known) Object.assign(known, { stale: true, problem: undefined });
    }
  }

  /** Takes in what changed, reading only the dialogs in these folders where all of them are known. */
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

/** What begins with a dot holds no dialog. */
const isDialogFolder = (name: string): boolean => !name.startsWith('.');
