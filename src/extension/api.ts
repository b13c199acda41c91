import { EventEmitter, workspace, type Event, type Uri } from 'vscode';
import { StoreError } from '../disk/base/core.ts';
import { Disposable } from './base/disposable.ts';
import type { Project } from './base/project.ts';
import type { Projects } from './base/projects.ts';

/** What `activate` returns to other extensions. */
export interface HistoryExtension {
  /** Returns the API of a version. Throws for an unsupported version. */
  getApi(version: 1): HistoryApi;
}

/** A dialog in the API. Times in milliseconds. */
export interface ApiDialog {
  readonly name: string;
  readonly folder: Uri;
  readonly lastActivity: number;
  readonly pinned: boolean;
}

export interface ApiMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
}

/** A message to save; a known `id` is not saved twice. */
export interface ApiEntry {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly id?: string;
}

/** Version 1. `folder` is a workspace folder, by default the first one. Every call may throw a `StoreError`. */
export interface HistoryApi {
  /** Fires when any program changed a dialog of this folder. */
  readonly onDidChange: Event<Uri>;
  /** Most recently active first. */
  dialogs(folder?: Uri): Promise<readonly ApiDialog[]>;
  /** Returns the newest messages of a dialog, oldest first; empty for a missing dialog. */
  messages(dialog: string, limit: number, folder?: Uri): Promise<readonly ApiMessage[]>;
  /** Saves all entries or none, creating the dialog with the first save. Rejected in untrusted workspaces. */
  save(dialog: string, entries: readonly ApiEntry[], folder?: Uri): Promise<void>;
}

/** Version 1 of the API for this window's projects. */
export class Api extends Disposable implements HistoryApi {
  readonly #projects: Projects;
  readonly #changed = this._register(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects) {
    super();
    this.#projects = projects;
    this._register(projects.onDidChange(({ project }) => this.#changed.fire(project.uri)));
  }

  async dialogs(folder?: Uri): Promise<readonly ApiDialog[]> {
    const project = this.#project(folder);
    const infos = await project.dialogs.list();
    return infos.map(({ name, activeAt, pinned }) => ({
      name,
      folder: project.uri,
      lastActivity: activeAt,
      pinned,
    }));
  }

  async messages(dialog: string, limit: number, folder?: Uri): Promise<readonly ApiMessage[]> {
    const { dialogs } = this.#project(folder);
    const { total } = await dialogs.window(dialog, 0, 0);
    const { messages } = await dialogs.window(dialog, Math.max(0, total - limit), limit);
    return messages.map(({ role, text, ts }) => ({ role, text, ts }));
  }

  async save(dialog: string, entries: readonly ApiEntry[], folder?: Uri): Promise<void> {
    if (!workspace.isTrusted)
      throw new StoreError('invalid_argument', 'The workspace is not trusted, so nothing is written to it.');
    await this.#project(folder).dialogs.save(dialog, entries);
  }

  #project(folder: Uri | undefined): Project {
    const project = folder ? this.#projects.find(folder.fsPath) : this.#projects.all[0];
    if (project) return project;
    throw new StoreError(
      'invalid_argument',
      `No history for ${folder?.fsPath ?? 'this window'}: open it as a workspace folder.`,
    );
  }
}

/** Returns the supported versions. */
export function historyExtension(api: HistoryApi): HistoryExtension {
  return {
    getApi: (version: number) => {
      if (version === 1) return api;
      throw new Error(`There is no version ${version} of the history API, only version 1.`);
    },
  };
}
