import { StoreError } from '../base/core.ts';
import type { StoreContext } from '../base/context.ts';
import { withStoreErrors } from '../files/failure.ts';
import { topN } from './topN.ts';
import { formatCursor, readCursor } from './cursor.ts';
import { expanded } from './expansions.ts';
import type { Matched } from './patternFilter.ts';
import { readQuery, type Query } from './query.ts';
import { Ranking, type RankingPart } from './ranking.ts';
import { queryMeanings } from './queryMeanings.ts';
import { ScoreList, type Scored } from './scoreList.ts';
import { asked, askedOf, select } from './selection.ts';
import type { Semantic } from './semantic.ts';
import { EntryTexts } from './entryTexts.ts';
import { matchingTexts, textConditions } from './textFilter.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import type { TextIndex } from './textIndex.ts';
import type * as T from './types.ts';
import { maxHits } from './limits.ts';
import { hitOf, previousOf, twins, withoutTwins } from './hits.ts';
import { SharedIndex } from './sharedIndex.ts';
import { valuesOf } from './values.ts';

const defaultLimit = 10;

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
  readonly #index: SharedIndex;
  readonly #texts: EntryTexts;
  /** A text that may have been stored with its secrets, masked before it is matched or a part of it shown. */
  readonly #shown = (text: string): string => this.#options.context.secrets.text(text);

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#index = new SharedIndex(options.sources, options.context);
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
    given: Query,
    request: PageRequest,
    slices: TimeSlices,
  ): Promise<{ page: T.SearchPage; isStale: boolean }> {
    const { limit, offset, freshness } = request;
    const index = await this.#index.refreshed(freshness, request.signal);
    const query = {
      ...(await expanded(given, index)),
      meanings: await queryMeanings(given, { index, texts: this.#texts }),
    };
    const { scored, notes } = await this.#scored(index, query, request, slices);
    const wanted = { count: (offset + limit) * twins, order: orderOf(query, index) };
    const { best, total, unread } = await this.#best(scored, { index, query, request, wanted }, slices);
    const matched = withoutTwins(best, index).slice(offset, offset + limit);
    const more = total > offset + limit && matched.length === limit;
    const { hits, unshown, isStale } = await this.#hitsOf(matched, index, query);
    const kinds = request.sources ?? query.filters.sources;
    const pending = this.#index.pending(kinds);
    const page = {
      hits,
      total,
      ...(more && { cursor: formatCursor(offset + limit, request) }),
      notes: [...notes, ...unread, ...unshown, ...this.#index.notes(kinds)],
      ...(pending > 0 && { pending }),
    };
    return { page, isStale };
  }

  async health(): Promise<T.SearchHealth> {
    const index = await withStoreErrors(() => this.#index.refreshed('recent'));
    return {
      entries: index.size,
      legs: { lexical: true, embeddings: this.#options.semantic?.state ?? 'off' },
    };
  }

  values(signal?: AbortSignal): Promise<T.SearchValues> {
    return withStoreErrors(async () =>
      valuesOf(await this.#index.refreshed('recent', signal), new TimeSlices(signal)),
    );
  }

  keep(): Promise<void> {
    return this.#index.keep();
  }

  prepare(signal: AbortSignal): Promise<T.Prepared> {
    return withStoreErrors(() => this.#index.prepare(signal));
  }

  async #scored(
    index: TextIndex,
    query: Query,
    request: T.SearchRequest,
    slices: TimeSlices,
  ): Promise<{ readonly scored: ScoreList; readonly notes: readonly string[] }> {
    if (query.terms.length === 0) return { scored: ScoreList.all(index.columns.size), notes: [] };
    const scored = await new Ranking(index, query, this.#options.parts).scores(slices);
    const { semantic } = this.#options;
    if (!semantic) return { scored, notes: [] };
    const texts = { index, texts: this.#texts };
    const fused = await semantic.fuse(request.query, texts, scored.entries(), slices);
    return { scored: ScoreList.of(fused.scored), notes: fused.notes };
  }

  /** The best of what was scored, of all that the query and whoever asks ask for. */
  async #best(
    scored: ScoreList,
    { index, query, request, wanted }: Choice,
    slices: TimeSlices,
  ): Promise<{
    readonly best: readonly Matched[];
    readonly total: number;
    readonly unread: readonly string[];
  }> {
    const [isAsked, { mayHold, readsTexts }] = [askedOf(index, query, request), textConditions(query, index)];
    const mayBe = (number: number): boolean => isAsked(number) && mayHold(number);
    if (!readsTexts) return { ...(await select(scored, mayBe, wanted, slices)), unread: [] };
    const possible = await asked(scored, mayBe, slices);
    const texts = { index, texts: this.#texts, shown: this.#shown };
    const { found, notes } = await matchingTexts(possible, query, texts, slices);
    return { best: topN(found, wanted.count, wanted.order), total: found.length, unread: notes };
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
          hits.push(
            hitOf({ ...matched, text: this.#shown(text), ...previousOf(entry, index), entry }, query),
          );
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

interface Choice {
  readonly index: TextIndex;
  readonly query: Query;
  readonly request: PageRequest;
  readonly wanted: { readonly count: number; readonly order: (a: Scored, b: Scored) => number };
}

/** The best first, of equal ones the newest; without words the newest first. */
function orderOf({ terms }: Query, { columns: { ts, places } }: TextIndex): (a: Scored, b: Scored) => number {
  const byTime = (a: Scored, b: Scored): number =>
    (ts[b.number] ?? 0) - (ts[a.number] ?? 0) ||
    (places[b.number] ?? 0) - (places[a.number] ?? 0) ||
    a.number - b.number;
  return terms.length > 0 ? (a, b) => b.score - a.score || byTime(a, b) : byTime;
}
