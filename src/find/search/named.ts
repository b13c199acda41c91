import { isStopWord, terms, wordsOf } from '../../disk/text/tokens.ts';
import { unmarked, unmarkedTermsOf } from '../../disk/text/unmarked.ts';
import type { IndexedItem } from './indexedItem.ts';
import type { Query } from './query.ts';
import type { ScoreList } from './scoreList.ts';
import { topN } from './topN.ts';
import type { TextIndex } from './textIndex.ts';

/** Of a title, the query must say this part, so that a word does not bring every session whose first prompt holds it. */
const leastShare = 0.5;
/** At most this many dialogs, sessions and the like come first because of their names. */
const mostNamed = 5;

/** A dialog, session or the like whose name a query says. */
interface Named {
  readonly share: number;
  /** Numbers of its items: the messages, the note and the summary of a session are items of one. */
  readonly items: readonly number[];
  /** Its newest entry, and the time of that. */
  readonly newest: number;
  readonly ts: number;
}

/** Finds what has a title or a tag that says all words of a query, among accepted entries, the best only. */
function findNamed(
  index: TextIndex,
  { terms: queryTerms }: Query,
  accepts: (number: number) => boolean,
): readonly Named[] {
  const wanted = queryTerms.map(({ term }) => term);
  const [first = ''] = wanted;
  const begin = first.slice(0, 3); // a stem may end in other letters than its word
  const found = new Map<string, Named>();
  for (const item of index.items()) {
    if (!isNear(item, begin)) continue;
    const share = shareOf(item, wanted);
    const newest = item.entries.last;
    if (share < leastShare || !accepts(newest)) continue;
    const key = [item.kind, item.name, item.dialog ?? ''].join('\0');
    const { items = [], ...other } = found.get(key) ?? {};
    const own = { share, newest, ts: index.columns.ts[newest] ?? 0 };
    const isOlder = 'ts' in other && other.ts >= own.ts;
    found.set(key, { ...(isOlder ? other : own), items: [...items, item.number] });
  }
  return topN([...found.values()], mostNamed, (a, b) => b.share - a.share || b.ts - a.ts);
}

/** Reports whether an item may have such a name, before its title is split into words. Memories and shared items have none. */
const isNear = ({ kind, title, tags, entries }: IndexedItem, begin: string): boolean =>
  kind !== 'memories' &&
  kind !== 'shared' &&
  entries.length > 0 &&
  [title, ...tags].some((name) => [name, unmarked(name)].some((one) => one.toLowerCase().includes(begin)));

/** The part of the words of a title, or of a tag, that are the wanted ones; 0 where one of these is missing. */
function shareOf({ title, tags }: IndexedItem, wanted: readonly string[]): number {
  const shares = [title, ...tags].map((name) => {
    const own = new Set(terms(name).filter((term) => !isStopWord(term)));
    for (const term of wordsOf(name).flatMap(unmarkedTermsOf)) own.add(term);
    return wanted.every((term) => own.has(term)) ? wanted.length / own.size : 0;
  });
  return Math.max(...shares);
}

/**
 * Ranks what the query calls by its name, title or tag first: of each, the entry that matches best, else the newest.
 * Returns the scores, above 1 for these entries, and their numbers.
 */
export function namedFirst(
  scored: ScoreList,
  index: TextIndex,
  query: Query,
  accepts: (number: number) => boolean,
): { readonly scored: ScoreList; readonly named: ReadonlySet<number> } {
  const found = findNamed(index, query, accepts);
  if (found.length === 0) return { scored, named: new Set() };
  const ofItem = new Map(found.flatMap((one) => one.items.map((item) => [item, one])));
  const best = new Map(found.map((one) => [one, { number: one.newest, score: -1 }]));
  for (let n = 0; n < scored.size; n++) {
    const [number, score] = [scored.numbers[n] ?? 0, scored.scores[n] ?? 0];
    const one = ofItem.get(index.columns.items[number] ?? -1);
    if (one && score > (best.get(one)?.score ?? Infinity) && accepts(number))
      best.set(one, { number, score });
  }
  const raised = new Map([...best].map(([{ share }, { number }]) => [number, 1 + share]));
  return { scored: scored.with(raised), named: new Set(raised.keys()) };
}
