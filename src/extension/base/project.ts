import { relative, sep } from 'node:path';
import { EventEmitter, RelativePattern, Uri, workspace } from 'vscode';
import type { ArchiveStore, ArchiveTrashStore } from '../../store/archive/types.ts';
import type { BriefStore } from '../../store/brief/types.ts';
import type { CaptureStore } from '../../store/capture/types.ts';
import type { ChangeStore } from '../../store/changes/types.ts';
import type { ContextStore } from '../../store/contexts/types.ts';
import type { DialogStore } from '../../store/dialogs/types.ts';
import type { DialogTrashStore } from '../../store/dialogs/trashTypes.ts';
import type { Log } from '../../store/base/core.ts';
import type { ContextOptions } from '../../store/base/context.ts';
import type { MemoryStore } from '../../store/memory/types.ts';
import { historyFolder } from '../../store/files/projectHistory.ts';
import { embeddingsFromEnvironment, type EmbeddingProvider } from '../../store/embeddings/embeddings.ts';
import type { SearchStore } from '../../store/search/types.ts';
import type { SecretScanStore } from '../../store/secretScan/types.ts';
import type { InsightStore } from '../../store/usage/types.ts';
import type { SharedStore } from '../../store/shared/types.ts';
import type { SessionStore, Workspace } from '../../store/sessions/types.ts';
import { Disposable } from './disposable.ts';
import { errorText } from './notices.ts';
import { NewFolders } from './newFolders.ts';
import * as settings from './settings.ts';
import { tellsOfHistory } from './watchedPath.ts';

/** What changed in a project. */
export interface ProjectChange {
  readonly project: Project;
  /** Names of the dialog folders that changed; undefined when it may be any of them. */
  readonly folders: ReadonlySet<string> | undefined;
}

/** What a project is made of. */
export interface ProjectOptions {
  /** Absolute path of its folder. */
  readonly root: string;
  readonly name: string;
  readonly log: Log;
  /** Whose sessions its search looks through. */
  readonly workspace: () => Workspace;
  readonly open: OpenStore;
}

/** What a project uses of a store. */
export interface ProjectStore {
  readonly dialogs: DialogStore;
  readonly dialogTrash: DialogTrashStore;
  readonly contexts: ContextStore;
  readonly archives: ArchiveStore;
  readonly archiveTrash: ArchiveTrashStore;
  readonly brief: BriefStore;
  readonly secretScan: SecretScanStore;
  readonly sessions: SessionStore;
  readonly memories: MemoryStore;
  readonly search: SearchStore;
  readonly capture: CaptureStore;
  readonly changes: ChangeStore;
  readonly insight: InsightStore;
  readonly shared: SharedStore;
}

/** Opens the store of the project at an absolute path. */
export type OpenStore = (
  root: string,
  options: ContextOptions & { readonly workspace: () => Workspace; readonly embeddings?: EmbeddingProvider },
) => ProjectStore;

/** Changes that come within this time are reported together. Milliseconds. */
const gatherMs = 100;
/** While others go on writing, what they do is reported this often: drawing each of their messages would be work without end. Milliseconds. */
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
  #store: ProjectStore | undefined;
  #embeddings: EmbeddingProvider | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  /** Of the last report. */
  #reportedAt = -Infinity;
  #folders: Set<string> | undefined = new Set();

  constructor({ root, name, log, workspace, open }: ProjectOptions) {
    super();
    this.root = root;
    this.name = name;
    this.#log = log;
    this.#workspace = workspace;
    this.#openStore = open;
    this.#watch();
  }

  get dialogs(): DialogStore {
    return this.#open().dialogs;
  }

  get dialogTrash(): DialogTrashStore {
    return this.#open().dialogTrash;
  }

  get contexts(): ContextStore {
    return this.#open().contexts;
  }

  get secretScan(): SecretScanStore {
    return this.#open().secretScan;
  }

  get archiveTrash(): ArchiveTrashStore {
    return this.#open().archiveTrash;
  }

  get archives(): ArchiveStore {
    return this.#open().archives;
  }

  get brief(): BriefStore {
    return this.#open().brief;
  }

  get sessions(): SessionStore {
    return this.#open().sessions;
  }

  get memories(): MemoryStore {
    return this.#open().memories;
  }

  get capture(): CaptureStore {
    return this.#open().capture;
  }

  get changes(): ChangeStore {
    return this.#open().changes;
  }

  get insight(): InsightStore {
    return this.#open().insight;
  }

  get shared(): SharedStore {
    return this.#open().shared;
  }

  /** Whose sessions are those of this project. */
  get workspace(): Workspace {
    return this.#workspace();
  }

  get search(): SearchStore {
    return this.#open().search;
  }

  /** Where embeddings come from, the same as long as the settings are. */
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

  /** The next use reads the settings again. */
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
      onWrite: (base) => this.#gather(base, gatherMs),
      isReadOnly: () => !workspace.isTrusted,
      ...(embeddings && { embeddings }),
      workspace: this.#workspace,
    });
    return this.#store;
  }

  /** Nothing of an untrusted folder is sent anywhere. What is wrong with the settings is logged; search does without. */
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
    const newFolders = this._register(new NewFolders((path) => this.#onEvent(path)));
    const onChange = ({ fsPath }: Uri): void => {
      // A folder that was removed and made again is told as one that changed.
      if (process.platform === 'linux') newFolders.appeared(fsPath);
      else this.#onEvent(fsPath);
    };
    this._register(watcher.onDidCreate(onChange));
    this._register(watcher.onDidChange(onChange));
    this._register(watcher.onDidDelete(onChange));
  }

  /** Whether what changed says anything about the history. */
  #onEvent(path: string): boolean {
    const parts = relative(this.folder, path).split(sep);
    if (!tellsOfHistory(parts)) return false;
    this.#gather(parts[0], Math.max(gatherMs, this.#reportedAt + calmMs - performance.now()));
    return true;
  }

  /** Reports it within so many milliseconds: what a person did here waits for nothing that others do. */
  #gather(folder: string | undefined, withinMs: number): void {
    if (this.disposed) return;
    if (folder === undefined || folder === '') this.#folders = undefined;
    else this.#folders?.add(folder);
    const due = performance.now() + withinMs;
    if (this.#timer !== undefined && this.#dueAt <= due) return;
    clearTimeout(this.#timer);
    this.#dueAt = due;
    this.#timer = setTimeout(() => this.#report(), withinMs);
  }

  #report(): void {
    const folders = this.#folders;
    this.#timer = undefined;
    this.#reportedAt = performance.now();
    this.#folders = new Set();
    this.#changed.fire({ project: this, folders });
  }
}
