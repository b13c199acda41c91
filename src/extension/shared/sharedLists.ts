import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EventEmitter } from 'vscode';
import { trashFolder } from '../../disk/files/trash.ts';
import { authorIn } from '../../history/shared/git.ts';
import { sharedFolder, type SharedItem, type WithdrawnItem } from '../../history/shared/types.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';

/** A project's shared items, as last read. */
export interface SharedList {
  /** Newest first. */
  readonly items: readonly SharedItem[];
  readonly withdrawn: readonly WithdrawnItem[];
  /** The current person. */
  readonly me: string | undefined;
}

const nothing: SharedList = { items: [], withdrawn: [], me: undefined };

/** Shared items of each project in the window. Costs one file check in projects that never used sharing. */
export class SharedLists extends Disposable {
  readonly #projects: Projects;
  readonly #lists = new Map<Project, Promise<SharedList>>();
  #used: readonly Project[] | undefined;
  readonly #changed = this._register(new EventEmitter<void>());

  /** Fires when shared items may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(projects: Projects) {
    super();
    this.#projects = projects;
    this._register(projects.onDidChange((change) => this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.refresh()));
  }

  /** The projects that use or used sharing. */
  get used(): readonly Project[] {
    return (this.#used ??= this.#projects.all.filter(isUsed));
  }

  /** Rereads only after a change. */
  of(project: Project): Promise<SharedList> {
    if (!this.used.includes(project)) return Promise.resolve(nothing);
    const known = this.#lists.get(project);
    if (known) return known;
    const list = read(project);
    this.#lists.set(project, list);
    list.catch(() => this.#lists.delete(project)); // reported to the caller
    return list;
  }

  /** Returns the current list for actions based on it, since changes are reported up to a second later. */
  now(project: Project): Promise<SharedList> {
    this.#used = undefined;
    this.#lists.delete(project);
    return this.of(project);
  }

  /** Rereads everything on next use. */
  refresh(): void {
    this.#used = undefined;
    this.#lists.clear();
    this.#changed.fire();
  }

  #onChange({ project, folders }: ProjectChange): void {
    if (folders && !folders.has(sharedFolder) && !folders.has(trashFolder)) return;
    const wasUsed = this.used.includes(project);
    this.#used = undefined;
    this.#lists.delete(project);
    if (!wasUsed && !this.used.includes(project)) return;
    this.#changed.fire();
  }
}

/** A dialog of an older version may have that folder. */
function isUsed({ folder }: Project): boolean {
  const path = join(folder, sharedFolder);
  return existsSync(path) && !['dialog.json', 'messages.json'].some((name) => existsSync(join(path, name)));
}

async function read(project: Project): Promise<SharedList> {
  const [items, withdrawn, me] = await Promise.all([
    project.shared.list(),
    project.shared.withdrawn(),
    authorIn(project.root),
  ]);
  return { items, withdrawn, me };
}
