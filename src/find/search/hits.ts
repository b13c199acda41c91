import { defined } from '../../disk/base/core.ts';
import type { IndexedEntry } from './indexedItem.ts';
import type { Matched } from './patternFilter.ts';
import type { Query } from './query.ts';
import { formatReference } from './reference.ts';
import { snippetOf } from './snippet.ts';
import type { TextIndex } from './textIndex.ts';
import type { SearchHit } from './types.ts';

/**
 * Keeps the best of equal messages in dialogs, contexts, session copies and archives.
 *
 * Equal are those with the same time and text, or the same time, id and first line, since archives list tool calls
 * below.
 */
export function withoutCopies(scored: readonly Matched[], index: TextIndex): Matched[] {
  const seen = new Set<string>();
  return scored.filter(({ number }) => {
    const { ts, hash, lineHash, id } = index.entry(number);
    const keys = [`${ts} text ${hash}`, ...(id === undefined ? [] : [`${ts} ${id} ${lineHash}`])];
    const isTwin = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !isTwin;
  });
}

/** Number of copies that a message may have in other sources. */
export const maxCopies = 5;

/** A matched entry with further data for a hit. */
export interface Found extends Matched {
  readonly entry: IndexedEntry;
  readonly text: string;
  /** Found by its name. */
  readonly isNamed: boolean;
  /** Contains no word of the query. */
  readonly isRelated: boolean;
  readonly previousTs?: number;
}

/** Time of the previous entry. */
export function previousOf(
  { item, ordinal }: IndexedEntry,
  { columns }: TextIndex,
): Pick<Found, 'previousTs'> {
  return defined({ previousTs: columns.ts[item.entries.at(ordinal - 1)] });
}

/** Makes the hit for a matched entry. */
export function hitOf(
  { entry, text, score, match, previousTs, isNamed, isRelated }: Found,
  query: Query,
): SearchHit {
  const { meant, ...snippet } = snippetOf(text, query, match);
  const { item, role, ts, id, agent, position } = entry;
  const { kind: source, name, title, dialog } = item;
  return {
    source,
    name,
    title,
    ...defined({ dialog }),
    role,
    ...defined({ agent }),
    ts,
    ...defined({ id }),
    position,
    ...defined({ previousTs }),
    ...snippet,
    ...(isNamed ? { named: true } : defined({ meant })),
    ...(isRelated && { related: true }),
    score: Math.round(Math.min(1, score) * 1e4) / 1e4,
    reference: formatReference({
      source,
      name: source === 'contexts' && name === 'active' ? (dialog ?? name) : name,
      entry: id ?? String(ts),
    }),
  };
}
