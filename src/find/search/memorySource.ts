import type { Memory, MemoryStore } from '../../history/memory/types.ts';
import { searchedText } from '../../history/memory/memory.ts';
import { standingText } from '../../history/memory/standing.ts';
import type { Secrets } from '../../disk/base/context.ts';
import { prefixFor, safePreview } from '../../disk/secrets/cut.ts';
import { plainText } from '../../disk/text/plainText.ts';
import type { SearchItem, SearchSource } from './types.ts';

/** Maximum length of titles. Characters. */
const titleChars = 50;

/** Items by memory; memories are immutable. */
const known = new WeakMap<Memory, SearchItem>();

/** Source of the memories not archived by consolidation: content, type and tags. */
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
  const standing = standingText(memory);
  const fingerprint = [createdAt, type, ...tags, ...(standing === '' ? [] : [standing])].join(' ');
  // Masked first: without its Markdown a secret may not be recognised.
  const plain = plainText(secrets.text(prefixFor(content, titleChars))).text;
  const title = `${standing}${standing === '' ? '' : ' '}${safePreview(plain, titleChars) || hash}`;
  return {
    key: hash,
    name: type,
    title,
    tags,
    parts: [{ fingerprint: fingerprint, read: () => Promise.resolve([entry]) }],
  };
}
