import { homeFolder } from '../../disk/base/stateFolder.ts';
import { Uri, window, type Memento, type OpenDialogOptions, type SaveDialogOptions } from 'vscode';

/** Key in the state of all windows. */
const key = 'export.folder';

/** Asks where to export, and proposes the last choice, else the home folder, where git does not see the files. */
export class ExportPlace {
  readonly #memory: Pick<Memento, 'get' | 'update'>;

  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  /** Asks for a file, proposing this name; undefined if cancelled. */
  async file(name: string, options: SaveDialogOptions): Promise<Uri | undefined> {
    const defaultUri = Uri.joinPath(this.#proposed, name);
    const file = await window.showSaveDialog({ ...options, defaultUri });
    if (file) await this.#keep(Uri.joinPath(file, '..'));
    return file;
  }

  /** Asks for a folder; undefined if cancelled. */
  async folder(options: OpenDialogOptions): Promise<Uri | undefined> {
    const choice = { canSelectFiles: false, canSelectFolders: true, defaultUri: this.#proposed };
    const [folder] = (await window.showOpenDialog({ ...options, ...choice })) ?? [];
    if (folder) await this.#keep(folder);
    return folder;
  }

  get #proposed(): Uri {
    const kept = this.#memory.get<unknown>(key);
    return Uri.file(typeof kept === 'string' ? kept : homeFolder());
  }

  #keep(folder: Uri): Thenable<void> {
    return this.#memory.update(key, folder.fsPath);
  }
}
