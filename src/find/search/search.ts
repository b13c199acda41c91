import { StoreError, errorMessage } from '../../disk/base/core.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { sayIn, type Say } from '../../disk/base/texts.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { topN } from './topN.ts';
import { formatCursor, readCursor } from './cursor.ts';
import type { Matched } from './patternFilter.ts';
import { queryIn } from './queryIn.ts';
import { queryNotes, unquotedNote } from './queryNotes.ts';
import type { Query } from './query.ts';
import type { When } from './filters.ts';
import { Ranking } from './ranking.ts';
import { queryMeanings } from './queryMeanings.ts';
import { ScoreList, type Scored } from './scoreList.ts';
import { acceptedOf, acceptanceOf, orderOf, select } from './selection.ts';
import type { Semantic } from './semantic.ts';
import { EntryTexts } from './entryTexts.ts';
import { matchingTexts, textConditions } from './textFilter.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { TextIndex } from './textIndex.ts';
import type * as T from './types.ts';
import { maxHits, type RankingPart } from './types.ts';
import { raiseChanged } from './changedFiles.ts';
import { namedFirst } from './named.ts';
import { hitOf, previousOf, maxCopies, withoutCopies } from './hits.ts';
import { SharedIndex } from './sharedIndex.ts';
import { typedFirst } from './typedFirst.ts';
import { valuesOf } from './values.ts';

const defaultLimit = 10;
/** Maximum number of hits by meaning alone: more would bury and outnumber what contains the words. */
const maxRelated = 20;

export interface SearchOptions {
  readonly context: StoreContext;
  readonly sources: readonly T.SearchSource[];
  /** Parts of the ranking to use; benchmarks disable some. */
  readonly parts?: ReadonlySet<RankingPart>;
  /** The ranking by meaning, if enabled. */
  readonly semantic?: Semantic;
}

