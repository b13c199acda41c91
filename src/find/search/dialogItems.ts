import { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { DialogFolder, DialogFolders } from './dialogFolders.ts';
import type { Freshness, SearchItem } from './types.ts';

type Look = (folder: DialogFolder) => readonly SearchItem[] | Promise<readonly SearchItem[]>;

/** Search items of each dialog, created once per inspection of its folder. */
export class DialogItems {
  readonly #folders: DialogFolders;
  readonly #look: Look;
  #known = new Map<DialogFolder, readonly SearchItem[]>();
  #of: readonly DialogFolder[] | undefined;
  #all: readonly SearchItem[] = [];

  constructor(folders: DialogFolders, look: Look) {
    this.#folders = folders;
    this.#look = look;
  }

  /** Returns the items of all dialogs; the same list until a change is noticed. `exact` inspects all. */
  async items(freshness: Freshness): Promise<readonly SearchItem[]> {
    const folders = await this.#folders.all(freshness);
    if (this.#of === folders) return this.#all;
    const known = new Map<DialogFolder, readonly SearchItem[]>();
    const slices = new TimeSlices();
    for (const folder of folders) {
      const items = this.#known.get(folder) ?? this.#look(folder);
      known.set(folder, items instanceof Promise ? await items : items);
      if (slices.isOver) await slices.pause();
    }
    this.#known = known;
    this.#all = [...known.values()].flat();
    this.#of = folders;
    return this.#all;
  }
}
