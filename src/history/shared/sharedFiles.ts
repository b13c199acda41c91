import { join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { inMemory } from '../../disk/files/inMemory.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { filesIn } from '../../disk/files/folders.ts';
import { bytesOf } from '../../disk/files/open.ts';
import { fileAt } from '../../disk/files/way.ts';
import { isWithdrawn, itemEnding, maxItemBytes, parseShared, parseWithdrawn } from './sharedFile.ts';
import type { SharedItem, WithdrawnItem } from './types.ts';

/** A file with its item. */
export interface ReadFile {
  readonly item: SharedItem;
  /** The whole file; empty if it was not read. */
  readonly text: string;
}

/** A file that marks its item as withdrawn. */
interface WithdrawnFile {
  readonly withdrawn: WithdrawnItem;
}

/** Reads the files of `shared/`, rereading only those that changed. */
export class SharedFiles {
  readonly #folder: string;
  readonly #known = inMemory<ReadFile | WithdrawnFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns all items except withdrawn ones. If several files have the same id, the last one keeps it. */
  async items(): Promise<readonly ReadFile[]> {
    const read = (await this.#all()).flatMap((one) => ('item' in one ? one : []));
    const last = new Map(read.map(({ item }) => [item.id, item.file]));
    return read.map((one) => (last.get(one.item.id) === one.item.file ? one : renamed(one)));
  }

  /** Returns items marked as withdrawn by their files. */
  async withdrawn(): Promise<readonly WithdrawnItem[]> {
    return (await this.#all()).flatMap((one) => ('withdrawn' in one ? one.withdrawn : []));
  }

  /** Returns the names of all item files. */
  async names(): Promise<readonly string[]> {
    return (await filesIn(this.#folder)).filter((file) => file.endsWith(itemEnding)).sort();
  }

  async #all(): Promise<readonly (ReadFile | WithdrawnFile)[]> {
    const read: (ReadFile | WithdrawnFile)[] = [];
    for (const file of await this.names()) {
      const known = await this.#read(file);
      if (known) read.push(known);
    }
    return read;
  }

  async #read(file: string): Promise<ReadFile | WithdrawnFile | undefined> {
    const path = join(this.#folder, file);
    const stat = fileAt(path);
    if (stat === undefined) return undefined;
    const fingerprint = fingerprintOf(stat);
    const known = this.#known.get(path, fingerprint);
    if (known) return known;
    if (stat.size > maxItemBytes) return notRead(file, 'tooLarge');
    const bytes = await bytesOf(path);
    if (bytes === undefined) return undefined;
    if (!isUtf8(bytes)) return notRead(file, 'unreadable');
    const text = bytes.toString('utf8');
    return this.#known.set(
      path,
      fingerprint,
      isWithdrawn(text) ? { withdrawn: parseWithdrawn(file, text) } : { item: parseShared(file, text), text },
    );
  }
}

/** Identifies an item by its file name, if another file, such as a copy, has the same id. */
const renamed = ({ item, text }: ReadFile): ReadFile => ({
  item: { ...item, id: item.file.slice(0, -itemEnding.length), problem: item.problem ?? 'sameId' },
  text,
});

const notRead = (file: string, problem: 'tooLarge' | 'unreadable'): ReadFile => ({
  item: { ...parseShared(file, ''), problem },
  text: '',
});
