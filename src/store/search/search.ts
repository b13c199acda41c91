import { StoreError } from '../base/core.ts';
import type { StoreContext } from '../base/context.ts';
import { withStoreErrors } from '../files/failure.ts';
import { topN } from './topN.ts';
import { formatCursor, readCursor } from './cursor.ts';
import { passes } from './filters.ts';
import type { Matched } from './patternFilter.ts';
import { readQuery, type Query } from './query.ts';
import { Ranking, type RankingPart, type Scored } from './ranking.ts';
import type { Semantic } from './semantic.ts';
import { EntryTexts } from './entryTexts.ts';
import { matchingTexts } from './textFilter.ts';
import { TimeSlices } from './timeSlices.ts';
import type { IndexedItem } from './indexedItem.ts';
import type { TextIndex } from './textIndex.ts';
import type * as T from './types.ts';
import { hitOf, previousOf, twins, withoutTwins } from './hits.ts';
import { IndexUpdater } from './indexUpdater.ts';

const defaultLimit = 10;
/** The index is written when nobody has searched for so long. Milliseconds. */
const quietMs = 1_000;
/** Hits of one page. */
export const maxHits = 200;

export interface SearchOptions {
  readonly context: StoreContext;
  readonly sources: readonly T.SearchSource[];
  /** Parts of the ranking to use; all unless a benchmark says otherwise. */
  readonly parts?: ReadonlySet<RankingPart>;
  /** The second leg of the ranking, if it has one. */
  readonly semantic?: Semantic;
}

