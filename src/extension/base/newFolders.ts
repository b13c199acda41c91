import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join, sep } from 'node:path';
import { Disposable } from './disposable.ts';

/** Only the newest are watched: each costs a watch of the system, which does not have any number of them. */
const mostFolders = 1_000;

/**
 * Watches folders that appear while the window is open, for the editor's own watcher on Linux: that misses a folder
 * made inside another one before it got to watch the other one, and so everything that ever changes in it.
 */
export class NewFolders extends Disposable {
  /** By path, the oldest first. */
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onChange: (path: string) => boolean;

  /** `onChange` gets the path of what may have changed, and says whether it is of interest. */
  constructor(onChange: (path: string) => boolean) {
    super();
    this.#onChange = onChange;
    this._register({ dispose: () => [...this.#watchers.keys()].forEach((folder) => this.#forget(folder)) });
  }

  /** Something is new at a path, changed or gone. If it is a folder, it and the folders in it are watched from now on. */
  appeared(path: string): void {
    this.#forget(path);
    if (!this.disposed && this.#onChange(path) && isFolder(path)) this.#watch(path);
  }

  #watch(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        const path = join(folder, name ?? '');
        if (event === 'rename') this.appeared(path);
        else this.#onChange(path);
      });
      this.#watchers.set(folder, watcher);
      watcher.on('error', () => this.#forget(folder));
      for (const name of readdirSync(folder))
        if (this.#watchers.size < mostFolders) this.appeared(join(folder, name));
    } catch {
      this.#forget(folder); // it is gone again, or the system has no watch left; the editor's watcher may see it
    }
    const [oldest] = this.#watchers.keys();
    if (oldest !== undefined && this.#watchers.size > mostFolders) this.#forget(oldest);
  }

  /** Watches a folder and those in it no longer. */
  #forget(path: string): void {
    if (!this.#watchers.has(path)) return;
    for (const [folder, watcher] of this.#watchers)
      if (folder === path || folder.startsWith(`${path}${sep}`)) {
        watcher.close();
        this.#watchers.delete(folder);
      }
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
