import { StoreError } from '../base/core.ts';
import { editedFrom } from './versions.ts';
import type { MemoryState } from './state.ts';
import type { Memory } from './types.ts';

/** Shorter beginnings of a hash are too often those of another one. */
const shortestPrefix = 8;

/** The memory with this hash, or the only one whose hash begins so; else the one that had such a hash before it was edited. */
export function findMemory({ memories }: Pick<MemoryState, 'memories'>, hash: string): Memory {
  const wanted = hash.trim().toLowerCase();
  const exact = memories.get(wanted);
  if (exact) return exact;
  if (!/^[0-9a-f]+$/.test(wanted) || wanted.length < shortestPrefix)
    throw refuse(
      'invalid_argument',
      hash,
      `is not a hash: give its 64 hex digits, or the first ${shortestPrefix} or more`,
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
