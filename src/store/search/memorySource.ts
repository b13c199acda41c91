import type { Memory, MemoryStore } from '../memory/types.ts';
import { searchedText } from '../memory/memory.ts';
import type { Secrets } from '../base/context.ts';
import { enoughFor, previewBesideSecret } from '../secrets/cut.ts';
import { plainText } from '../text/plainText.ts';
import type { SearchItem, SearchSource } from './types.ts';

/** Titles are cut to so many characters. */
const titleChars = 50;

/** A memory is a value that never changes, so what is searched of it is made once. */
const known = new WeakMap<Memory, SearchItem>();

/** The memories that no consolidation has archived: content, type and tags. */
export class MemorySource implements SearchSource {
  readonly kind = 'memories';
  readonly #memories: Pick<MemoryStore, 'list'>;
  readonly #secrets: Pick<Secrets, 'text'>;

  constructor(memories: Pick<MemoryStore, 'list'>, secrets: Pick<Secrets, 'text'>) {
    this.#memories = memories;
    this.#secrets = secrets;
  }

  async items(): Promise<SearchItem[]> {
    return (await this.#memories.list()).map((memory) => {
      const item = known.get(memory) ?? itemOf(memory, this.#secrets);
      known.set(memory, item);
      return item;
    });
  }
}

function itemOf(memory: Memory, secrets: Pick<Secrets, 'text'>): SearchItem {
  const { hash, content, tags, type, createdAt } = memory;
  const text = searchedText(memory);
  const entry = { role: 'note', text, ts: createdAt, id: hash } as const;
  const fingerprint = `${createdAt} ${type} ${tags.join(' ')}`;
  // Masked first: without its marks of Markdown a secret may not be known for one.
  const plain = plainText(secrets.text(enoughFor(content, titleChars))).text;
  const title = previewBesideSecret(plain, titleChars) || hash;
  return {
    key: hash,
    name: type,
    title,
    tags,
    parts: [{ fingerprint: fingerprint, read: () => Promise.resolve([entry]) }],
  };
}
