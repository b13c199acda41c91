import type { Memory, MemoryStore } from '../memory/types.ts';
import { titleOfPrompt } from '../transcripts/titles.ts';
import type { SearchItem, SearchSource } from './types.ts';

/** The type of memories of which nobody said one. */
const plainType = 'note';

/** A memory is a value that never changes, so what is searched of it is made once. */
const known = new WeakMap<Memory, SearchItem>();

/** The memories that no consolidation has archived: content, type and tags. */
export class MemorySource implements SearchSource {
  readonly kind = 'memories';
  readonly #memories: Pick<MemoryStore, 'list'>;

  constructor(memories: Pick<MemoryStore, 'list'>) {
    this.#memories = memories;
  }

  async items(): Promise<SearchItem[]> {
    return (await this.#memories.list()).map((memory) => {
      const item = known.get(memory) ?? itemOf(memory);
      known.set(memory, item);
      return item;
    });
  }
}

function itemOf({ hash, content, tags, type, createdAt }: Memory): SearchItem {
  const about = [...(type === plainType ? [] : [type]), ...tags];
  const text = about.length === 0 ? content : `${content}\n[${about.join(', ')}]`;
  const entry = { role: 'note', text, ts: createdAt, id: hash } as const;
  const mark = `${createdAt} ${about.join(' ')}`;
  const title = titleOfPrompt(content) ?? hash;
  return { key: hash, name: type, title, tags, parts: [{ mark, read: () => Promise.resolve([entry]) }] };
}
