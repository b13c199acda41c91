import { type Log, errorMessage } from '../../disk/base/core.ts';
import { textHash } from '../../disk/text/textHash.ts';
import type { IndexedEntry, IndexedItem, IndexedPart } from './indexedItem.ts';

/** Size of the cache of texts. Characters. */
const maxCachedChars = 4_000_000;

/** Reads the texts of entries from their files. */
export class EntryTexts {
  readonly #log: Log;
  /** By item and fingerprint, most recently used last. */
  readonly #known = new Map<string, readonly string[]>();
  #chars = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns the text of an entry; undefined if its file has changed since it was indexed. */
  async of({
    item,
    ordinal,
    hash,
  }: Pick<IndexedEntry, 'item' | 'ordinal' | 'hash'>): Promise<string | undefined> {
    const part = await this.part(item, ordinal);
    const text = part?.texts[ordinal - part.from];
    return text !== undefined && textHash(text) === hash ? text : undefined;
  }

  /** Returns the texts of the file that holds an item's entry, and the index of the first. */
  async part(
    item: IndexedItem,
    ordinal: number,
  ): Promise<{ readonly from: number; readonly texts: readonly string[] } | undefined> {
    const number = item.parts.findIndex(({ end }) => end > ordinal);
    const part = item.parts[number];
    if (!part) return undefined;
    const texts = await this.#textsOf(`${item.kind}/${item.key}/${part.fingerprint}`, part);
    return { from: item.parts[number - 1]?.end ?? 0, texts };
  }

  async #textsOf(key: string, { part }: IndexedPart): Promise<readonly string[]> {
    const known = this.#known.get(key);
    const texts = known ?? (await this.#read(part));
    if (!texts) return [];
    if (known) this.#known.delete(key); // moves it to the end
    else this.#chars += lengthOf(texts);
    this.#known.set(key, texts);
    for (const [oldest, forgotten] of this.#known) {
      if (this.#chars <= maxCachedChars || oldest === key) break;
      this.#known.delete(oldest);
      this.#chars -= lengthOf(forgotten);
    }
    return texts;
  }

  /** Returns the texts of a part; undefined if they cannot be read now. */
  async #read(part: IndexedPart['part']): Promise<readonly string[] | undefined> {
    try {
      return (await part?.read())?.map(({ text }) => text);
    } catch (error) {
      this.#log.warn(`search cannot show what it cannot read: ${errorMessage(error)}`);
      return undefined;
    }
  }
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);
