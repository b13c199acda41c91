import { activeContextFile } from '../../history/dialogs/names.ts';
import { ContextArchives } from '../../history/contexts/archives.ts';
import { parseActive } from '../../history/contexts/contextFiles.ts';
import type { ActiveContext, ArchivedContext } from '../../history/contexts/types.ts';
import type { DialogInfo } from '../../history/dialogs/types.ts';
import { readJson } from '../../disk/files/json.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { fileFingerprint } from '../../disk/files/fingerprint.ts';
import type { DialogFolders } from './dialogFolders.ts';
import { DialogItems } from './dialogItems.ts';
import type { Freshness, SearchEntry, SearchItem, SearchSource } from './types.ts';

/** Source of stored active contexts and archived ones: title and summary, and every turn. */
export class ContextSource implements SearchSource {
  readonly kind = 'contexts';
  readonly #context: StoreContext;
  readonly #items: DialogItems;

  constructor(context: StoreContext, folders: DialogFolders) {
    this.#context = context;
    const all = async (info: DialogInfo) => [...this.#active(info), ...(await this.#archived(info))];
    this.#items = new DialogItems(folders, ({ info, contexts }) => (contexts ? all(info) : []));
  }

  items(freshness: Freshness): Promise<readonly SearchItem[]> {
    return this.#items.items(freshness);
  }

  #active({ name, folder, tags }: DialogInfo): SearchItem[] {
    const file = activeContextFile(folder);
    const fingerprint = fileFingerprint(file);
    if (fingerprint === undefined) return [];
    const read = async () => {
      const found = await readJson(file, parseActive);
      return found.state === 'read' ? entriesOf(found.value) : [];
    };
    const parts = [{ fingerprint, read }];
    return [{ key: file, name: 'active', title: 'active', dialog: name, tags, parts }];
  }

  async #archived({ name, folder, tags }: DialogInfo): Promise<SearchItem[]> {
    const archives = new ContextArchives(this.#context, folder);
    return (await archives.ids()).flatMap((id) => {
      const fingerprint = fileFingerprint(archives.file(id));
      if (fingerprint === undefined) return [];
      const read = async () => {
        const found = await archives.read(id);
        return found && entriesOf(found);
      };
      return {
        key: archives.file(id),
        name: id,
        title: id,
        dialog: name,
        tags,
        parts: [{ fingerprint, read }],
      };
    });
  }
}

function entriesOf(context: ActiveContext | ArchivedContext): SearchEntry[] {
  const summary = context.status === 'archived' ? (context.summary ?? '') : '';
  const about = [context.title ?? '', summary].filter((text) => text !== '').join('\n');
  const head: SearchEntry = { role: 'summary', text: about, ts: context.updatedAt, id: context.contextId };
  const turns = context.turns.map(({ role, text, ts }, n) => ({ role, text, ts, startsSession: n === 0 }));
  return about === '' ? turns : [head, ...turns];
}
