import { inMemory } from '../../disk/files/inMemory.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import type { IndexedText } from '../../disk/text/bm25.ts';
import type { ContextArchives } from './archives.ts';
import { findContexts, indexContext } from './find.ts';

/** Number of archives whose terms are cached. */
const maxCached = 2_000;

/** Full-text search of whole archives, each read once until its file changes. */
export class ArchiveSearch {
  readonly #known = inMemory<IndexedText>(maxCached);
  readonly #maxChars: number;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Returns the ids of the matching archived contexts, best first. */
  async find(
    archives: ContextArchives,
    query: string,
    limit: number,
  ): Promise<{ contextId: string; score: number }[]> {
    const documents: { item: string; text: IndexedText }[] = [];
    for (const item of await archives.ids()) {
      const text = await this.#text(archives, item);
      if (text) documents.push({ item, text });
    }
    return findContexts(query, documents)
      .slice(0, limit)
      .map(({ item, score }) => ({ contextId: item, score }));
  }

  async #text(archives: ContextArchives, contextId: string): Promise<IndexedText | undefined> {
    const file = archives.file(contextId);
    const stat = lstatOwn(file);
    const fingerprint = stat ? fingerprintOf(stat) : '';
    const known = this.#known.get(file, fingerprint);
    if (known) return known;
    const context = await archives.read(contextId).catch(() => undefined); // damage is reported by list and get
    return context && this.#known.set(file, fingerprint, indexContext(context, this.#maxChars));
  }
}
