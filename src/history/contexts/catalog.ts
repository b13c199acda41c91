import { basename } from 'node:path';
import type { DialogAccess } from '../dialogs/dialogAccess.ts';
import type { DialogList } from '../dialogs/list.ts';
import type { Damage } from '../dialogs/types.ts';
import { StoreError } from '../../disk/base/core.ts';
import { ContextArchives, isContextId } from './archives.ts';
import { ArchiveSearch } from './archiveSearch.ts';
import type { ArchivedContext, ContextItem, FoundContext, ListedContext } from './types.ts';

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
