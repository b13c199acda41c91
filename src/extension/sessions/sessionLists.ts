import { atMost } from '../../store/base/context.ts';
import type { SessionUsageRow } from '../../store/usage/types.ts';
import { trashFolder } from '../../store/files/trash.ts';
import { prices } from '../base/settings.ts';
import type { ArchiveList, ArchiveLogEntry, TrashedArchive } from '../../store/archive/types.ts';
import type { SessionIdentity, SessionInfo } from '../../store/sessions/types.ts';
import type { Places } from '../../store/transcripts/shared/agent.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import { sessionFolders, type Projects } from '../base/projects.ts';
import { EventEmitter } from 'vscode';
import { Disposable } from '../base/disposable.ts';

/** The sessions of all projects of the window. Reads nothing until somebody asks. */
export class WindowSessions extends Disposable {
  readonly places: Places;
  readonly #projects: Projects;
  readonly #lists = new Map<Project, ProjectSessions>();
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

  of(project: Project): ProjectSessions {
    const known = this.#lists.get(project);
    if (known) return known;
    const list = new ProjectSessions(project, this.places);
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
    const isTrash = changed(trashFolder);
    if (changed('.conversations') || isTrash) list.forgetArchives();
    if (changed('.sessions')) list.forgetSessions();
    if (changed('.conversations') || changed('.sessions') || isTrash) this.#changed.fire();
  }

  #onProjects(): void {
    for (const project of this.#lists.keys())
      if (!this.#projects.all.includes(project)) this.#lists.delete(project);
    this.refresh();
  }
}

/** So long a tooltip waits for what is counted. Milliseconds. */
const patienceMs = 700;

/** The sessions of one project and its archives, listed on first use and kept until they are forgotten. */
export class ProjectSessions {
  readonly #project: Project;
  readonly #places: Places;
  #sessions: Promise<readonly SessionInfo[]> | undefined;
  #archives: Promise<ArchiveList> | undefined;
  #trash: Promise<readonly TrashedArchive[]> | undefined;
  #failures: Promise<readonly ArchiveLogEntry[]> | undefined;
  #known: readonly SessionInfo[] = [];

  constructor(project: Project, places: Places) {
    this.#project = project;
    this.#places = places;
  }

  /** What was listed last, without looking. */
  get known(): readonly SessionInfo[] {
    return this.#known;
  }

  /** Whether those listed last are of several agents. */
  get isMixed(): boolean {
    return new Set(this.#known.map(({ source }) => source)).size > 1;
  }

  /** The most recently active first. */
  sessions(): Promise<readonly SessionInfo[]> {
    this.#sessions ??= this.#list();
    return this.#sessions;
  }

  archives(): Promise<ArchiveList> {
    this.#archives ??= this.#project.archives.list();
    return this.#archives;
  }

  /** Archives that were deleted or replaced, newest first. */
  trash(): Promise<readonly TrashedArchive[]> {
    this.#trash ??= this.#project.archiveTrash.list();
    return this.#trash;
  }

  /** What could not be archived and has not been since, newest first. */
  failures(): Promise<readonly ArchiveLogEntry[]> {
    this.#failures ??= this.#project.archives.log().then(({ entries }) => openFailures(entries));
    return this.#failures;
  }

  /** Tokens and cost of a session; undefined where its transcript tells nothing, and where reading it takes longer than a moment. */
  async usage(session: SessionIdentity): Promise<SessionUsageRow | undefined> {
    let row: SessionUsageRow | undefined;
    const counted = this.wholeUsage(session).then((found) => void (row = found));
    await atMost(counted, patienceMs);
    return row;
  }

  /** The same, however long reading it takes. */
  wholeUsage({ sessionId }: SessionIdentity): Promise<SessionUsageRow | undefined> {
    const workspace = { folders: sessionFolders(this.#project), places: this.#places };
    return this.#project.insight
      .usageOf(workspace, [sessionId], prices())
      .then(([row]) => row)
      .catch(() => undefined); // a list tells that it cannot be read; what tells the cost does without
  }

  /** The next use lists the sessions anew; of those that did not change nothing is read. */
  forgetSessions(): void {
    this.#sessions = undefined;
  }

  /** The next use lists the archives anew. */
  forgetArchives(): void {
    this.#archives = undefined;
    this.#trash = undefined;
    this.#failures = undefined;
    this.#sessions = undefined; // some may be left in archives only
  }

  async #list(): Promise<readonly SessionInfo[]> {
    const workspace = { folders: sessionFolders(this.#project), places: this.#places };
    this.#known = (await this.#project.sessions.list(workspace)).sessions;
    return this.#known;
  }
}

function openFailures(entries: readonly ArchiveLogEntry[]): readonly ArchiveLogEntry[] {
  const open = new Map<string, ArchiveLogEntry>();
  for (const entry of entries) {
    const about = entry.transcript ?? entry.session ?? '';
    open.delete(about);
    if (entry.outcome === 'failed') open.set(about, entry);
  }
  return [...open.values()].reverse();
}
