import { isObject, type Log } from '../../disk/base/core.ts';
import { basename } from 'node:path';
import { EventEmitter, workspace, type Uri, type WorkspaceFolder } from 'vscode';
import { ownHistory } from '../../disk/base/projectFolder.ts';
import { historyFolder } from '../../disk/files/projectHistory.ts';
import type { Places } from '../../agents/profile/machine.ts';
import { Disposable } from './disposable.ts';
import { Project, type OpenStore, type ProjectChange } from './project.ts';
import * as settings from './settings.ts';

/** The projects of this window: one per workspace folder on disk, or the single folder configured for all history. */
export class Projects extends Disposable {
  readonly #log: Log;
  readonly #places: Places;
  readonly #openStore: OpenStore;
  readonly #changed = this._register(new EventEmitter<ProjectChange>());
  readonly #listChanged = this._register(new EventEmitter<void>());
  #projects: readonly Project[] = [];

  /** Fires when any program changed a project's history. Changes within a tenth of a second are combined. */
  readonly onDidChange = this.#changed.event;
  /** Fires when projects were added, removed, or reopened with other settings. */
  readonly onDidChangeProjects = this.#listChanged.event;

  /** `places` are where agents keep their transcripts. */
  constructor(log: Log, places: Places, open: OpenStore) {
    super();
    this.#log = log;
    this.#places = places;
    this.#openStore = open;
    this.#update();
    this._register(workspace.onDidChangeWorkspaceFolders(() => this.#update()));
    this._register(
      workspace.onDidChangeConfiguration((event) => {
        if (settings.affectsSettings(event)) this.#reopen();
      }),
    );
  }

  get all(): readonly Project[] {
    return this.#projects;
  }

  /** Those in which history is not turned off; what runs by itself works for these. */
  get on(): readonly Project[] {
    return this.#projects.filter(({ mode }) => mode.mode !== 'off');
  }

  /** Starts or stops what runs by itself for a project. */
  modeChanged(project: Project): void {
    project.reopen();
    this.#listChanged.fire();
  }

  /** Returns the window's project with this root path. */
  find(root: string): Project | undefined {
    return this.#projects.find((project) => project.root === root);
  }

  /** Returns the project of a file. */
  containing(file: Uri): Project | undefined {
    const folder = workspace.getWorkspaceFolder(file);
    const own = folder && this.find(folder.uri.fsPath);
    return own ?? (settings.historyRoot() === undefined ? undefined : this.#projects[0]);
  }

  override dispose(): void {
    for (const project of this.#projects) project.dispose();
    super.dispose();
  }

  #reopen(): void {
    for (const project of this.#projects) project.reopen();
    this.#update();
  }

  #update(): void {
    const wanted = places();
    const kept = new Map(this.#projects.map((project) => [project.root, project]));
    this.#projects = wanted.map(({ root, name }) => kept.get(root) ?? this.#open(root, name));
    for (const [root, project] of kept) if (!wanted.some((place) => place.root === root)) project.dispose();
    this.#listChanged.fire();
  }

  #open(root: string, name: string): Project {
    const workspace = () => ({ folders: sessionFolders({ root }), places: this.#places });
    const project = new Project({ root, name, log: this.#log, workspace, open: this.#openStore });
    project.onDidChange((change) => this.#changed.fire(change));
    project.switchWatch.onDidChange(() => this.modeChanged(project));
    return project;
  }
}

function places(): readonly { readonly root: string; readonly name: string }[] {
  const folders = foldersOnDisk();
  const root = settings.historyRoot();
  if (root !== undefined && folders.length > 0) return [{ root, name: basename(root) }];
  // A linked git worktree shares the history of its main one, which comes first.
  const all = folders.map(({ uri, name }) => ({
    root: uri.fsPath,
    name,
    history: historyFolder(uri.fsPath),
  }));
  const mains = new Set(
    all.filter(({ root, history }) => history === ownHistory(root)).map(({ history }) => history),
  );
  const seen = new Set<string>();
  return all.filter(({ root, history }) => {
    const isShown = !seen.has(history) && (history === ownHistory(root) || !mains.has(history));
    if (isShown) seen.add(history);
    return isShown;
  });
}

/** Returns the folders whose sessions belong to a project: all of the window if they share one history elsewhere. */
export function sessionFolders({ root }: Pick<Project, 'root'>): readonly string[] {
  return settings.historyRoot() === undefined ? [root] : foldersOnDisk().map(({ uri }) => uri.fsPath);
}

/** Returns the workspace folders that can contain a history. */
export function foldersOnDisk(): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** Returns the project given by a menu or pane. */
export function projectOf(argument: unknown, projects: Projects): Project | undefined {
  if (!isObject(argument)) return undefined;
  if (argument.project instanceof Project) return argument.project;
  return typeof argument.folder === 'string' ? projects.find(argument.folder) : undefined;
}
