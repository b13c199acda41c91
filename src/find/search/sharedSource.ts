import { textHash } from '../../disk/text/textHash.ts';
import type { SharedItem, SharedStore } from '../../history/shared/types.ts';
import type { SearchItem, SearchSource } from './types.ts';

/** Search items by shared item; shared items are immutable. */
const known = new WeakMap<SharedItem, SearchItem>();

/** Source of items shared through git. The sharing person takes the place of the agent. */
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
