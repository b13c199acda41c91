import { defined } from '../base/core.ts';
import type { IndexedEntry } from './indexedItem.ts';
import type { Matched } from './patternFilter.ts';
import type { Query } from './query.ts';
import { formatReference } from './reference.ts';
import { snippetOf } from './snippet.ts';
import type { TextIndex } from './textIndex.ts';
import type { SearchHit } from './types.ts';

/**
 * Messages are also in contexts, in copies of sessions and in archives, there with the tools that were called below
 * them: of the same text, or the same id and first line, at the same time, only the best is told.
 */
export function withoutTwins(scored: readonly Matched[], index: TextIndex): Matched[] {
  const seen = new Set<string>();
  return scored.filter(({ number }) => {
    const { ts, hash, lineHash, id } = index.entry(number);
    const keys = [`${ts} text ${hash}`, ...(id === undefined ? [] : [`${ts} ${id} ${lineHash}`])];
    const isTwin = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !isTwin;
  });
}

/** As many messages as this may have the same one beside them in other sources. */
export const twins = 5;

/** A matched entry with what a hit tells of it. */
export interface Found extends Matched {
  readonly entry: IndexedEntry;
  readonly text: string;
  readonly previousTs?: number;
}

/** When the entry before one was said. */
export function previousOf({ item, place }: IndexedEntry, { columns }: TextIndex): Pick<Found, 'previousTs'> {
  return defined({ previousTs: columns.ts[item.entries.at(place - 1)] });
}

/** What is told of a matched entry. */
export function hitOf({ entry, text, score, match, previousTs }: Found, query: Query): SearchHit {
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
    ...snippetOf(text, query, match),
    score: Math.round(score * 1e4) / 1e4,
    reference: formatReference({
      source,
      name: source === 'contexts' && name === 'active' ? (dialog ?? name) : name,
      entry: id ?? String(ts),
    }),
  };
}
