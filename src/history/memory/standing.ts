import { isoTime } from '../../disk/base/core.ts';
import type { Memory, MemoryStore } from './types.ts';

/** Why a memory no longer holds. */
export interface Standing {
  readonly state: 'rejected' | 'superseded';
  /** What replaces it: a hash, or whatever was noted. */
  readonly by?: string;
  /** When that was noted, ISO 8601; without a note, when the memory changed last. */
  readonly since: string;
}

const marks = {
  rejected: /^(?:rejected|refused|已拒绝|已否决)$/i,
  superseded: /^(?:superseded|replaced|obsolete|outdated|deprecated|已取代|已替代|过时)$/i,
} as const;

/** Length from which the beginning of a hash names a memory. */
const idLength = 8;

/** Reads from its metadata and tags why a memory no longer holds; undefined while it holds. */
export function standingOf({ metadata, tags, updatedAt }: Memory): Standing | undefined {
  const { status, state, superseded_by: by, supersededBy = by, superseded_at: noted } = metadata;
  const is = (mark: RegExp): boolean =>
    [status, state, ...tags].some((one) => typeof one === 'string' && mark.test(one));
  const since = typeof noted === 'string' ? noted : isoTime(updatedAt);
  if (typeof supersededBy === 'string' && supersededBy !== '')
    return { state: 'superseded', by: supersededBy, since };
  if (is(marks.superseded) || (supersededBy !== undefined && supersededBy !== null))
    return { state: 'superseded', since };
  return is(marks.rejected) ? { state: 'rejected', since } : undefined;
}

/** Says in a few words why a memory no longer holds; empty while it holds. */
export function standingText(memory: Memory): string {
  const standing = standingOf(memory);
  if (standing === undefined) return '';
  const { state, by, since } = standing;
  const isHash = by !== undefined && /^[\da-f]{12,64}$/.test(by);
  const replaced = by === undefined ? '' : ` by ${isHash ? by.slice(0, 12) : by.slice(0, 60)}`;
  return `[${state}${replaced}, ${since.slice(0, 10)}]`;
}

/** Notes in the memory that another says it replaces that it no longer holds. Does nothing where there is none. */
export async function noteReplaced(
  memories: Pick<MemoryStore, 'list' | 'update'>,
  { hash, metadata, updatedAt }: Memory,
): Promise<void> {
  const wanted = [metadata.replaces, metadata.supersedes].flatMap((one) =>
    typeof one === 'string' && one.length >= idLength ? [one.toLowerCase()] : [],
  );
  if (wanted.length === 0) return;
  for (const old of await memories.list())
    if (old.hash !== hash && standingOf(old) === undefined && wanted.some((one) => old.hash.startsWith(one)))
      await memories.update(old.hash, {
        metadata: { superseded_by: hash, superseded_at: isoTime(updatedAt) },
      });
}
