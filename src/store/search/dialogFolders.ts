import { basename, join } from 'node:path';
import type { DialogAccess } from '../dialogs/dialogAccess.ts';
import type { DialogSnapshot } from '../dialogs/dialogSnapshot.ts';
import type { FolderListing } from '../dialogs/dialogRow.ts';
import { openPart, readLayout, summaryFile, type Layout } from '../dialogs/layout.ts';
import type { DialogList } from '../dialogs/list.ts';
import type { DialogInfo } from '../dialogs/types.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { changeMark, ChangeReader } from '../files/changeLog.ts';
import { fingerprintOf } from '../files/fileCache.ts';
import { entriesNow } from '../files/folders.ts';
import { peek } from '../files/way.ts';
import type { Freshness } from './types.ts';

/** What programs other than ours do to the files of dialogs, and what git does, is noticed after this. Milliseconds. */
const trustMs = 2_000;
/** A folder whose listing is younger than this may have changed again without a later time. Milliseconds. */
const settledMs = 1_000;

/** A dialog's folder as it was looked at: another object after each look. */
export interface DialogFolder {
  readonly info: DialogInfo;
  /** Paths of the parts, oldest first; undefined where the folder could not be looked at. */
  readonly parts: readonly string[] | undefined;
  readonly summary: string | undefined;
  /** Whether there may be contexts. */
  readonly contexts: boolean;
  /** Why it could not be looked at. */
  readonly failure?: string;
}

/**
 * The folders of all dialogs, for those who search in them. Dialogs that our programs changed are looked at at once, the others every
 * two seconds, so that a search need not look at every file to learn that nothing changed.
 */
export class DialogFolders {
  readonly #access: DialogAccess;
  readonly #list: DialogList;
  readonly #changes: ChangeReader;
  /** By the name of the dialog's folder. */
  #known = new Map<string, DialogFolder>();
  /** The names of folders by their marks; made when they are asked for. */
  #bases: ReadonlyMap<string, string> | undefined;
  #all: readonly DialogFolder[] = [];
  #lookedAt = -Infinity;

  constructor(access: DialogAccess, list: DialogList) {
    this.#access = access;
    this.#list = list;
    this.#changes = new ChangeReader(access.context.folder);
  }

  /** Of all dialogs; the same list as long as nothing is known to have changed. An `exact` look trusts nothing. */
  async all(freshness: Freshness): Promise<readonly DialogFolder[]> {
    const changed = this.#changes.changed();
    const now = performance.now();
    const trusts = freshness === 'recent' && changed !== 'all' && now - this.#lookedAt < trustMs;
    if (trusts && [...changed].every((mark) => this.#marked(mark) !== undefined)) await this.#lookAt(changed);
    else await this.#lookAtAll(now, freshness);
    return this.#all;
  }

  async #lookAtAll(now: number, freshness: Freshness): Promise<void> {
    const { position } = this.#changes;
    const known = new Map<string, DialogFolder>();
    const slices = new TimeSlices();
    for (const info of await this.#list.read()) {
      const base = basename(info.folder);
      known.set(base, this.#fromTable(info, base, freshness) ?? (await this.#look(info)));
      if (slices.isOver) await slices.pause();
    }
    this.#known = known;
    this.#bases = undefined;
    this.#all = [...known.values()];
    this.#lookedAt = now;
    await this.#list.table.keep([...known.keys()], position);
  }

  async #lookAt(marks: ReadonlySet<string>): Promise<void> {
    for (const mark of marks) {
      const base = this.#marked(mark) ?? '';
      const info = await this.#list.info(base);
      if (info) this.#known.set(base, await this.#look(info));
      else this.#known.delete(base);
    }
    if (marks.size > 0) this.#all = [...this.#known.values()];
  }

  #marked(mark: string): string | undefined {
    this.#bases ??= new Map([...this.#known.keys()].map((base) => [changeMark(base), base]));
    return this.#bases.get(mark);
  }

  /** What the table tells of a folder that is as it was; waits for nothing, as most of a thousand are. */
  #fromTable(info: DialogInfo, base: string, freshness: Freshness): DialogFolder | undefined {
    if (freshness !== 'recent') return undefined;
    try {
      const stat = peek(info.folder);
      const known = stat && this.#list.table.listing(base, fingerprintOf(stat));
      return known && folderOf(info, info.folder, known);
    } catch {
      return undefined; // told by the look that follows
    }
  }

  /** One dialog that cannot be read does not keep the others from being found. */
  async #look(info: DialogInfo): Promise<DialogFolder> {
    try {
      return await this.#listed(info);
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      return { info, parts: undefined, summary: undefined, contexts: true, failure };
    }
  }

  /** Files come and go with the time of their folder. */
  async #listed(info: DialogInfo): Promise<DialogFolder> {
    const { name, folder } = info;
    const { table } = this.#list;
    const base = basename(folder);
    const stat = peek(folder);
    const fingerprint = stat ? fingerprintOf(stat) : '';
    const layout = await readLayout(folder, entriesNow);
    if (layout.pending) return this.#read(info, name);
    const isSettled = this.#access.context.clock.now() - (stat?.mtimeMs ?? 0) > settledMs;
    const { sealed, open, summary, contexts, state = '' } = layout;
    if (isSettled && state === folder)
      table.setListing(base, fingerprint, { sealed, open, summary, contexts });
    return folderOf(info, state, layout);
  }

  /** While an operation is under way: what readers of the dialog see. */
  async #read(info: DialogInfo, name: string): Promise<DialogFolder> {
    const use = ({ layout }: DialogSnapshot) => Promise.resolve(layout);
    const layout: Layout = (await this.#access.read(name, use, 'exact')).value;
    return folderOf(info, layout.state ?? '', layout);
  }
}

/** Of the folder its files are in; none are where there is no such folder. */
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
