import type { Memory, MemoryStore } from '../memory/types.ts';
import { searchedText } from '../memory/memory.ts';
import { titleOfPrompt } from '../transcripts/shared/titles.ts';
import type { SearchItem, SearchSource } from './types.ts';

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

function itemOf(memory: Memory): SearchItem {
  const { hash, content, tags, type, createdAt } = memory;
  const text = searchedText(memory);
  const entry = { role: 'note', text, ts: createdAt, id: hash } as const;
  const fingerprint = `${createdAt} ${type} ${tags.join(' ')}`;
  const title = titleOfPrompt(content) ?? hash;
  return {
    key: hash,
    name: type,
    title,
    tags,
    parts: [{ fingerprint: fingerprint, read: () => Promise.resolve([entry]) }],
  };
}
