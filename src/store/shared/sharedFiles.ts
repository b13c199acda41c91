import { join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { FileCache, fingerprintOf } from '../files/fileCache.ts';
import { filesIn } from '../files/folders.ts';
import { bytesOf } from '../files/open.ts';
import { fileAt } from '../files/way.ts';
import { isWithdrawn, itemEnding, maxItemBytes, parseShared, parseWithdrawn } from './sharedFile.ts';
import type { SharedItem, WithdrawnItem } from './types.ts';

/** A file with what it holds as an item. */
export interface ReadFile {
  readonly item: SharedItem;
  /** Of the whole file; empty where it was not read. */
  readonly text: string;
}

/** A file that says that its item was withdrawn. */
interface WithdrawnFile {
  readonly withdrawn: WithdrawnItem;
}

/** The files of `shared/`, of which those are read again that changed. */
export class SharedFiles {
  readonly #folder: string;
  readonly #known = new FileCache<ReadFile | WithdrawnFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** All items but those that were withdrawn. Of several files with one id the last keeps it. */
  async items(): Promise<readonly ReadFile[]> {
    const read = (await this.#all()).flatMap((one) => ('item' in one ? one : []));
    const last = new Map(read.map(({ item }) => [item.id, item.file]));
    return read.map((one) => (last.get(one.item.id) === one.item.file ? one : renamed(one)));
  }

  /** What the files tell that stand for items that were withdrawn. */
  async withdrawn(): Promise<readonly WithdrawnItem[]> {
    return (await this.#all()).flatMap((one) => ('withdrawn' in one ? one.withdrawn : []));
  }

  /** The names of all files of items. */
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

/** Two files say that they are the same item, as where one was copied: this one goes by its own name. */
const renamed = ({ item, text }: ReadFile): ReadFile => ({
  item: { ...item, id: item.file.slice(0, -itemEnding.length), problem: item.problem ?? 'sameId' },
  text,
});

const notRead = (file: string, problem: 'tooLarge' | 'unreadable'): ReadFile => ({
  item: { ...parseShared(file, ''), problem },
  text: '',
});
