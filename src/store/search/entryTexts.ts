import type { Log } from '../base/core.ts';
import { textHash } from '../text/textHash.ts';
import type { IndexedEntry, IndexedItem, IndexedPart } from './indexedItem.ts';

/** So many characters of texts are kept for what is asked next. */
const keptChars = 4_000_000;

/** The texts of entries, from the files they stand in. */
export class EntryTexts {
  readonly #log: Log;
  /** By item and fingerprint, the last asked for last. */
  readonly #known = new Map<string, readonly string[]>();
  #chars = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The text of an entry; undefined where its file is no longer what was indexed. */
  async of({
    item,
    place,
    hash,
  }: Pick<IndexedEntry, 'item' | 'place' | 'hash'>): Promise<string | undefined> {
    const part = await this.part(item, place);
    const text = part?.texts[place - part.from];
    return text !== undefined && textHash(text) === hash ? text : undefined;
  }

  /** The texts of the file that has the entry at a place of an item, and the place of the first of them. */
  async part(
    item: IndexedItem,
    place: number,
  ): Promise<{ readonly from: number; readonly texts: readonly string[] } | undefined> {
    const number = item.parts.findIndex(({ end }) => end > place);
    const part = item.parts[number];
    if (!part) return undefined;
    const texts = await this.#textsOf(`${item.kind}/${item.key}/${part.fingerprint}`, part);
    return { from: item.parts[number - 1]?.end ?? 0, texts };
  }

  async #textsOf(key: string, { part }: IndexedPart): Promise<readonly string[]> {
    const known = this.#known.get(key);
    const texts = known ?? (await this.#read(part));
    if (known) this.#known.delete(key); // to the end
    else this.#chars += lengthOf(texts);
    this.#known.set(key, texts);
    for (const [oldest, forgotten] of this.#known) {
      if (this.#chars <= keptChars || oldest === key) break;
      this.#known.delete(oldest);
      this.#chars -= lengthOf(forgotten);
    }
    return texts;
  }

  async #read(part: IndexedPart['part']): Promise<readonly string[]> {
    try {
      return ((await part?.read()) ?? []).map(({ text }) => text);
    } catch (error) {
      this.#log.warn(`search cannot show what it cannot read: ${String(error)}`);
      return [];
    }
  }
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);
