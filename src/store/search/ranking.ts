import { inverseFrequency, saturated } from '../text/bm25.ts';
import { isUnspaced, terms } from '../text/tokens.ts';
import { topN } from './topN.ts';
import type { Query } from './query.ts';
import type { TimeSlices } from './timeSlices.ts';
import { ScoreSums } from './scoreSums.ts';
import { answerSpread, datePrefix, spread, type TextIndex } from './textIndex.ts';
import { isNamed } from './speakers.ts';

/** How much the whole session of an entry counts. */
const sessionWeight = 0.2;
/** An entry of a speaker the query names. */
const voiceFactor = 1.5;
/** An entry that tells a time, where the query asks for one. */
const timeFactor = 1.1;
/** Greetings and the like say little: an entry without terms loses so much, one of `fullTerms` a third of it. */
const shortness = 0.3;
const fullTerms = 8;
/** So many terms of a query are ranked by. */
const maxTerms = 100;

/** Words by which a text tells a time. */
const timeWords =
  'yesterday today tonight tomorrow ago last next recently since soon weekend week month year morning afternoon evening summer winter spring fall monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december 昨天 今天 明天 上周 下周 上月 下月 个月 去年 今年 明年 星期';
const timeTerms: readonly string[] = [
  ...new Set(terms(timeWords).filter((term) => !isUnspaced(term) || term.length > 1)),
  ...Array.from({ length: 200 }, (_, n) => String(1900 + n)),
];

/** The parts of the ranking, each of which the benchmark turns off to see what it is worth. */
export const rankingParts = [
  'neighbours',
  'answers',
  'dates',
  'sessions',
  'speaker',
  'time',
  'shortness',
] as const;
export type RankingPart = (typeof rankingParts)[number];

const everything: ReadonlySet<RankingPart> = new Set(rankingParts);

/** An entry with its score: a part of the best possible one, at most 1. */
export interface Scored {
  /** Its number in the index. */
  readonly number: number;
  readonly score: number;
}

/** Scores entries for the words of one query. */
export class Ranking {
  readonly #index: TextIndex;
  readonly #query: Query;
  readonly #parts: ReadonlySet<RankingPart>;
  readonly #occurrences: ScoreSums;
  readonly #ofSessions: ScoreSums;
  readonly #answers: boolean;
  readonly #short: boolean;
  /** 1 for entries that tell a time, where the query asks for one. */
  readonly #timed: Uint8Array;
  /** Numbers of speakers the query names. */
  readonly #named: ReadonlySet<number>;

  constructor(index: TextIndex, query: Query, parts = everything) {
    this.#index = index;
    this.#query = query;
    this.#parts = parts;
    this.#answers = parts.has('answers');
    this.#short = parts.has('shortness');
    this.#timed = parts.has('time') && query.asksTime ? entriesOfTime(index) : new Uint8Array();
    const speakers = parts.has('speaker') ? index.speakers.all : [];
    this.#named = new Set(speakers.flatMap((speaker, n) => (isNamed(speaker, query.words) ? [n] : [])));
    this.#occurrences = new ScoreSums(index.columns.size);
    this.#ofSessions = new ScoreSums(index.sessions.length);
  }

  /** All entries that match or whose neighbours do, in no order. What is added meanwhile does not take part. */
  async scores(slices: TimeSlices): Promise<Scored[]> {
    const entries = new ScoreSums(this.#index.columns.size);
    const sessions = new ScoreSums(this.#index.sessions.length);
    let best = 0;
    for (const { term, weight, idf } of this.#rarestTerms()) {
      best += saturated(Infinity, 0, 1) * idf;
      this.#addTerm(term, idf, entries);
      if (this.#parts.has('sessions')) this.#addSessions(weight, sessions);
      await slices.pause();
    }
    const scored: Scored[] = [];
    for (const number of entries.touched) {
      const session = this.#index.columns.sessions[number] ?? 0;
      const score = entries.get(number) + sessionWeight * sessions.get(session);
      scored.push({ number, score: Math.min(1, (score * this.#factor(number)) / best) });
    }
    return scored;
  }

  /** The terms of the query that tell most; what is common in a text pasted into it would only cost time. */
  #rarestTerms(): readonly (Query['terms'][number] & { readonly idf: number })[] {
    const { postings, columns } = this.#index;
    const terms = this.#query.terms.map(({ term, weight }) => ({
      ...{ term, weight },
      idf: weight * inverseFrequency(postings.count(term), columns.size),
    }));
    if (terms.length <= maxTerms) return terms;
    const found = terms.filter(({ term }) => postings.count(term) > 0);
    return topN(found, maxTerms, (a, b) => b.idf - a.idf);
  }

  /** Adds what one term says: occurrences here and nearby are added up before they are saturated. */
  #addTerm(term: string, idf: number, scores: ScoreSums): void {
    const { columns, postings } = this.#index;
    const { gone, sessions, spreadLengths } = columns;
    const average = this.#index.averages.entry;
    const near = this.#parts.has('neighbours');
    postings.each(term, (number, count) => {
      if (gone[number] === 1) return;
      this.#ofSessions.add(sessions[number] ?? 0, count);
      this.#occurrences.add(number, count);
      if (near) this.#spread(number, count);
    });
    if (this.#parts.has('dates'))
      postings.each(datePrefix + term, (number, count) => {
        if (gone[number] !== 1) this.#occurrences.add(number, count);
      });
    this.#occurrences.drain((number, count) => {
      scores.add(number, idf * saturated(count, spreadLengths[number] ?? 0, average));
    });
  }

  /** What an entry holds counts for its neighbours, too. */
  #spread(number: number, count: number): void {
    const { before, after, asks } = this.#index.columns;
    const occurrences = this.#occurrences;
    const back = before[number] ?? -1;
    if (back >= 0) {
      occurrences.add(back, count * spread.previous);
      const second = before[back] ?? -1;
      if (second >= 0) occurrences.add(second, count * spread.secondPrevious);
    }
    const next = after[number] ?? -1;
    if (next < 0) return;
    const answer = asks[number] === 1 && this.#answers ? answerSpread : 0;
    occurrences.add(next, count * (spread.next + answer));
    const second = after[next] ?? -1;
    if (second >= 0) occurrences.add(second, count * spread.second);
  }

  #addSessions(weight: number, scores: ScoreSums): void {
    const { sessions } = this.#index;
    const average = this.#index.averages.session;
    const idf = weight * inverseFrequency(this.#ofSessions.touched.length, sessions.length);
    this.#ofSessions.drain((session, count) => {
      scores.add(session, idf * saturated(count, sessions[session] ?? 0, average));
    });
  }

  #factor(number: number): number {
    const { speakers } = this.#index.columns;
    let product = 1;
    if (this.#named.size > 0 && this.#named.has(speakers[number] ?? 0)) product *= voiceFactor;
    if (this.#timed[number] === 1) product *= timeFactor;
    return this.#short ? product * shortFactor(this.#index.columns.lengths[number] ?? 0) : product;
  }
}

function entriesOfTime({ columns, postings }: TextIndex): Uint8Array {
  const timed = new Uint8Array(columns.size);
  for (const term of timeTerms) postings.each(term, (number) => (timed[number] = 1));
  return timed;
}

const shortFactors = Float64Array.from(
  { length: 256 },
  (_, length) => 1 - shortness * Math.exp(-length / fullTerms),
);
const shortFactor = (length: number): number =>
  length < shortFactors.length ? (shortFactors[length] ?? 1) : 1;
