import { FileCache, fingerprintOf } from '../files/fileCache.ts';
import { peek } from '../files/way.ts';
import type { IndexedText } from '../text/bm25.ts';
import type { ContextArchives } from './archives.ts';
import { findContexts, indexContext } from './find.ts';

/** Archives whose terms are remembered. */
const remembered = 2_000;

/** Full-text search over whole archives; each is read once as long as its file does not change. */
export class ArchiveSearch {
  readonly #known = new FileCache<IndexedText>(remembered);
  readonly #maxChars: number;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Ids of the archived contexts that match, best first. */
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
    const stat = peek(file);
    const fingerprint = stat ? fingerprintOf(stat) : '';
    const known = this.#known.get(file, fingerprint);
    if (known) return known;
    const context = await archives.read(contextId).catch(() => undefined); // a damaged one is told by list and get
    return context && this.#known.set(file, fingerprint, indexContext(context, this.#maxChars));
  }
}
