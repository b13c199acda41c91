import { atMost } from '../../disk/base/context.ts';
import type { SessionUsageRow } from '../../insight/usage/types.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import { prices } from '../base/settings.ts';
import type { ArchiveList, ArchiveLogEntry, TrashedArchive } from '../../history/archive/types.ts';
import type { SessionIdentity, SessionInfo } from '../../history/sessions/types.ts';
import type { UnreadPlace } from '../../agents/reading/types.ts';
import type { Places } from '../../agents/profile/machine.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import { sessionFolders, type Projects } from '../base/projects.ts';
import { EventEmitter } from 'vscode';
import { Disposable } from '../base/disposable.ts';

/** The sessions of all projects in the window. Reads nothing until needed. */
export class WindowSessions extends Disposable {
  readonly places: Places;
  readonly #projects: Projects;
  readonly #lists = new Map<Project, ProjectSessions>();
  readonly #changed = this._register(new EventEmitter<void>());

  /** Fires when sessions or archives may have changed. */
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

  /** Lists the sessions again, and fires if there are changes. */
  async look(): Promise<void> {
    const before = this.#seen();
    for (const list of this.#lists.values()) {
      list.forgetSessions();
      // The tree reports errors itself when it asks for the list.
      await list.sessions().catch(() => undefined);
    }
    if (this.#seen() !== before && !this.disposed) this.#changed.fire();
  }

  /** Rereads everything on next use. */
  refresh(): void {
    for (const list of this.#lists.values()) {
      list.forgetSessions();
      list.forgetArchives();
    }
    this.#changed.fire();
  }

  #seen(): string {
    const lists = [...this.#lists.values()];
    const infos = lists.flatMap(({ known }) => known);
    const seen = infos.map(({ path, title, activeAt, size }) => [path, title, activeAt, size]);
    return JSON.stringify([seen, lists.map(({ unread }) => unread)]);
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

/** How long a tooltip waits for usage figures. Milliseconds. */
const patienceMs = 700;

/** A project's sessions and archives, listed on first use and cached. */
export class ProjectSessions {
  readonly #project: Project;
  readonly #places: Places;
  #sessions: Promise<readonly SessionInfo[]> | undefined;
  #archives: Promise<ArchiveList> | undefined;
  #trash: Promise<readonly TrashedArchive[]> | undefined;
  #failures: Promise<readonly ArchiveLogEntry[]> | undefined;
  #known: readonly SessionInfo[] = [];
  #unread: readonly UnreadPlace[] = [];
  #begun = 0;
  #shown = 0;

  constructor(project: Project, places: Places) {
    this.#project = project;
    this.#places = places;
  }

  /** The last list, without reading. */
  get known(): readonly SessionInfo[] {
    return this.#known;
  }

  /** Places of agents that the last list could not read. */
  get unread(): readonly UnreadPlace[] {
    return this.#unread;
  }

  /** Whether the last list contains sessions of several agents. */
  get isMixed(): boolean {
    return new Set(this.#known.map(({ source }) => source)).size > 1;
  }

  /** Most recently active first. */
  sessions(): Promise<readonly SessionInfo[]> {
    this.#sessions ??= this.#list();
    return this.#sessions;
  }

  archives(): Promise<ArchiveList> {
    this.#archives ??= this.#project.archives.list();
    return this.#archives;
  }

  /** Returns deleted and replaced archives, newest first. */
  trash(): Promise<readonly TrashedArchive[]> {
    this.#trash ??= this.#project.archiveTrash.list();
    return this.#trash;
  }

  /** Returns failures to archive that are not resolved, newest first. */
  failures(): Promise<readonly ArchiveLogEntry[]> {
    this.#failures ??= this.#project.archives.log().then(({ entries }) => openFailures(entries));
    return this.#failures;
  }

  /** Returns tokens and cost of a session; undefined if not recorded, or if reading takes longer than a moment. */
  async usage(session: SessionIdentity): Promise<SessionUsageRow | undefined> {
    let row: SessionUsageRow | undefined;
    const counted = this.wholeUsage(session).then((found) => void (row = found));
    await atMost(counted, patienceMs);
    return row;
  }

  /** Returns tokens and cost of a session without a time limit; undefined if not recorded. */
  wholeUsage({ sessionId }: SessionIdentity): Promise<SessionUsageRow | undefined> {
    const workspace = { folders: sessionFolders(this.#project), places: this.#places };
    return this.#project.insight
      .usageOf(workspace, [sessionId], prices())
      .then(([row]) => row)
      .catch(() => undefined); // lists report that it is unreadable; the cost is optional
  }

  /** Lists the sessions again on next use, rereading only changed ones. */
  forgetSessions(): void {
    this.#sessions = undefined;
  }

  /** Lists the archives again on next use. */
  forgetArchives(): void {
    this.#archives = undefined;
    this.#trash = undefined;
    this.#failures = undefined;
    this.#sessions = undefined; // some sessions may be left in archives only
  }

  async #list(): Promise<readonly SessionInfo[]> {
    const workspace = { folders: sessionFolders(this.#project), places: this.#places };
    const begun = ++this.#begun;
    if (this.#project.mode.mode === 'off') return [];
    const { sessions, unread } = await this.#project.sessions.list(workspace);
    if (begun < this.#shown) return sessions; // one that began later has ended before
    this.#shown = begun;
    this.#known = sessions;
    this.#unread = unread;
    return sessions;
  }
}

function openFailures(entries: readonly ArchiveLogEntry[]): readonly ArchiveLogEntry[] {
  const open = new Map<string, ArchiveLogEntry>();
  for (const entry of entries) {
    if (entry.outcome === 'noted') continue;
    const about = entry.transcript ?? entry.session ?? '';
    open.delete(about);
    if (entry.outcome === 'failed') open.set(about, entry);
  }
  return [...open.values()].reverse();
}
