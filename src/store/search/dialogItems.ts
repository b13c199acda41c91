import { basename } from 'node:path';
import type { DialogList } from '../dialogs/list.ts';
import type { DialogInfo } from '../dialogs/types.ts';
import { changeMark, type ChangeReader } from '../files/changeLog.ts';
import { TimeSlices } from './timeSlices.ts';
import type { Freshness, SearchItem } from './types.ts';

type Look = (info: DialogInfo, freshness: Freshness) => Promise<readonly SearchItem[]>;

/** What programs other than ours do to the files of dialogs, and what git does, is noticed after this. Milliseconds. */
const trustMs = 2_000;

/**
 * What is searched in each dialog. Dialogs that our programs changed are looked at at once, the others every two seconds, so
 * that a search need not look at every file to learn that nothing changed.
 */
export class DialogItems {
  readonly #list: DialogList;
  readonly #changes: ChangeReader;
  readonly #look: Look;
  /** By the name of the dialog's folder. */
  #known = new Map<string, readonly SearchItem[]>();
  /** The names of folders by their marks. */
  #bases = new Map<string, string>();
  #all: readonly SearchItem[] = [];
  #lookedAt = -Infinity;

  constructor(list: DialogList, changes: ChangeReader, look: Look) {
    this.#list = list;
    this.#changes = changes;
    this.#look = look;
  }

  /** Of all dialogs; the same list as long as nothing is known to have changed. An `exact` look trusts nothing. */
  async items(freshness: Freshness): Promise<readonly SearchItem[]> {
    const changed = this.#changes.changed();
    const now = performance.now();
    const trusts = freshness === 'recent' && now - this.#lookedAt < trustMs;
    const isKnown = changed !== 'all' && [...changed].every((mark) => this.#bases.has(mark));
    if (trusts && isKnown) await this.#lookAt(changed);
    else await this.#lookAtAll(now, freshness);
    return this.#all;
  }

  async #lookAtAll(now: number, freshness: Freshness): Promise<void> {
    const known = new Map<string, readonly SearchItem[]>();
    const slices = new TimeSlices();
    for (const info of await this.#list.read()) {
      known.set(basename(info.folder), await this.#look(info, freshness));
      await slices.pause();
    }
    this.#known = known;
    this.#bases = new Map([...known.keys()].map((base) => [changeMark(base), base]));
    this.#all = [...known.values()].flat();
    this.#lookedAt = now;
  }

  async #lookAt(marks: ReadonlySet<string>): Promise<void> {
    for (const mark of marks) {
      const base = this.#bases.get(mark) ?? '';
      const info = await this.#list.info(base);
      if (info) this.#known.set(base, await this.#look(info, 'exact'));
      else this.#known.delete(base);
    }
    if (marks.size > 0) this.#all = [...this.#known.values()].flat();
  }
}
