import { defined, type Log, StoreError } from '../base/core.ts';
import type { Clock } from '../base/context.ts';
import { withStoreErrors } from '../files/failure.ts';
import { topN } from './topN.ts';
import { formatCursor, readCursor } from './cursor.ts';
import { passes } from './filters.ts';
import { matchingPattern, type Matched } from './patternFilter.ts';
import { readQuery, type Query } from './query.ts';
import { Ranking, type RankingPart, type Scored } from './ranking.ts';
import { formatReference } from './reference.ts';
import type { Semantic } from './semantic.ts';
import { TimeSlices } from './timeSlices.ts';
import { snippetOf } from './snippet.ts';
import type { IndexedEntry, TextIndex } from './textIndex.ts';
import type * as T from './types.ts';
import { IndexUpdater } from './indexUpdater.ts';

const defaultLimit = 10;
/** Hits of one page. */
export const maxHits = 200;

export interface SearchOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly sources: readonly T.SearchSource[];
  /** Parts of the ranking to use; all unless a benchmark says otherwise. */
  readonly parts?: ReadonlySet<RankingPart>;
  /** The second leg of the ranking, if it has one. */
  readonly semantic?: Semantic;
}

/** The search engine of one store. What the methods promise stands at `SearchStore`. */
export class Search implements T.SearchStore {
  readonly #options: SearchOptions;
  readonly #upkeep: IndexUpdater;
  #refreshing: Promise<unknown> = Promise.resolve();

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#upkeep = new IndexUpdater(options.sources, options.log);
  }

  find(request: T.SearchRequest): Promise<T.SearchPage> {
    return withStoreErrors(async () => {
      const { limit = defaultLimit, zone = 'utc', signal } = request;
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > maxHits)
        throw new StoreError('invalid_argument', `limit is ${limit}; give 1 to ${maxHits}.`, {
          argument: 'limit',
        });
      const query = readQuery(request.query, { now: this.#options.clock.now(), zone });
      const offset = request.cursor === undefined ? 0 : readCursor(request.cursor, request);
      const slices = new TimeSlices(signal);
      const index = await this.#refreshed(signal);
      const { scored, notes } = await this.#scored(index, query, request, slices);
      const found = await matching(scored, index, query, request, slices);
      const order = query.terms.length > 0 ? byScore : byTime;
      const best = withoutTwins(topN(found, (offset + limit) * twins, order));
      const page = best.slice(offset, offset + limit);
      const more = found.length > offset + limit && page.length === limit;
      const { hits, unshown } = hitsOf(page, query);
      return {
        hits,
        total: found.length,
        ...(more && { cursor: formatCursor(offset + limit, request) }),
        notes: [...notes, ...unshown, ...this.#upkeep.notes(request.sources ?? query.filters.sources)],
      };
    });
  }

  async health(): Promise<T.SearchHealth> {
    const index = await withStoreErrors(() => this.#refreshed());
    return {
      entries: index.size,
      legs: { lexical: true, embeddings: this.#options.semantic?.state ?? 'off' },
    };
  }

  /** Refreshes one after the other; a search that is aborted leaves the refresh to the next one. */
  #refreshed(signal?: AbortSignal): Promise<TextIndex> {
    const refresh = this.#refreshing
      .catch(() => undefined) // told to whoever asked for it
      .then(() => this.#upkeep.refresh(new TimeSlices()));
    this.#refreshing = refresh;
    return aborting(refresh, signal);
  }

  async #scored(
    index: TextIndex,
    query: Query,
    request: T.SearchRequest,
    slices: TimeSlices,
  ): Promise<Candidates> {
    if (query.terms.length === 0)
      return { scored: index.entries.map((entry) => ({ entry, score: 0 })), notes: [] };
    const scored = await new Ranking(index, query, this.#options.parts).scores(slices);
    const { semantic } = this.#options;
    return semantic ? semantic.fuse(request.query, index, scored, slices) : { scored, notes: [] };
  }
}

interface Candidates {
  readonly scored: readonly Scored[];
  readonly notes: readonly string[];
}

/** Those that are all the query asks for. */
async function matching(
  candidates: readonly Scored[],
  index: TextIndex,
  query: Query,
  { sources, dialog, withoutSession }: T.SearchRequest,
  slices: TimeSlices,
): Promise<Matched[]> {
  const excluded = excludedEntries(index, query);
  const hasFilters = Object.keys(query.filters).length > 0;
  const hasTexts = query.phrases.length > 0 || query.excluded.length > 0;
  const isAsked = (entry: IndexedEntry): boolean =>
    (!sources || sources.includes(entry.item.kind)) &&
    (dialog === undefined || entry.item.dialog === dialog) &&
    (withoutSession === undefined || entry.item.kind !== 'sessions' || entry.item.name !== withoutSession) &&
    (!hasFilters || passes(entry, query.filters)) &&
    (!hasTexts || (!excluded.has(entry.number) && holdsTexts(entry.text, query)));
  const found: Scored[] = [];
  for (let n = 0; n < candidates.length; n++) {
    const scored = candidates[n];
    if (n % 64 === 0 && slices.isOver) await slices.pause();
    if (scored && !index.isGone(scored.entry) && isAsked(scored.entry)) found.push(scored);
  }
  return query.pattern ? matchingPattern(found, query.pattern, slices) : found;
}

const byScore = (a: Scored, b: Scored): number => b.score - a.score || byTime(a, b);
const byTime = (a: Scored, b: Scored): number =>
  b.entry.ts - a.entry.ts || b.entry.place - a.entry.place || a.entry.number - b.entry.number;

/** The entries that hold an excluded word, in whatever form. */
function excludedEntries(index: TextIndex, { excluded }: Query): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { term } of excluded)
    if (term !== undefined) index.postings.each(term, (number) => found.add(number));
  return found;
}

const holdsTexts = (text: string, { phrases, excluded }: Query): boolean =>
  phrases.every((phrase) => phrase.test(text)) && !excluded.some(({ pattern }) => pattern.test(text));

/**
 * Messages are also in contexts, in copies of sessions and in archives, there with the tools that were called below
 * them: of the same text, or the same id and first line, at the same time, only the best is told.
 */
function withoutTwins(scored: readonly Matched[]): Matched[] {
  const seen = new Set<string>();
  return scored.filter(({ entry: { ts, text, id } }) => {
    const [line = ''] = text.split('\n', 1);
    const keys = [`${ts} text ${text}`, ...(id === undefined ? [] : [`${ts} ${id} ${line}`])];
    const isTwin = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !isTwin;
  });
}

/** As many messages as this may have the same one beside them in other sources. */
const twins = 5;

/** The hits of a page. One that cannot be shown does not keep the others from it. */
function hitsOf(page: readonly Matched[], query: Query): { hits: T.SearchHit[]; unshown: string[] } {
  const hits: T.SearchHit[] = [];
  const unshown: string[] = [];
  for (const matched of page)
    try {
      hits.push(hitOf(matched, query));
    } catch (error) {
      const { kind, title } = matched.entry.item;
      unshown.push(`A hit in ${kind} ${JSON.stringify(title)} cannot be shown: ${String(error)}`);
    }
  return { hits, unshown };
}

function hitOf({ entry, score, match }: Matched, query: Query): T.SearchHit {
  const { item, role, ts, id, agent, place, position, text } = entry;
  const { kind: source, name, title, dialog } = item;
  const previousTs = item.entries[place - 1]?.ts;
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

/** Waits for work that goes on, but no longer than until the signal. */
function aborting<R>(work: Promise<R>, signal: AbortSignal | undefined): Promise<R> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      try {
        signal.throwIfAborted();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
