import { textHash } from '../text/textHash.ts';
import type { SharedItem, SharedStore } from '../shared/types.ts';
import type { SearchItem, SearchSource } from './types.ts';

/** An item is a value that never changes, so what is searched of it is made once. */
const known = new WeakMap<SharedItem, SearchItem>();

/** What is shared through git. Who shared it stands where other entries have their agent. */
export class SharedSource implements SearchSource {
  readonly kind = 'shared';
  readonly #shared: Pick<SharedStore, 'list'>;

  constructor(shared: Pick<SharedStore, 'list'>) {
    this.#shared = shared;
  }

  async items(): Promise<SearchItem[]> {
    return (await this.#shared.list()).map((item) => {
      const searched = known.get(item) ?? searchItem(item);
      known.set(item, searched);
      return searched;
    });
  }
}

function searchItem({ id, title, text, tags, author, updatedAt, file }: SharedItem): SearchItem {
  const whole = text.includes(title) ? text : `${title}\n${text}`;
  const entry = {
    role: 'note',
    text: whole,
    ts: updatedAt,
    id,
    ...(author !== undefined && { agent: author }),
  } as const;
  const fingerprint = `${file} ${updatedAt} ${author ?? ''} ${tags.join(' ')} ${textHash(whole)}`;
  return { key: file, name: id, title, tags, parts: [{ fingerprint, read: () => Promise.resolve([entry]) }] };
}
