import { EventEmitter, RelativePattern, Uri, workspace } from 'vscode';
import { Disposable } from './disposable.ts';

/** What turns the history of a project off. */
interface Switch {
  /** Name of the file that does. */
  readonly file: string;
  /** Absolute paths of the folders in which it does. */
  readonly folders: readonly string[];
  readonly mode: () => string;
}

/** Notices when a file by which history is turned off is made or deleted by hand. */
export class SwitchWatch extends Disposable {
  readonly #switch: Switch;
  readonly #changed = this._register(new EventEmitter<void>());
  /** Fires when the mode is another than before. */
  readonly onDidChange = this.#changed.event;
  #mode: string;

  constructor(of: Switch) {
    super();
    this.#switch = of;
    this.#mode = of.mode();
    for (const folder of of.folders) {
      const pattern = new RelativePattern(Uri.file(folder), of.file);
      const watcher = this._register(workspace.createFileSystemWatcher(pattern, false, true));
      this._register(watcher.onDidCreate(() => this.look()));
      this._register(watcher.onDidDelete(() => this.look()));
    }
  }

  /** Looks whether the mode has changed. */
  look(): void {
    const mode = this.#switch.mode();
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#changed.fire();
  }
}
