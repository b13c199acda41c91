import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { StoreError } from '../base/core.ts';
import { FileCache, fingerprintOf } from '../files/fileCache.ts';
import { entriesOf } from '../files/folders.ts';
import { parseJson } from '../files/json.ts';
import { bytesNow } from '../files/open.ts';
import { peek } from '../files/way.ts';
import { dialogFile, parseDialogFile, type DialogFile } from './dialogFile.ts';
import { openPart } from './layout.ts';
import { isFolderOfADialog, nameIn } from './locate.ts';
import { folderName, hashedFolderName, legacyFolderName } from './names.ts';
import type { DialogInfo } from './types.ts';

/** The event loop gets its turn after this long. Milliseconds. */
const sliceMs = 8;

type FolderContent =
  | { readonly file: DialogFile; readonly fits: true }
  | { readonly file: DialogFile | undefined; readonly fits: false };

/** Lists dialogs, reading again only those `dialog.json` that changed. */
export class DialogList {
  readonly #history: string;
  readonly #files = new FileCache<FolderContent>();

  constructor(historyFolder: string) {
    this.#history = historyFolder;
  }

  /** All dialogs, newest activity first. */
  async read(): Promise<DialogInfo[]> {
    const infos: DialogInfo[] = [];
    let started = performance.now();
    for (const base of await this.#folders()) {
      const info = await this.info(base);
      if (info) infos.push(info);
      if (performance.now() - started < sliceMs) continue;
      await breathe(); // file calls below do not wait, which is several times faster for thousands of dialogs
      started = performance.now();
    }
    return infos.sort((a, b) => b.activeAt - a.activeAt || (a.name < b.name ? -1 : 1));
  }

  /** The dialog in this folder; undefined when there is none. */
  async info(base: string): Promise<DialogInfo | undefined> {
    const folder = join(this.#history, base);
    const stat = peek(join(folder, openPart)) ?? peek(folder);
    if (stat === undefined) return undefined;
    const { file, fits } = this.#dialogFile(folder, base);
    const name = fits ? file.name : ((file && (await nameOrNone(folder, base))) ?? base);
    return {
      name,
      folder,
      activeAt: Math.round(stat.mtimeMs),
      ...(file?.createdAt !== undefined && { createdAt: file.createdAt }),
      pinned: file?.pinned ?? false,
      archived: file?.archived ?? false,
      tags: file?.tags ?? [],
    };
  }

  async #folders(): Promise<string[]> {
    const entries = (await entriesOf(this.#history)) ?? [];
    return entries
      .filter((entry) => entry.isDirectory() && isFolderOfADialog(entry.name))
      .map(({ name }) => name);
  }

  /** The `dialog.json` of a folder, and whether the folder is one its name leads to. */
  #dialogFile(folder: string, base: string): FolderContent {
    const path = join(folder, dialogFile);
    const stat = peek(path);
    if (!stat?.isFile()) return { file: undefined, fits: false };
    const known = this.#files.get(path, fingerprintOf(stat));
    if (known) return known;
    const bytes = bytesNow(path);
    const read = bytes && parseJson(bytes, parseDialogFile);
    const file = read?.state === 'read' ? read.value : undefined;
    const found: FolderContent =
      file && isFolderOf(base, file.name) ? { file, fits: true } : { file, fits: false };
    return this.#files.set(path, fingerprintOf(stat), found);
  }
}

/** What is no file of ours is told where the dialog is opened; it hides neither this nor other dialogs. */
function nameOrNone(folder: string, base: string): Promise<string | undefined> {
  return nameIn(folder, base).catch((error: unknown) => {
    if (error instanceof StoreError) return undefined;
    throw error;
  });
}

function isFolderOf(base: string, name: string): boolean {
  return base === folderName(name) || base === hashedFolderName(name) || base === legacyFolderName(name);
}
