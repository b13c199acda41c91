import type { Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { StoreError } from '../../disk/base/core.ts';
import { changeMark, ChangeReader, positionNow } from '../../disk/files/changeLog.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { allNamesIn, entriesOf } from '../../disk/files/folders.ts';
import { readSmallJson } from '../../disk/files/json.ts';
import { lstatListed, lstatOwn } from '../../disk/files/way.ts';
import { dialogFile, parseDialogFile, type DialogFile } from './dialogFile.ts';
import type { DialogFacts, NamedRow } from './dialogRow.ts';
import { DialogTable, minTableSize, type TableContext } from './dialogTable.ts';
import { openPart } from './layout.ts';
import { isFolderOfADialog, nameIn } from './locate.ts';
import { folderName, hashedFolderName, legacyFolderName } from './names.ts';
import { newestTimeIn } from './newestTime.ts';
import type { DialogInfo } from './types.ts';

/** Time after which to yield to the event loop. Milliseconds. */
const sliceMs = 8;

type FolderContent =
  | { readonly file: DialogFile; readonly fits: true }
  | { readonly file: DialogFile | undefined; readonly fits: false };

/** Time after which all files are checked for changes by other programs and git. Milliseconds. */
const recheckMs = 2_000;

/** Lists dialogs, rereading only changed `dialog.json` files. */
export class DialogList {
  readonly #history: string;
  /** Cached data of dialogs' folders, shared with other readers. */
  readonly table: DialogTable;
  /** Reports what our programs changed since the last call of `names`. */
  #changes: ChangeReader | undefined;
  #checkedAt = -Infinity;
  #checking: Promise<unknown> | undefined;

  constructor(context: TableContext) {
    this.#history = context.folder;
    this.table = new DialogTable(context);
  }

  /** Returns all dialogs from their current files, most recently active first. Opens only files that changed. */
  async read(): Promise<DialogInfo[]> {
    const bases = await this.#folders();
    const position = bases.length >= minTableSize ? positionNow(this.#history) : undefined;
    const infos: DialogInfo[] = [];
    let started = performance.now();
    for (const base of bases) {
      const info = this.#seen(base) ?? (await this.info(base));
      if (info) infos.push(info);
      if (performance.now() - started < sliceMs) continue;
      await breathe(); // the calls below are synchronous, which is several times faster for thousands of dialogs
      started = performance.now();
    }
    infos.sort(byActivity);
    if (position)
      await this.table.keep(
        infos.map(({ folder }) => folder.slice(this.#history.length + 1)),
        position,
      );
    this.#checkedAt = performance.now();
    return infos;
  }

  /**
   * Returns all names, most recently active first, at the cost of listing the folders. Includes changes by our
   * programs immediately, and those by others to known dialogs two seconds later.
   */
  async names(): Promise<readonly string[]> {
    this.#changes ??= new ChangeReader(this.#history, this.table.position);
    const changed = this.#changes.changed();
    if (changed === 'all') return (await this.read()).map(({ name }) => name);
    const bases = new Set(await allNamesIn(this.#history));
    const found = this.table.takeNames(bases, (base) => changed.size > 0 && changed.has(changeMark(base)));
    for (const base of bases) {
      const isDialog =
        isFolderOfADialog(this.#history, base) && lstatListed(this.#history, base)?.isDirectory();
      const info = isDialog ? await this.info(base) : undefined;
      if (info) found.push(info);
    }
    if (performance.now() - this.#checkedAt > recheckMs) this.#checkLater();
    return found.sort(byActivity).map(({ name }) => name);
  }

  /** Returns the dialog in a folder; undefined if there is none. */
  async info(base: string): Promise<DialogInfo | undefined> {
    const folder = join(this.#history, base);
    const stat = lstatOwn(join(folder, openPart)) ?? lstatOwn(folder);
    if (stat === undefined) return undefined;
    const { file, fits } = this.#dialogFile(folder, base);
    const facts = factsOf(file, fits ? file.name : ((file && (await nameIfReadable(folder, base))) ?? base));
    return { ...facts, folder, activeAt: this.#activeAt(base, stat) };
  }

  /** Returns the dialog in a folder just listed, at the cost of two stat calls; undefined if it must be read. */
  #seen(base: string): DialogInfo | undefined {
    const folder = `${this.#history}${sep}${base}`;
    const file = lstatListed(folder, dialogFile);
    const facts = file?.isFile() ? this.table.facts(base, fingerprintOf(file)) : undefined;
    const stat = facts && (lstatListed(folder, openPart) ?? lstatOwn(folder));
    return facts && stat && { ...facts, folder, activeAt: this.#activeAt(base, stat) };
  }

  /** Returns when a dialog was last active, given its open part, or its folder where there is none. */
  #activeAt(base: string, stat: Stats): number {
    const fingerprint = stat.isFile() ? fingerprintOf(stat) : '';
    const known = fingerprint === '' ? undefined : this.table.activeAt(base, fingerprint);
    if (known !== undefined) return known;
    const written = Math.round(stat.mtimeMs);
    const newest = fingerprint === '' ? 0 : this.#newestIn(base, stat.size);
    const activeAt = newest > 0 ? Math.min(newest, written) : written;
    this.table.setActive(base, fingerprint, activeAt);
    return activeAt;
  }

  /** Returns the time of the newest message in a dialog's open part; 0 if it cannot be determined. */
  #newestIn(base: string, size: number): number {
    try {
      return newestTimeIn(join(this.#history, base, openPart), size);
    } catch {
      return 0; // reported to those who read the dialog
    }
  }

  /** Checks all files for the next call, in the background. */
  #checkLater(): void {
    this.#checking ??= this.read()
      .catch(() => undefined) // reported to callers that read the list
      .finally(() => (this.#checking = undefined));
  }

  async #folders(): Promise<string[]> {
    const entries = (await entriesOf(this.#history)) ?? [];
    return entries
      .filter((entry) => entry.isDirectory() && isFolderOfADialog(this.#history, entry.name))
      .map(({ name }) => name);
  }

  /** Reads a folder's `dialog.json`, and whether its name leads to this folder. */
  #dialogFile(folder: string, base: string): FolderContent {
    const path = join(folder, dialogFile);
    const stat = lstatOwn(path);
    if (!stat?.isFile()) return { file: undefined, fits: false };
    const fingerprint = fingerprintOf(stat);
    const known = this.table.facts(base, fingerprint);
    if (known) return { file: { ...known, v: 1 }, fits: true };
    const read = readSmallJson(path, parseDialogFile);
    const file = read.state === 'read' ? read.value : undefined;
    if (!file || !isFolderOf(base, file.name)) return { file, fits: false };
    this.table.setFacts(base, fingerprint, factsOf(file, file.name));
    return { file, fits: true };
  }
}

const byActivity = (a: NamedRow, b: NamedRow): number =>
  b.activeAt - a.activeAt || (a.name < b.name ? -1 : 1);

const factsOf = (file: DialogFile | undefined, name: string): DialogFacts => ({
  name,
  ...(file?.createdAt !== undefined && { createdAt: file.createdAt }),
  pinned: file?.pinned ?? false,
  archived: file?.archived ?? false,
  tags: file?.tags ?? [],
});

/** A foreign file is reported when the dialog is opened; it hides neither this dialog nor others. */
function nameIfReadable(folder: string, base: string): Promise<string | undefined> {
  return nameIn(folder, base).catch((error: unknown) => {
    if (error instanceof StoreError) return undefined;
    throw error;
  });
}

function isFolderOf(base: string, name: string): boolean {
  return base === folderName(name) || base === hashedFolderName(name) || base === legacyFolderName(name);
}
