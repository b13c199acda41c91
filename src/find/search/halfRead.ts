import type { Derived } from '../../disk/files/derived.ts';
import type { ListedSession } from '../../history/sessions/types.ts';
import type { SearchEntry, SearchItem } from './types.ts';

/** A session that is being read, and its entries so far. */
export interface HalfRead {
  readonly path: string;
  readonly entries: readonly SearchEntry[];
}

/**
 * What is known of sessions before they are read to the end: what was read of them so far, by this process or an earlier
 * one that ended meanwhile, and their state before they grew.
 */
export class HalfReadSessions {
  readonly #texts: Derived<readonly SearchEntry[]>;
  readonly #half: HalfRead | undefined;

  constructor(texts: Derived<readonly SearchEntry[]>, half: HalfRead | undefined) {
    this.#texts = texts;
    this.#half = half && { ...half, entries: [...half.entries] };
  }

  /** Stores what was read so far of a session, if that is more than before: this process may end. */
  async keep(): Promise<void> {
    const { path, entries } = this.#half ?? { path: '', entries: [] };
    if (entries.length > (this.#texts.peek(path)?.value.length ?? 0))
      await this.#texts.put(path, unfinished, entries);
  }

  /** Makes the item of a session that is not read to its end; none where nothing of it is known. */
  item({ path, sessionId, title, labels: { tags = [] } = {} }: ListedSession): readonly SearchItem[] {
    const half = this.#half?.path === path ? this.#half.entries : [];
    const stored = this.#texts.peek(path)?.value ?? [];
    const entries = stored.length > half.length ? stored : half;
    if (entries.length === 0) return [];
    const fingerprint = `${unfinished} ${entries.length}`;
    return [
      {
        key: path,
        name: sessionId,
        title,
        tags,
        parts: [{ fingerprint, read: () => Promise.resolve(entries) }],
      },
    ];
  }
}

/** In place of a fingerprint: what was read until a process ended. */
const unfinished = 'unfinished';
