import { isObject, StoreError } from '../../disk/base/core.ts';
import { contentHash, makeMemory, mergeMemory, unarchived } from './memory.ts';
import type { Memory, MemoryVersion } from './types.ts';

/** By hash. */
type Memories = ReadonlyMap<string, Memory>;

/** Maximum number of former texts of a memory. */
const keptVersions = 20;

/**
 * Changes the text of a memory and keeps the former one as its newest version. Merges with another memory of the same
 * text, including tags and metadata. `now`: milliseconds.
 */
export function withContent(memory: Memory, content: string, memories: Memories, now: number): Memory {
  const { hash } = makeMemory({ content }, now); // refuses blank content
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

/** A memory with more former texts; the same object if it has them all. */
export function withVersions(memory: Memory, more: readonly MemoryVersion[] = []): Memory {
  const { versions = [], content } = memory;
  const isNew = (one: MemoryVersion): boolean =>
    one.content !== content && !versions.some((known) => known.content === one.content);
  const added = more.filter(isNew);
  if (added.length === 0) return memory;
  const all = [...versions, ...added].sort((a, b) => b.at - a.at);
  return { ...memory, versions: all.slice(0, keptVersions) };
}

/** Finds the memory that had a text with this hash or prefix before an edit; undefined for none. */
export const editedFrom = (memories: Memories, hash: string): Memory | undefined =>
  [...memories.values()].find(({ versions = [] }) =>
    versions.some((version) => version.hash.startsWith(hash)),
  );

/** The error after someone else's edit. */
export const editedMeanwhile = ({ hash }: Memory): StoreError =>
  new StoreError(
    'invalid_argument',
    `The memory was edited in the meantime and is now ${hash.slice(0, 12)}. Nothing was changed: look at its text, and edit that.`,
    { arguments: ['content_hash'] },
  );

/** Parses former texts from disk; skips unreadable ones. */
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