/** The search engine of one store. What the methods promise stands at `SearchStore`. */
export class Search implements T.SearchStore {
  readonly #options: SearchOptions;
  readonly #updater: IndexUpdater;
  readonly #texts: EntryTexts;
  #refreshing: Promise<unknown> = Promise.resolve();
  #writing: NodeJS.Timeout | undefined;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#updater = new IndexUpdater(options.sources, options.context);
    this.#texts = new EntryTexts(options.context.log);
  }

  find(request: T.SearchRequest): Promise<T.SearchPage> {
    return withStoreErrors(async () => {
      const { limit = defaultLimit, zone = 'utc', signal } = request;
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > maxHits)
        throw new StoreError('invalid_argument', `limit is ${limit}; give 1 to ${maxHits}.`, {
          argument: 'limit',
        });
      const query = readQuery(request.query, { now: this.#options.context.clock.now(), zone });
      const offset = request.cursor === undefined ? 0 : readCursor(request.cursor, request);
      const slices = new TimeSlices(signal);
      // What changed between the look at the files and the answer is looked at once more.
      for (let again = true; ; again = false) {
        const freshness = again ? 'recent' : 'exact';
        const { page, isStale } = await this.#page(query, { ...request, limit, offset, freshness }, slices);
        if (!isStale || !again) return page;
      }
    });
  }

  async #page(
    query: Query,
    request: PageRequest,
    slices: TimeSlices,
  ): Promise<{ page: T.SearchPage; isStale: boolean }> {
    const { limit, offset, freshness } = request;
    const index = await this.#refreshed(freshness, request.signal);
    const { scored, notes } = await this.#scored(index, query, request, slices);
    const asked = await filtered(scored, index, query, request, slices);
    const found = await matchingTexts(asked, query, { index, texts: this.#texts }, slices);
    const best = withoutTwins(topN(found, (offset + limit) * twins, orderOf(query, index)), index);
    const matched = best.slice(offset, offset + limit);
    const more = found.length > offset + limit && matched.length === limit;
    const { hits, unshown, isStale } = await this.#hitsOf(matched, index, query);
    const page = {
      hits,
      total: found.length,
      ...(more && { cursor: formatCursor(offset + limit, request) }),
      notes: [...notes, ...unshown, ...this.#updater.notes(request.sources ?? query.filters.sources)],
    };
    return { page, isStale };
  }

  async health(): Promise<T.SearchHealth> {
    const index = await withStoreErrors(() => this.#refreshed('recent'));
    return {
      entries: index.size,
      legs: { lexical: true, embeddings: this.#options.semantic?.state ?? 'off' },
    };
  }

  /** Refreshes one after the other; a search that is aborted leaves the refresh to the next one. */
  #refreshed(freshness: T.Freshness, signal?: AbortSignal): Promise<TextIndex> {
    const refresh = this.#refreshing
      .catch(() => undefined) // told to whoever asked for it
      .then(() => this.#updater.refresh(new TimeSlices(), freshness));
    this.#refreshing = refresh;
    void refresh.finally(() => this.#writeLater()).catch(() => undefined); // told to whoever asked for it
    return aborting(refresh, signal);
  }

  /** What the refresh read is written down when there is nothing else to do; a process need not stay for it. */
  #writeLater(): void {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      if (!this.#updater.isWorthWriting) return;
      const write = () => this.#updater.write(new TimeSlices(undefined, { ref: false }));
      this.#refreshing = this.#refreshing.catch(() => undefined).then(write);
    }, quietMs);
    this.#writing.unref();
  }

  async #scored(
    index: TextIndex,
    query: Query,
    request: T.SearchRequest,
    slices: TimeSlices,
  ): Promise<Candidates> {
    if (query.terms.length === 0)
      return {
        scored: Array.from({ length: index.columns.size }, (_, number) => ({ number, score: 0 })),
        notes: [],
      };
    const scored = await new Ranking(index, query, this.#options.parts).scores(slices);
    const { semantic } = this.#options;
    return semantic
      ? semantic.fuse(request.query, { index, texts: this.#texts }, scored, slices)
      : { scored, notes: [] };
  }

  /** The hits of a page. One that cannot be shown does not keep the others from it; one whose text is another now is left out. */
  async #hitsOf(
    page: readonly Matched[],
    index: TextIndex,
    query: Query,
  ): Promise<{ hits: T.SearchHit[]; unshown: string[]; isStale: boolean }> {
    const hits: T.SearchHit[] = [];
    const unshown: string[] = [];
    let isStale = false;
    for (const matched of page) {
      const entry = index.entry(matched.number);
      const text = await this.#texts.of(entry);
      isStale ||= text === undefined;
      try {
        if (text !== undefined)
          hits.push(hitOf({ ...matched, ...previousOf(entry, index), entry, text }, query));
      } catch (error) {
        const { kind, title } = entry.item;
        unshown.push(`A hit in ${kind} ${JSON.stringify(title)} cannot be shown: ${String(error)}`);
      }
    }
    return { hits, unshown, isStale };
  }
}

interface PageRequest extends T.SearchRequest {
  readonly limit: number;
  /** How many hits are on the pages before it. */
  readonly offset: number;
  readonly freshness: T.Freshness;
}

interface Candidates {
  readonly scored: readonly Scored[];
  readonly notes: readonly string[];
}

/** Those that pass what the query and whoever asks say of them. */
async function filtered(
  candidates: readonly Scored[],
  index: TextIndex,
  query: Query,
  { sources, dialog, withoutSession }: T.SearchRequest,
  slices: TimeSlices,
): Promise<Scored[]> {
  const hasFilters = Object.keys(query.filters).length > 0;
  const isAskedItem = ({ kind, name, dialog: own }: IndexedItem): boolean =>
    (!sources || sources.includes(kind)) &&
    (dialog === undefined || own === dialog) &&
    (withoutSession === undefined || kind !== 'sessions' || name !== withoutSession);
  const isAsked = (number: number): boolean => {
    const item = index.itemOf(number);
    return (
      item !== undefined && isAskedItem(item) && (!hasFilters || passes(index.entry(number), query.filters))
    );
  };
  const found: Scored[] = [];
  for (let n = 0; n < candidates.length; n++) {
    const scored = candidates[n];
    if (n % 64 === 0 && slices.isOver) await slices.pause();
    if (scored && index.columns.gone[scored.number] !== 1 && isAsked(scored.number)) found.push(scored);
  }
  return found;
}

/** The best first, of equal ones the newest; without words the newest first. */
function orderOf({ terms }: Query, { columns: { ts, places } }: TextIndex): (a: Scored, b: Scored) => number {
  const byTime = (a: Scored, b: Scored): number =>
    (ts[b.number] ?? 0) - (ts[a.number] ?? 0) ||
    (places[b.number] ?? 0) - (places[a.number] ?? 0) ||
    a.number - b.number;
  return terms.length > 0 ? (a, b) => b.score - a.score || byTime(a, b) : byTime;
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
