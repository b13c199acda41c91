import { relative, sep } from 'node:path';
import { EventEmitter, RelativePattern, Uri, workspace } from 'vscode';
import type { Log } from '../../disk/base/core.ts';
import type { ContextOptions } from '../../disk/base/context.ts';
import {
  historySwitch,
  refusalFile,
  settingsFile,
  switchFolders,
  type HistorySwitch,
} from '../../disk/files/historySwitch.ts';
import { elsewhereOf, historyFolder } from '../../disk/files/projectHistory.ts';
import { embeddingsFromEnvironment, type EmbeddingProvider } from '../../history/embeddings/embeddings.ts';
import type { Workspace } from '../../history/sessions/types.ts';
import type { Store } from '../../store/types.ts';
import { Disposable } from './disposable.ts';
import { SwitchWatch } from './switchWatch.ts';
import { errorText } from './notices.ts';
import { NewFolders } from './newFolders.ts';
import { NotedChanges } from './notedChanges.ts';
import * as settings from './settings.ts';
import { isChangeLog, isLogFolder, tellsOfHistory } from './watchedPath.ts';

/** A change in a project. */
export interface ProjectChange {
  readonly project: Project;
  /** Names of the changed dialog folders; undefined if any may have changed. */
  readonly folders: ReadonlySet<string> | undefined;
}

/** What a project is created from. */
export interface ProjectOptions {
  /** Absolute path of its folder. */
  readonly root: string;
  readonly name: string;
  readonly log: Log;
  /** Whose sessions its search covers. */
  readonly workspace: () => Workspace;
  readonly open: OpenStore;
}

/** The part of a store that projects use. */
export type ProjectStore = Pick<
  Store,
  | 'dialogs'
  | 'dialogTrash'
  | 'contexts'
  | 'archives'
  | 'archiveTrash'
  | 'brief'
  | 'secretScan'
  | 'sessions'
  | 'memories'
  | 'search'
  | 'capture'
  | 'changes'
  | 'insight'
  | 'shared'
>;

/** Opens the store of the project at an absolute path. */
export type OpenStore = (
  root: string,
  options: ContextOptions & { readonly workspace: () => Workspace; readonly embeddings?: EmbeddingProvider },
) => ProjectStore;

/** Changes within this time are reported together. Milliseconds. */
const gatherMs = 100;
/** Interval of reports while others keep writing, since redrawing each message would never end. Milliseconds. */
const calmMs = 1_000;

/** A folder with a history. The store opens on first use. */
export class Project extends Disposable {
  readonly root: string;
  readonly name: string;
  readonly #log: Log;
  readonly #workspace: () => Workspace;
  readonly #changed = this._register(new EventEmitter<ProjectChange>());
  readonly onDidChange = this.#changed.event;
  readonly #openStore: OpenStore;
  /** Notices what says otherwise of its mode. */
  readonly switchWatch: SwitchWatch;
  #store: ProjectStore | undefined;
  #embeddings: EmbeddingProvider | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  /** Time of the last report. */
  #reportedAt = -Infinity;
  #folders: Set<string> | undefined = new Set();
  readonly #noted: NotedChanges;
  /** Something is new in the log of changes. */
  #hasNoted = false;

  constructor({ root, name, log, workspace, open }: ProjectOptions) {
    super();
    this.root = root;
    this.name = name;
    this.#log = log;
    this.#workspace = workspace;
    this.#openStore = open;
    this.#noted = new NotedChanges(this.folder);
    this.switchWatch = this._register(
      new SwitchWatch({ file: refusalFile, folders: switchFolders(root), mode: () => this.mode.mode }),
    );
    this.#watch();
  }

  get dialogs(): ProjectStore['dialogs'] {
    return this.#open().dialogs;
  }

  get dialogTrash(): ProjectStore['dialogTrash'] {
    return this.#open().dialogTrash;
  }

  get contexts(): ProjectStore['contexts'] {
    return this.#open().contexts;
  }

  get secretScan(): ProjectStore['secretScan'] {
    return this.#open().secretScan;
  }

  get archiveTrash(): ProjectStore['archiveTrash'] {
    return this.#open().archiveTrash;
  }

  get archives(): ProjectStore['archives'] {
    return this.#open().archives;
  }

  get brief(): ProjectStore['brief'] {
    return this.#open().brief;
  }

  get sessions(): ProjectStore['sessions'] {
    return this.#open().sessions;
  }

  get memories(): ProjectStore['memories'] {
    return this.#open().memories;
  }

  get capture(): ProjectStore['capture'] {
    return this.#open().capture;
  }

  get changes(): ProjectStore['changes'] {
    return this.#open().changes;
  }

