import { StoreError } from '../../disk/base/core.ts';
import { editedFrom } from './versions.ts';
import type { MemoryState } from './state.ts';
import type { Memory } from './types.ts';

/** Minimum length of a hash prefix; shorter ones are often ambiguous. */
const minPrefixLength = 8;

/** Finds a memory by its hash or a unique prefix, or by its hash before an edit. */
export function findMemory({ memories }: Pick<MemoryState, 'memories'>, hash: string): Memory {
  const wanted = hash.trim().toLowerCase();
  const exact = memories.get(wanted);
  if (exact) return exact;
  if (!/^[0-9a-f]+$/.test(wanted) || wanted.length < minPrefixLength)
    throw refuse(
      'invalid_argument',
      hash,
      `is not a hash: give its 64 hex digits, or the first ${minPrefixLength} or more`,
    );
  const [found, ...more] = [...memories.values()].filter((memory) => memory.hash.startsWith(wanted));
  const edited = found ?? editedFrom(memories, wanted);
  if (!edited)
    throw refuse('not_found', hash, 'names no memory; it may be deleted. Search with retrieve_memory');
  if (more.length > 0)
    throw refuse('invalid_argument', hash, `begins ${more.length + 1} memories; give more of it`);
  return edited;
}

const refuse = (code: 'invalid_argument' | 'not_found', hash: string, why: string): StoreError =>
  new StoreError(code, `content_hash ${JSON.stringify(hash.slice(0, 100))} ${why}.`, {
    arguments: ['content_hash'],
  });

/** Says why no memory was found. */
export function whyNone(
  query: string,
  {
    all,
    wanted,
    ranked,
  }: { readonly all: number; readonly wanted: number; readonly ranked: readonly unknown[] },
): readonly string[] {
  if (all === 0) return ['There are no memories yet.'];
  if (wanted === 0) return [`None of ${all} memories has these tags, this type and time.`];
  return [ranked.length === 0 ? noWords(query) : `${ranked.length} are less similar than asked for.`];
}

const noWords = (query: string): string =>
  `No memory holds any word of ${JSON.stringify(query)}, or one that means the same.`;
