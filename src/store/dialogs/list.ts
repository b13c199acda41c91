import { join, sep } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { StoreError } from '../base/core.ts';
import { changeMark, ChangeReader, positionNow } from '../files/changeLog.ts';
import { fingerprintOf } from '../files/fileCache.ts';
import { allNamesIn, entriesOf } from '../files/folders.ts';
import { readSmallJson } from '../files/json.ts';
import { lookBelow, peek } from '../files/way.ts';
import { dialogFile, parseDialogFile, type DialogFile } from './dialogFile.ts';
import type { DialogFacts, NamedRow } from './dialogRow.ts';
import { DialogTable, worthKeeping, type TableContext } from './dialogTable.ts';
import { openPart } from './layout.ts';
import { isFolderOfADialog, nameIn } from './locate.ts';
import { folderName, hashedFolderName, legacyFolderName } from './names.ts';
import type { DialogInfo } from './types.ts';

/** The event loop gets its turn after this long. Milliseconds. */
const sliceMs = 8;

type FolderContent =
  | { readonly file: DialogFile; readonly fits: true }
  | { readonly file: DialogFile | undefined; readonly fits: false };

/** What programs other than ours do to the files of dialogs, and what git does, is found by a look at all of them after this. Milliseconds. */
const trustMs = 2_000;

/** Lists dialogs, reading again only those `dialog.json` that changed. */
export class DialogList {
  readonly #history: string;
  /** What is known of the folders of dialogs, for whoever looks into them. */
  readonly table: DialogTable;
  /** Tells what our programs changed since `names` was asked last. */
  #changes: ChangeReader | undefined;
  #lookedAt = -Infinity;
  #checking: Promise<unknown> | undefined;

  constructor(context: TableContext) {
    this.#history = context.folder;
    this.table = new DialogTable(context);
  }

  /** All dialogs, newest activity first, as their files are now. */
  async read(): Promise<DialogInfo[]> {
    const bases = await this.#folders();
    const position = bases.length >= worthKeeping ? positionNow(this.#history) : undefined;
    const infos: DialogInfo[] = [];
    let started = performance.now();
    for (const base of bases) {
      const info = this.#seen(base) ?? (await this.info(base));
      if (info) infos.push(info);
      if (performance.now() - started < sliceMs) continue;
      await breathe(); // file calls below do not wait, which is several times faster for thousands of dialogs
      started = performance.now();
    }
    infos.sort(byActivity);
    if (position)
      await this.table.keep(
        infos.map(({ folder }) => folder.slice(this.#history.length + 1)),
        position,
      );
    this.#lookedAt = performance.now();
    return infos;
  }

  /**
   * The names of all dialogs, newest activity first, at the cost of listing their folders. What our programs changed is in it; what
   * others did to the files of a dialog that was known is in it two seconds later.
   */
  async names(): Promise<readonly string[]> {
    this.#changes ??= new ChangeReader(this.#history, this.table.position);
    const changed = this.#changes.changed();
    if (changed === 'all') return (await this.read()).map(({ name }) => name);
    const bases = new Set(await allNamesIn(this.#history));
    const found = this.table.takeNames(bases, (base) => changed.size > 0 && changed.has(changeMark(base)));
    for (const base of bases) {
      const isDialog =
        isFolderOfADialog(this.#history, base) && lookBelow(this.#history, base)?.isDirectory();
      const info = isDialog ? await this.info(base) : undefined;
      if (info) found.push(info);
    }
    if (performance.now() - this.#lookedAt > trustMs) this.#checkLater();
    return found.sort(byActivity).map(({ name }) => name);
  }

  /** The dialog in this folder; undefined when there is none. */
  async info(base: string): Promise<DialogInfo | undefined> {
    const folder = join(this.#history, base);
    const stat = peek(join(folder, openPart)) ?? peek(folder);
    if (stat === undefined) return undefined;
    const { file, fits } = this.#dialogFile(folder, base);
    const facts = factsOf(file, fits ? file.name : ((file && (await nameOrNone(folder, base))) ?? base));
    return this.#infoOf(base, folder, facts, stat.mtimeMs);
  }

  /** The same of a folder that has just been listed, at the cost of two looks; undefined where it must be read. */
  #seen(base: string): DialogInfo | undefined {
    const folder = `${this.#history}${sep}${base}`;
    const file = lookBelow(folder, dialogFile);
    const facts = file?.isFile() ? this.table.facts(base, fingerprintOf(file)) : undefined;
    const stat = facts && (lookBelow(folder, openPart) ?? peek(folder));
    return facts && stat && this.#infoOf(base, folder, facts, stat.mtimeMs);
  }

  #infoOf(base: string, folder: string, facts: DialogFacts, mtimeMs: number): DialogInfo {
    const activeAt = Math.round(mtimeMs);
    this.table.setActive(base, activeAt);
    return { ...facts, folder, activeAt };
  }

  /** Looks at all, so that the next time is right. Nobody waits for it. */
  #checkLater(): void {
    this.#checking ??= this.read()
      .catch(() => undefined) // told to whoever reads the list
      .finally(() => (this.#checking = undefined));
  }

  async #folders(): Promise<string[]> {
    const entries = (await entriesOf(this.#history)) ?? [];
    return entries
      .filter((entry) => entry.isDirectory() && isFolderOfADialog(this.#history, entry.name))
      .map(({ name }) => name);
  }

  /** The `dialog.json` of a folder, and whether the folder is one its name leads to. */
  #dialogFile(folder: string, base: string): FolderContent {
    const path = join(folder, dialogFile);
    const stat = peek(path);
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
