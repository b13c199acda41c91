import { inverseFrequency, ofConversations, saturated } from '../../disk/text/bm25.ts';
import { isUnspaced, terms } from '../../disk/text/tokens.ts';
import { meaningScores } from './meaningScores.ts';
import { topN } from './topN.ts';
import type { Query } from './query.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { ScoreList } from './scoreList.ts';
import { ScoreSums } from './scoreSums.ts';
import { TermScores } from './termScores.ts';
import type { TextIndex } from './textIndex.ts';
import { isFunctionWord, functionWordWeight } from '../../history/meaning/functionWords.ts';
import { isNamed } from './speakers.ts';
import { rankingParts, type RankingPart } from './types.ts';

/** Factor for entries of a speaker named in the query. */
const speakerFactor = 1.5;
/** Factor for entries with a time, if the query asks for one. */
const timeFactor = 1.1;
/** Number of the query's terms to rank by. */
const maxTerms = 100;

/** Words that indicate a time. */
const timeWords =
  'yesterday today tonight tomorrow ago last next recently since soon weekend week month year morning afternoon evening summer winter spring fall monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december 昨天 今天 明天 上周 下周 上月 下月 个月 去年 今年 明年 星期';
const timeTerms: readonly string[] = [
  ...new Set(terms(timeWords).filter((term) => !isUnspaced(term) || term.length > 1)),
  ...Array.from({ length: 200 }, (_, n) => String(1900 + n)),
];

const none: ReadonlyMap<number, number> = new Map();
const everything: ReadonlySet<RankingPart> = new Set(rankingParts);

/** Scores entries for the words of one query. */
export class Ranking {
  readonly #index: TextIndex;
  readonly #query: Query;
  readonly #parts: ReadonlySet<RankingPart>;
  readonly #terms: TermScores;
  /** 1 for entries with a time, if the query asks for one. */
  readonly #timed: Uint8Array;
  /** Numbers of the speakers named in the query. */
  readonly #named: ReadonlySet<number>;

  constructor(index: TextIndex, query: Query, parts = everything) {
    this.#index = index;
    this.#query = query;
    this.#parts = parts;
    this.#timed = parts.has('time') && query.asksTime ? entriesOfTime(index) : new Uint8Array();
    const speakers = parts.has('speaker') ? index.speakers.all : [];
    this.#named = new Set(speakers.flatMap((speaker, n) => (isNamed(speaker, query.words) ? [n] : [])));
    this.#terms = new TermScores(index, {
      neighbours: parts.has('neighbours'),
      answers: parts.has('answers'),
      dates: parts.has('dates'),
    });
  }

  /** Scores all entries with a word of the query or a synonym, in no order. Entries added during it are ignored. */
  async scores(slices: TimeSlices): Promise<ScoreList> {
    const entries = new ScoreSums(this.#index.columns.size);
    let best = 0;
    for (const { term, weight, idf } of this.#rarestTerms()) {
      best += saturated(Infinity, 0, 1, ofConversations) * idf;
      const word = { term, idf, isHit: weight === 1 };
      this.#terms.add(word, (number, score) => entries.add(number, score));
      await slices.pause();
    }
    const meant = this.#parts.has('meanings') ? meaningScores(this.#index, this.#query.meanings) : none;
    const open = uncoveredShare(entries, best);
    for (const [number, score] of meant) if (!this.holds(number)) entries.add(number, score * open);
    const scored = new ScoreList(entries.touched.length);
    for (const number of entries.touched) {
      if (this.#terms.holders[number] !== 1 && !meant.has(number)) continue;
      scored.add(number, Math.min(1, (entries.get(number) * this.#factor(number)) / best));
    }
    return scored;
  }

  /** Reports whether an entry holds a word of the query, after `scores`. */
  holds(number: number): boolean {
    return this.#terms.holders[number] === 1;
  }

  /** Returns the rarest terms of the query; common ones in pasted text would only cost time. */
  #rarestTerms(): readonly (Query['terms'][number] & { readonly idf: number })[] {
    const { postings } = this.#index;
    const { terms: queryTerms, meanings } = this.#query;
    const worth = ({ term }: { readonly term: string }): number =>
      meanings.length > 0 && isFunctionWord(term) ? functionWordWeight : 1;
    const terms = queryTerms.map((term) => ({ ...term, idf: this.#idf(term) * worth(term) }));
    if (terms.length <= maxTerms) return terms;
    const found = terms.filter(({ term }) => postings.count(term) > 0);
    return topN(found, maxTerms, (a, b) => b.idf - a.idf);
  }

  /** Value of a term's occurrence. */
  #idf({ term, weight }: { readonly term: string; readonly weight: number }): number {
    const { postings, columns } = this.#index;
    return weight * inverseFrequency(postings.count(term), columns.size);
  }

  #factor(number: number): number {
    const { speakers } = this.#index.columns;
    let product = 1;
    if (this.#named.size > 0 && this.#named.has(speakers[number] ?? 0)) product *= speakerFactor;
    if (this.#timed[number] === 1) product *= timeFactor;
    return product;
  }
}

/** Share of the query that no entry covers; synonyms count for that much. */
function uncoveredShare(entries: ScoreSums, best: number): number {
  let most = 0;
  for (const number of entries.touched) most = Math.max(most, entries.get(number));
  return (1 - Math.min(1, most / best)) ** 2;
}

function entriesOfTime({ columns, postings }: TextIndex): Uint8Array {
  const timed = new Uint8Array(columns.size);
  for (const term of timeTerms) postings.each(term, (number) => (timed[number] = 1));
  return timed;
}
