import { basename } from 'node:path';
import type { DialogAccess } from '../dialogs/dialogAccess.ts';
import type { DialogList } from '../dialogs/list.ts';
import type { Damage } from '../dialogs/types.ts';
import { StoreError } from '../../disk/base/core.ts';
import { ContextArchives, isContextId } from './archives.ts';
import type { ArchivedContext, ContextItem, FoundContext, ListedContext } from './types.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import { type IndexedText, indexText, rank, type Ranked } from '../../disk/text/bm25.ts';
import { isStopWord, terms } from '../../disk/text/tokens.ts';

/** Number of known contexts named in the error for an unknown one. */
const maxSuggestions = 10;

/** Finds archived contexts of one dialog, or of the whole project by id. */
export class ContextCatalog {
  readonly #access: DialogAccess;
  readonly #dialogs: DialogList;
  readonly #search: ArchiveSearch;

  constructor(access: DialogAccess, dialogs: DialogList) {
    this.#access = access;
    this.#dialogs = dialogs;
    this.#search = new ArchiveSearch(access.context.limits.contexts.searchTextMaxChars);
  }

  async list(dialog: string): Promise<ContextItem[]> {
    return (await this.#archives(dialog))?.items() ?? [];
  }

  async listAll(): Promise<ListedContext[]> {
    const all: ListedContext[] = [];
    for (const { name, folder } of await this.#dialogs.read())
      for (const item of await new ContextArchives(this.#access.context, folder).items())
        all.push({ ...item, dialog: name });
    return all.sort((a, b) => b.archivedAt - a.archivedAt);
  }

  async get(contextId: string): Promise<{ dialog: string; context: ArchivedContext }> {
    const { name, folder } = await this.#place(contextId);
    const context = await new ContextArchives(this.#access.context, folder).read(contextId);
    if (context === undefined) throw await this.unknown(contextId); // deleted since it was found
    return { dialog: name, context };
  }

  /** Returns the dialog of an archived context, readable or not; `not_found` suggests known ids. */
  async dialogOf(contextId: string): Promise<string> {
    return (await this.#place(contextId)).name;
  }

  /** Returns the damaged files of archived contexts, which no list includes, of a dialog or of all. */
  async unreadable(dialog: string | undefined): Promise<Damage[]> {
    if (dialog !== undefined) return (await (await this.#archives(dialog))?.unreadable()) ?? [];
    const all: Damage[] = [];
    for (const { folder } of await this.#dialogs.read()) {
      const inside = (file: string): string => `${basename(folder)}/${file}`;
      for (const { file, keptAs, reason } of await new ContextArchives(
        this.#access.context,
        folder,
      ).unreadable())
        all.push({ file: inside(file), keptAs: inside(keptAs), reason });
    }
    return all;
  }

  async #place(contextId: string): Promise<{ readonly name: string; readonly folder: string }> {
    for (const place of isContextId(contextId) ? await this.#dialogs.read() : [])
      if (new ContextArchives(this.#access.context, place.folder).has(contextId)) return place;
    throw await this.unknown(contextId);
  }

  async find(dialog: string, query: string, limit: number): Promise<FoundContext[]> {
    const archives = await this.#archives(dialog);
    if (archives === undefined) return [];
    const items = new Map((await archives.items()).map((item) => [item.contextId, item]));
    const found = await this.#search.find(archives, query, limit);
    return found.flatMap(({ contextId, score }) => {
      const item = items.get(contextId);
      return item ? [{ ...item, dialog, score }] : [];
    });
  }

  /** Makes the error for an unknown context id. */
  async unknown(contextId: string): Promise<StoreError> {
    const newest = (await this.listAll()).slice(0, maxSuggestions).map((item) => item.contextId);
    const known = newest.length === 0 ? 'Nothing is archived yet.' : `The newest: ${newest.join(', ')}.`;
    const id = JSON.stringify(contextId.slice(0, 100));
    return new StoreError('not_found', `There is no archived context ${id}. ${known}`, {
      argument: 'contextId',
    });
  }

  async #archives(dialog: string): Promise<ContextArchives | undefined> {
    const place = await this.#access.locate(dialog);
    return place.exists ? new ContextArchives(this.#access.context, place.folder) : undefined;
  }
}

/** Number of archives whose terms are cached. */
const maxCached = 2_000;

/** Full-text search of whole archives, each read once until its file changes. */
class ArchiveSearch {
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

/** Weight of title and summary, which state the subject in few words. */
const titleWeight = 3;
const summaryWeight = 2;

/** Indexes an archived context: title, summary, and the newest `maxChars` characters of its turns. */
function indexContext(context: ArchivedContext, maxChars: number): IndexedText {
  return indexText([
    { text: context.title ?? '', weight: titleWeight },
    { text: context.summary ?? '', weight: summaryWeight },
    ...newestText(context, maxChars).map((text) => ({ text, weight: 1 })),
  ]);
}

/** Returns the texts of the newest turns; the last one that fits is cut to its beginning. */
function newestText({ turns }: ArchivedContext, maxChars: number): string[] {
  let left = maxChars;
  return turns.toReversed().flatMap(({ text }) => {
    const piece = text.slice(0, Math.max(0, left));
    left -= text.length;
    return piece === '' ? [] : [piece];
  });
}

/**
 * Returns the contexts that match a query, best first. Matches of only common words or single characters do not count.
 */
function findContexts<T>(query: string, contexts: readonly { item: T; text: IndexedText }[]): Ranked<T>[] {
  const wanted = terms(query).filter((term) => !isStopWord(term));
  const long = wanted.filter((term) => Array.from(term).length > 1);
  const significant = long.length > 0 ? long : wanted;
  return rank(
    wanted,
    contexts.filter(({ text }) => significant.some((term) => text.counts.has(term))),
    { collection: contexts },
  );
}
