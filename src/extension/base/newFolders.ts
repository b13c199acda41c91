import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { Disposable } from './disposable.ts';

/** Maximum number of watched folders, since system watches are limited; the newest are kept. */
const mostFolders = 1_000;

/**
 * Watches folders created while the window is open. The editor's watcher on Linux misses a folder created inside
 * another before that is watched, and everything in it.
 */
export class NewFolders extends Disposable {
  /** By path, oldest first. */
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onChange: (path: string) => boolean;
  readonly #onLimit: (most: number) => void;
  #full = false;

  /**
   * `onChange` receives the path that may have changed and returns whether it is relevant; `onLimit` the maximum number
   * of watched folders, the first time there are more.
   */
  constructor(onChange: (path: string) => boolean, onLimit: (most: number) => void) {
    super();
    this.#onChange = onChange;
    this.#onLimit = onLimit;
    this._register({ dispose: () => [...this.#watchers.keys()].forEach((folder) => this.#forget(folder)) });
  }

  /** Reports a new, changed or removed path. If it is a folder, it and the folders in it are watched. */
  appeared(path: string): void {
    this.#forget(path);
    if (!this.disposed && this.#onChange(path) && isFolder(path)) this.#watch(path);
  }

  #watch(folder: string): void {
    if (this.#isFull) this.#forgetOldest();
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        const path = join(folder, name ?? '');
        if (event === 'rename') this.appeared(path);
        else this.#onChange(path);
      });
      this.#watchers.set(folder, watcher);
      watcher.on('error', () => this.#forget(folder));
      // What belongs to the history as a whole begins with a dot, and comes first.
      for (const name of readdirSync(folder).sort()) if (!this.#isFull) this.appeared(join(folder, name));
    } catch {
      this.#forget(folder); // removed again, or no system watches left; the editor's watcher may see it
    }
  }

  /** Reports the first time that it is. */
  get #isFull(): boolean {
    const isFull = this.#watchers.size >= mostFolders;
    if (isFull && !this.#full) {
      this.#full = true;
      this.#onLimit(mostFolders);
    }
    return isFull;
  }

  /** The one that was watched first, but for those that others are in, and what belongs to the history as a whole. */
  #forgetOldest(): void {
    const folders = [...this.#watchers.keys()];
    const oldest = folders.find(
      (folder) =>
        !basename(folder).startsWith('.') && !folders.some((other) => other.startsWith(`${folder}${sep}`)),
    );
    if (oldest !== undefined) this.#forget(oldest);
  }

  /** Stops watching a folder and those in it. */
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
