import { EventEmitter } from 'vscode';
import type { Places } from '../../store/transcripts/shared/agent.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { SessionList } from './sessionList.ts';

/** The sessions of all projects of the window. Reads nothing until somebody asks. */
export class SessionLists extends Disposable {
  readonly places: Places;
  readonly #projects: Projects;
  readonly #lists = new Map<Project, SessionList>();
  readonly #changed = this._register(new EventEmitter<void>());

  /** Sessions or archives are, or may be, others now. */
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects, places: Places) {
    super();
    this.#projects = projects;
    this.places = places;
    this._register(projects.onDidChangeProjects(() => this.#onProjects()));
    this._register(projects.onDidChange((change) => this.#onChange(change)));
  }

  of(project: Project): SessionList {
    const known = this.#lists.get(project);
    if (known) return known;
    const list = new SessionList(project, this.places);
    this.#lists.set(project, list);
    return list;
  }

  /** Lists the sessions anew, and tells when there are others or more was said in one. */
  async look(): Promise<void> {
    const before = this.#seen();
    for (const list of this.#lists.values()) {
      list.forgetSessions();
      // What cannot be read is told by the tree itself when it asks for it.
      await list.sessions().catch(() => undefined);
    }
    if (this.#seen() !== before && !this.disposed) this.#changed.fire();
  }

  /** Reads everything anew when it is next asked for. */
  refresh(): void {
    for (const list of this.#lists.values()) {
      list.forgetSessions();
      list.forgetArchives();
    }
    this.#changed.fire();
  }

  #seen(): string {
    const infos = [...this.#lists.values()].flatMap(({ known }) => known);
    return JSON.stringify(infos.map(({ path, title, activeAt, size }) => [path, title, activeAt, size]));
  }

  #onChange({ project, folders }: ProjectChange): void {
    const list = this.#lists.get(project);
    if (list === undefined) return;
    const changed = (folder: string): boolean => folders === undefined || folders.has(folder);
    if (changed('.conversations')) list.forgetArchives();
    if (changed('.sessions')) list.forgetSessions();
    if (changed('.conversations') || changed('.sessions')) this.#changed.fire();
  }

  #onProjects(): void {
    for (const project of this.#lists.keys())
      if (!this.#projects.all.includes(project)) this.#lists.delete(project);
    this.refresh();
  }
}