/** Search engine of one store; the methods are documented at `SearchStore`. */
export class Search implements T.SearchStore {
  readonly #options: SearchOptions;
  readonly #index: SharedIndex;
  readonly #texts: EntryTexts;
  /** Masks a text that may have been stored with its secrets, before it is matched or shown. */
  readonly #shown = (text: string): string => this.#options.context.secrets.text(text);

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#index = new SharedIndex(options.sources, options.context);
    this.#texts = new EntryTexts(options.context.log);
  }

  find(request: T.SearchRequest): Promise<T.SearchPage> {
    return withStoreErrors(async () => {
      const { limit = defaultLimit, zone = 'utc', language = 'en', signal } = request;
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > maxHits)
        throw new StoreError('invalid_argument', `limit is ${limit}; give 1 to ${maxHits}.`, {
          argument: 'limit',
        });
      const when = { now: this.#options.context.clock.now(), zone };
      const offset = request.cursor === undefined ? 0 : readCursor(request.cursor, request);
      const slices = new TimeSlices(signal);
      const say = sayIn(language);
      const pageOf = (withPhrases: boolean) =>
        this.#freshPage({ ...request, limit, offset, when, say, withPhrases }, slices);
      const { page, query } = await pageOf(true);
      const isQuoted = query.phrases.length > 0 && query.terms.length > 0;
      if (page.total > 0 || !isQuoted || query.unquoted === '') return page;
      // A pasted error message may contain quotes of its own.
      const { page: unquoted } = await pageOf(false);
      return unquoted.total === 0
        ? page
        : { ...unquoted, notes: [...unquoted.notes, unquotedNote(query)(say)] };
    });
  }

  /** Returns a page. Files changed between the refresh and the answer are read once more. */
  async #freshPage(request: Omit<PageRequest, 'freshness'>, slices: TimeSlices): Promise<Answer> {
    for (let again = true; ; again = false) {
      const freshness = again ? 'recent' : 'exact';
      const { isStale, ...answer } = await this.#page({ ...request, freshness }, slices);
      if (!isStale || !again) return answer;
    }
  }

  async #page(request: PageRequest, slices: TimeSlices): Promise<Answer & { isStale: boolean }> {
    const { limit, offset, freshness, when, say } = request;
    const index = await this.#index.refreshed(freshness, request.signal, request.waiting);
    const given = queryIn(index, request);
    const query = {
      ...given,
      meanings: await queryMeanings(given, { index, texts: this.#texts }),
    };
    const { scored, named, typed, holds, notes } = await this.#scored(index, query, request, slices);
    const wanted = { count: (offset + limit) * maxCopies, order: orderOf(query, index) };
    const choice = { index, query, request, wanted, holds, typed };
    const { best, total, related, unread } = await this.#best(scored, choice, slices);
    const matched = withoutCopies(best, index).slice(offset, offset + limit);
    const more = total > offset + limit && matched.length === limit;
    const { hits, unshown, isStale } = await this.#hitsOf(matched, { index, request, query, named, holds });
    const kinds = request.sources ?? query.filters.sources;
    const pending = this.#index.pending(kinds);
    const reading = queryNotes(query, request.query, when).map((note) => note(say));
    const page = {
      hits,
      total,
      ...(related > 0 && { related }),
      ...(reading.length > 0 && { reading }),
      ...(more && { cursor: formatCursor(offset + limit, request) }),
      notes: [...notes, ...unread, ...unshown, ...this.#index.notes(kinds)].map((note) => note(say)),
      ...(total === 0 && { looked: this.#index.looked(request, kinds).map((note) => note(say)) }),
      ...(pending > 0 && { pending }),
    };
    return { page, query, isStale };
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
  ): Promise<{
    readonly scored: ScoreList;
    readonly named: ReadonlySet<number>;
    readonly typed: ReadonlySet<number>;
    /** Whether an entry contains a word of the query, or is named by it. */
    readonly holds: (number: number) => boolean;
    readonly notes: readonly T.Note[];
  }> {
    const texts = { index, texts: this.#texts };
    const anyText = acceptanceOf(index, { filters: {} }, request);
    const typedIn = (list: ScoreList) =>
      typedFirst(list, query, { ...texts, shown: this.#shown, accepts: anyText }, slices);
    if (query.terms.length === 0) {
      const all = await typedIn(ScoreList.all(index.columns.size));
      return { ...all, named: new Set(), notes: [], holds: () => true };
    }
    const ranking = new Ranking(index, query, this.#options.parts);
    const scored = await raiseChanged(await ranking.scores(slices), request.query, texts, slices);
    const { semantic } = this.#options;
    const fused = await semantic?.fuse(request.query, texts, scored.entries(), slices);
    const accepts = acceptanceOf(index, query, request);
    const { scored: list, named } = namedFirst(
      fused ? ScoreList.of(fused.scored) : scored,
      index,
      query,
      accepts,
    );
    const found = await typedIn(list);
    const holds = (number: number): boolean =>
      ranking.holds(number) || named.has(number) || found.typed.has(number);
    return { ...found, named, holds, notes: fused?.notes ?? [] };
  }

  /** Returns the best scored entries that satisfy query and request. */
  async #best(
    scored: ScoreList,
    { index, query, request, wanted, holds, typed }: Choice,
    slices: TimeSlices,
  ): Promise<{
    readonly best: readonly Matched[];
    readonly total: number;
    readonly related: number;
    readonly unread: readonly T.Note[];
  }> {
    const [accepts, { mayHold, readsTexts }] = [
      acceptanceOf(index, query, request),
      textConditions(query, index),
    ];
    const isPossible = (number: number): boolean => typed.has(number) || (accepts(number) && mayHold(number));
    const isRelated = (number: number): boolean => !holds(number) && isPossible(number);
    // Without meanings every scored entry contains a word, and none need be looked at for this.
    const mayRelate = query.meanings.length > 0 || this.#options.semantic !== undefined;
    const byMeaning = mayRelate ? await acceptedOf(scored, isRelated, slices) : [];
    const related = topN(byMeaning, maxRelated, wanted.order);
    const near = new Set(related.map(({ number }) => number));
    const mayBe = (number: number): boolean => (holds(number) ? isPossible(number) : near.has(number));
    if (!readsTexts)
      return { ...(await select(scored, mayBe, wanted, slices)), related: near.size, unread: [] };
    const possible = await acceptedOf(scored, mayBe, slices);
    const texts = { index, texts: this.#texts, shown: this.#shown, typed };
    const { found, notes } = await matchingTexts(possible, query, texts, slices);
    return {
      best: topN(found, wanted.count, wanted.order),
      total: found.length,
      related: found.filter(({ number }) => near.has(number)).length,
      unread: notes,
    };
  }

  /**
   * Makes the hits of a page. One that cannot be shown does not hide the others; one whose text has changed is left
   * out.
   */
  async #hitsOf(
    page: readonly Matched[],
    {
      index,
      request,
      query,
      named,
      holds,
    }: Omit<Choice, 'wanted' | 'typed'> & { readonly named: ReadonlySet<number> },
  ): Promise<{ hits: T.SearchHit[]; unshown: T.Note[]; isStale: boolean }> {
    const hits: T.SearchHit[] = [];
    const unshown: T.Note[] = [];
    let isStale = false;
    for (const matched of page) {
      const entry = index.entry(matched.number);
      const text = request.withoutSnippets ? '' : await this.#texts.of(entry);
      isStale ||= text === undefined;
      try {
        if (text !== undefined)
          hits.push(
            hitOf(
              {
                ...matched,
                entry,
                text: this.#shown(text),
                isNamed: named.has(matched.number),
                isRelated: !holds(matched.number),
                ...previousOf(entry, index),
              },
              query,
            ),
          );
      } catch (error) {
        const { kind, title } = entry.item;
        unshown.push((say) =>
          say('A hit in {0} {1} cannot be shown: {2}', kind, JSON.stringify(title), errorMessage(error)),
        );
      }
    }
    return { hits, unshown, isStale };
  }
}

/** A page, and the query as it was read. */
interface Answer {
  readonly page: T.SearchPage;
  readonly query: Query;
}

interface PageRequest extends T.SearchRequest {
  readonly limit: number;
  /** Number of hits on earlier pages. */
  readonly offset: number;
  readonly freshness: T.Freshness;
  readonly when: When;
  readonly say: Say;
  /** Whether quoted texts must occur. */
  readonly withPhrases: boolean;
}

interface Choice {
  readonly holds: (number: number) => boolean;
  /** Entries that hold the query as it was typed. */
  readonly typed: ReadonlySet<number>;
  readonly index: TextIndex;
  readonly query: Query;
  readonly request: PageRequest;
  readonly wanted: { readonly count: number; readonly order: (a: Scored, b: Scored) => number };
}
