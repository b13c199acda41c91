import { isObject, StoreError } from '../base/core.ts';
import { contentHash, makeMemory, mergeMemory, unarchived } from './memory.ts';
import type { Memory, MemoryVersion } from './types.ts';

/** By hash. */
type Memories = ReadonlyMap<string, Memory>;

/** So many former texts of a memory are kept. */
const keptVersions = 20;

/**
 * A memory with another text; the one it had is its newest version. Where another memory says the same, both become one,
 * with the tags and metadata of both. `now` in milliseconds.
 */
export function withContent(memory: Memory, content: string, memories: Memories, now: number): Memory {
  const { hash } = makeMemory({ content }, now); // refuses a blank one
  if (content === memory.content) return memory;
  const edited = { ...memory, hash, content, updatedAt: now };
  const present = hash === memory.hash ? undefined : memories.get(hash);
  const own = { hash: memory.hash, content: memory.content, at: memory.updatedAt };
  const versions = [own, ...(memory.versions ?? []), ...(present?.versions ?? [])];
  const others = versions.filter(
    (version, index) =>
      version.content !== content && versions.findIndex((each) => each.content === version.content) === index,
  );
  const merged = present ? unarchived(mergeMemory(present, edited, now)) : edited;
  return { ...merged, content, updatedAt: now, versions: others.slice(0, keptVersions) };
}

/** The memory that had a text of this hash, or of one that begins so, before it was edited; undefined where none did. */
export const editedFrom = (memories: Memories, hash: string): Memory | undefined =>
  [...memories.values()].find(({ versions = [] }) =>
    versions.some((version) => version.hash.startsWith(hash)),
  );

/** That a text was edited by somebody else meanwhile. */
export const editedMeanwhile = ({ hash }: Memory): StoreError =>
  new StoreError(
    'invalid_argument',
    `The memory was edited in the meantime and is now ${hash.slice(0, 12)}. Nothing was changed: look at its text, and edit that.`,
    { arguments: ['content_hash'] },
  );

/** Former texts as they are on disk; those that cannot be read are left out. */
export function parseVersions(
  value: unknown,
  time: (value: unknown) => number | undefined,
): readonly MemoryVersion[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    const at = isObject(each) ? time(each.at) : undefined;
    if (!isObject(each) || typeof each.content !== 'string' || at === undefined) return [];
    return [{ hash: contentHash(each.content), content: each.content, at }];
  });
}
