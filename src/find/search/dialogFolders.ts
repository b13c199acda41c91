import { errorMessage } from '../../disk/base/core.ts';
import { basename, join } from 'node:path';
import type { DialogAccess } from '../../history/dialogs/dialogAccess.ts';
import type { DialogSnapshot } from '../../history/dialogs/dialogSnapshot.ts';
import type { FolderListing } from '../../history/dialogs/dialogRow.ts';
import { openPart, readLayout, summaryFile, type Layout } from '../../history/dialogs/layout.ts';
import type { DialogList } from '../../history/dialogs/list.ts';
import type { DialogInfo } from '../../history/dialogs/types.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import { changeMark, ChangeReader } from '../../disk/files/changeLog.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { entriesNow } from '../../disk/files/folders.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import type { Freshness } from './types.ts';

/** Delay after which changes by other programs, such as git, are noticed. Milliseconds. */
const trustMs = 2_000;
/** Age below which a folder's listing may have changed again without a later timestamp. Milliseconds. */
const settledMs = 1_000;

/** Result of inspecting a dialog's folder; a new object for each inspection. */
export interface DialogFolder {
  readonly info: DialogInfo;
  /** Paths of the parts, oldest first; undefined if the folder could not be read. */
  readonly parts: readonly string[] | undefined;
  readonly summary: string | undefined;
  /** Whether there may be contexts. */
  readonly contexts: boolean;
  /** Why the folder could not be read. */
  readonly failure?: string;
}

/**
 * Folders of all dialogs, for the search sources. Dialogs that this product's programs changed are inspected at once,
 * the others every two seconds, so that a search need not check every file.
 */
export class DialogFolders {
  readonly #access: DialogAccess;
  readonly #list: DialogList;
  readonly #changes: ChangeReader;
  /** By name of the dialog's folder. */
  #known = new Map<string, DialogFolder>();
  /** Folder names by change mark; computed on demand. */
  #bases: ReadonlyMap<string, string> | undefined;
  #all: readonly DialogFolder[] = [];
  #inspectedAt = -Infinity;

  constructor(access: DialogAccess, list: DialogList) {
    this.#access = access;
    this.#list = list;
    this.#changes = new ChangeReader(access.context.folder);
  }

  /** Returns the folders of all dialogs; the same list until a change is noticed. `exact` inspects all. */
  async all(freshness: Freshness): Promise<readonly DialogFolder[]> {
    const changed = this.#changes.changed();
    const now = performance.now();
    const trusts = freshness === 'recent' && changed !== 'all' && now - this.#inspectedAt < trustMs;
    if (trusts && [...changed].every((mark) => this.#baseOf(mark) !== undefined))
      await this.#inspectChanged(changed);
    else await this.#inspectAll(now, freshness);
    return this.#all;
  }

  async #inspectAll(now: number, freshness: Freshness): Promise<void> {
    const { position } = this.#changes;
    const known = new Map<string, DialogFolder>();
    const slices = new TimeSlices();
    for (const info of await this.#list.read()) {
      const base = basename(info.folder);
      known.set(base, this.#fromTable(info, base, freshness) ?? (await this.#inspect(info)));
      if (slices.isOver) await slices.pause();
    }
    this.#known = known;
    this.#bases = undefined;
    this.#all = [...known.values()];
    this.#inspectedAt = now;
    await this.#list.table.keep([...known.keys()], position);
  }

  async #inspectChanged(marks: ReadonlySet<string>): Promise<void> {
    for (const mark of marks) {
      const base = this.#baseOf(mark) ?? '';
      const info = await this.#list.info(base);
      if (info) this.#known.set(base, await this.#inspect(info));
      else this.#known.delete(base);
    }
    if (marks.size > 0) this.#all = [...this.#known.values()];
  }

  #baseOf(mark: string): string | undefined {
    this.#bases ??= new Map([...this.#known.keys()].map((base) => [changeMark(base), base]));
    return this.#bases.get(mark);
  }

  /** Returns the table's listing of an unchanged folder; synchronous, as most of a thousand are unchanged. */
  #fromTable(info: DialogInfo, base: string, freshness: Freshness): DialogFolder | undefined {
    if (freshness !== 'recent') return undefined;
    try {
      const stat = lstatOwn(info.folder);
      const known = stat && this.#list.table.listing(base, fingerprintOf(stat));
      return known && folderOf(info, info.folder, known);
    } catch {
      return undefined; // reported by the inspection that follows
    }
  }

  /** Inspects a dialog; a failure does not hide the others. */
  async #inspect(info: DialogInfo): Promise<DialogFolder> {
    try {
      return await this.#listed(info);
    } catch (error) {
      const failure = errorMessage(error);
      return { info, parts: undefined, summary: undefined, contexts: true, failure };
    }
  }

  /** Lists a folder; its modification time changes when files are added or removed. */
  async #listed(info: DialogInfo): Promise<DialogFolder> {
    const { name, folder } = info;
    const { table } = this.#list;
    const base = basename(folder);
    const stat = lstatOwn(folder);
    const fingerprint = stat ? fingerprintOf(stat) : '';
    const layout = await readLayout(folder, entriesNow);
    if (layout.pending) return this.#read(info, name);
    const isSettled = this.#access.context.clock.now() - (stat?.mtimeMs ?? 0) > settledMs;
    const { sealed, open, summary, contexts, state = '' } = layout;
    if (isSettled && state === folder)
      table.setListing(base, fingerprint, { sealed, open, summary, contexts });
    return folderOf(info, state, layout);
  }

  /** Reads the layout that readers of the dialog see during an operation. */
  async #read(info: DialogInfo, name: string): Promise<DialogFolder> {
    const use = ({ layout }: DialogSnapshot) => Promise.resolve(layout);
    const layout: Layout = (await this.#access.read(name, use, 'exact')).value;
    return folderOf(info, layout.state ?? '', layout);
  }
}

/** Describes a dialog's folder by its listing; `state` is the folder with the files, empty if there is none. */
function folderOf(
  info: DialogInfo,
  state: string,
  { sealed, open, summary, contexts }: FolderListing,
): DialogFolder {
  const parts = state === '' ? [] : [...sealed, ...(open ? [openPart] : [])];
  return {
    info,
    parts: parts.map((part) => join(state, part)),
    summary: summary ? join(state, summaryFile) : undefined,
    contexts,
  };
}
