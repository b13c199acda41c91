import type { ArchiveInfo, ArchiveList, ArchiveLogEntry } from '../../store/archive/types.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
import type { Places } from '../../store/transcripts/shared/agent.ts';
import type { Project } from '../base/project.ts';
import { sessionFolders } from '../base/projects.ts';

/** How much of a session the archives hold. */
export type Archived = 'no' | 'partly' | 'wholly';

/** The sessions of one project and its archives, listed on first use and kept until they are forgotten. */
export class SessionList {
  readonly #project: Project;
  readonly #places: Places;
  #sessions: Promise<readonly SessionInfo[]> | undefined;
  #archives: Promise<ArchiveList> | undefined;
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

  /** The most recently active first. */
  sessions(): Promise<readonly SessionInfo[]> {
    this.#sessions ??= this.#list();
    return this.#sessions;
  }

  archives(): Promise<ArchiveList> {
    this.#archives ??= this.#project.archives.list();
    return this.#archives;
  }

  /** What could not be archived and has not been since, newest first. */
  failures(): Promise<readonly ArchiveLogEntry[]> {
    this.#failures ??= this.#project.archives.log().then(({ entries }) => openFailures(entries));
    return this.#failures;
  }

  /** How much of each of these sessions is archived, by their ids. */
  async archived(infos: readonly SessionInfo[]): Promise<ReadonlyMap<string, Archived>> {
    const { archives } = await this.archives();
    const newest = newestPerSession(archives);
    return new Map(infos.map((info) => [info.sessionId, stateOf(info, newest.get(info.sessionId))]));
  }

  /** The next use lists the sessions anew; of those that did not change nothing is read. */
  forgetSessions(): void {
    this.#sessions = undefined;
  }

  /** The next use lists the archives anew. */
  forgetArchives(): void {
    this.#archives = undefined;
    this.#failures = undefined;
    this.#sessions = undefined; // some may be left in archives only
  }

  async #list(): Promise<readonly SessionInfo[]> {
    const workspace = { folders: sessionFolders(this.#project), places: this.#places };
    this.#known = (await this.#project.sessions.list(workspace)).sessions;
    return this.#known;
  }
}

function newestPerSession(archives: readonly ArchiveInfo[]): ReadonlyMap<string, ArchiveInfo> {
  const newest = new Map<string, ArchiveInfo>();
  for (const archive of archives) {
    const other = newest.get(archive.session);
    if (other === undefined || archive.part > other.part) newest.set(archive.session, archive);
  }
  return newest;
}

function stateOf(info: SessionInfo, newest: ArchiveInfo | undefined): Archived {
  if (newest === undefined) return 'no';
  return Date.parse(newest.updated) >= info.activeAt ? 'wholly' : 'partly';
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