  get insight(): ProjectStore['insight'] {
    return this.#open().insight;
  }

  get shared(): ProjectStore['shared'] {
    return this.#open().shared;
  }

  /** Whose sessions belong to this project. */
  get workspace(): Workspace {
    return this.#workspace();
  }

  get search(): ProjectStore['search'] {
    return this.#open().search;
  }

  /** The source of embeddings, the same object until the settings change. */
  get embeddings(): EmbeddingProvider | undefined {
    this.#open();
    return this.#embeddings;
  }

  get uri(): Uri {
    return Uri.file(this.root);
  }

  /** Absolute path of its `.chat-history`. */
  get folder(): string {
    return historyFolder(this.root);
  }

  /** What programs do with its history now. */
  get mode(): HistorySwitch {
    return historySwitch(this.root);
  }

  /** Rereads the settings on next use. */
  reopen(): void {
    this.#store = undefined;
    this.#gather(undefined, gatherMs);
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }

  #open(): ProjectStore {
    if (this.#store) return this.#store;
    const embeddings = (this.#embeddings = this.#readEmbeddings());
    this.#store = this.#openStore(this.root, {
      log: this.#log,
      limits: settings.limits(),
      secrets: settings.secrets,
      language: settings.agentLanguage(),
      onWrite: (base) => this.#gather(base === undefined ? undefined : [base], gatherMs),
      isReadOnly: () => !workspace.isTrusted,
      ...(embeddings && { embeddings }),
      workspace: this.#workspace,
      elsewhere: elsewhereOf(this.root, this.#workspace().places),
    });
    return this.#store;
  }

  /**
   * Nothing of an untrusted folder is sent anywhere. Invalid settings are logged, and search works without
   * embeddings.
   */
  #readEmbeddings(): EmbeddingProvider | undefined {
    if (!workspace.isTrusted) return undefined;
    try {
      return embeddingsFromEnvironment({ ...process.env, ...settings.embeddingsEnvironment() });
    } catch (error) {
      this.#log.warn(errorText(error));
      return undefined;
    }
  }

  #watch(): void {
    const pattern = new RelativePattern(Uri.file(this.root), '.chat-history/**');
    const watcher = this._register(workspace.createFileSystemWatcher(pattern));
    const newFolders = this._register(
      new NewFolders(
        (path) => this.#onEvent(path),
        (most) => this.#log.warn(limitText(most)),
      ),
    );
    const onChange = ({ fsPath }: Uri): void => {
      // A folder that was removed and created again is reported as changed.
      if (process.platform === 'linux') newFolders.appeared(fsPath);
      else this.#onEvent(fsPath);
    };
    this._register(watcher.onDidCreate(onChange));
    this._register(watcher.onDidChange(onChange));
    this._register(watcher.onDidDelete(onChange));
  }

  /** Reports whether a changed path concerns the history. */
  #onEvent(path: string): boolean {
    const parts = relative(this.folder, path).split(sep);
    if (parts[0] === settingsFile) this.switchWatch.look();
    const isNoted = isChangeLog(parts);
    if (!isNoted && !tellsOfHistory(parts)) return isLogFolder(parts);
    if (isNoted) this.#hasNoted = true;
    const within = Math.max(gatherMs, this.#reportedAt + calmMs - performance.now());
    this.#gather(isNoted ? [] : [parts[0] ?? ''], within);
    return true;
  }

  /** Reports a change within the given time, so that a person's own changes do not wait for others'. */
  #gather(folders: readonly string[] | undefined, withinMs: number): void {
    if (this.disposed) return;
    this.#add(folders);
    const due = performance.now() + withinMs;
    if (this.#timer !== undefined && this.#dueAt <= due) return;
    clearTimeout(this.#timer);
    this.#dueAt = due;
    this.#timer = setTimeout(() => this.#report(), withinMs);
  }

  /** Adds folders that changed; undefined, or one without a name, when it may be any of them. */
  #add(folders: readonly string[] | undefined): void {
    if (folders === undefined || folders.includes('')) this.#folders = undefined;
    else for (const folder of folders) this.#folders?.add(folder);
  }

  #report(): void {
    this.#timer = undefined;
    if (this.#hasNoted) this.#add(this.#noted.changed());
    this.#hasNoted = false;
    const folders = this.#folders;
    if (folders?.size === 0) return; // what was noted is known
    this.#reportedAt = performance.now();
    this.#folders = new Set();
    this.#changed.fire({ project: this, folders });
  }
}

const limitText = (most: number): string =>
  `More than ${most} new folders in the history: not all of them are watched. What agents save is seen all the same; after other changes, use Refresh.`;
