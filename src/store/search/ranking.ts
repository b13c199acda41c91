import { inverseFrequency, saturated } from '../text/bm25.ts';
import { isUnspaced, terms } from '../text/tokens.ts';
import { meaningScores } from './meaningScores.ts';
import { topN } from './topN.ts';
import type { Query } from './query.ts';
import type { TimeSlices } from '../base/timeSlices.ts';
import { ScoreList } from './scoreList.ts';
import { ScoreSums } from './scoreSums.ts';
import { TermScores, type TermWeight } from './termScores.ts';
import type { TextIndex } from './textIndex.ts';
import { isLight, lightWeight } from '../meaning/lightWords.ts';
import { isNamed } from './speakers.ts';

/** How much the whole session of an entry counts. */
const sessionWeight = 0.2;
/** How much more an entry counts in the session of the best one; in others a part of that, by their own best. */
const bestSession = 0.1;
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
  'bestSessions',
  'speaker',
  'time',
  'shortness',
  'expansions',
  'meanings',
] as const;
export type RankingPart = (typeof rankingParts)[number];

const none: ReadonlyMap<number, number> = new Map();
const everything: ReadonlySet<RankingPart> = new Set(rankingParts);

/** Scores entries for the words of one query. */
export class Ranking {
  readonly #index: TextIndex;
  readonly #query: Query;
  readonly #parts: ReadonlySet<RankingPart>;
  readonly #terms: TermScores;
  readonly #short: boolean;
  /** 1 for entries that tell a time, where the query asks for one. */
  readonly #timed: Uint8Array;
  /** Numbers of speakers the query names. */
  readonly #named: ReadonlySet<number>;

  constructor(index: TextIndex, query: Query, parts = everything) {
    this.#index = index;
    this.#query = query;
    this.#parts = parts;
    this.#short = parts.has('shortness');
    this.#timed = parts.has('time') && query.asksTime ? entriesOfTime(index) : new Uint8Array();
    const speakers = parts.has('speaker') ? index.speakers.all : [];
    this.#named = new Set(speakers.flatMap((speaker, n) => (isNamed(speaker, query.words) ? [n] : [])));
    this.#terms = new TermScores(index, {
      neighbours: parts.has('neighbours'),
      answers: parts.has('answers'),
      dates: parts.has('dates'),
    });
  }

  /** All entries that hold a word of the query, or one of the same meaning, in no order. What is added meanwhile does not take part. */
  async scores(slices: TimeSlices): Promise<ScoreList> {
    const entries = new ScoreSums(this.#index.columns.size);
    const sessions = new ScoreSums(this.#index.sessions.length);
    let best = 0;
    for (const { term, weight, idf } of this.#rarestTerms()) {
      best += saturated(Infinity, 0, 1) * idf;
      const word = { term, idf, tells: weight === 1 };
      this.#terms.add(word, this.#othersFor(word), (number, score) => entries.add(number, score));
      if (this.#parts.has('sessions')) this.#addSessions(weight, sessions);
      await slices.pause();
    }
    const meant = this.#parts.has('meanings') ? meaningScores(this.#index, this.#query.meanings) : none;
    const open = openPart(entries, best);
    for (const [number, score] of meant) entries.add(number, score * open);
    const scored = new ScoreList(entries.touched.length);
    for (const number of entries.touched) {
      if (this.#terms.holders[number] !== 1 && !meant.has(number)) continue;
      const session = this.#index.columns.sessions[number] ?? 0;
      const score = entries.get(number) + sessionWeight * sessions.get(session);
      scored.add(number, Math.min(1, (score * this.#factor(number)) / best));
    }
    if (this.#parts.has('bestSessions')) this.#preferBestSessions(scored);
    return scored;
  }

  /** Of two entries that say the same, the one whose session holds a better one is more likely to be meant. */
  #preferBestSessions({ size, numbers, scores }: ScoreList): void {
    const { sessions } = this.#index.columns;
    const sessionOf = (n: number): number => sessions[numbers[n] ?? 0] ?? 0;
    const bests = new ScoreSums(this.#index.sessions.length);
    let best = 0;
    for (let n = 0; n < size; n++) {
      const score = scores[n] ?? 0;
      bests.raise(sessionOf(n), score);
      best = Math.max(best, score);
    }
    for (let n = 0; n < size; n++) {
      const part = bests.get(sessionOf(n)) / best;
      scores[n] = ((scores[n] ?? 0) * (1 + bestSession * part)) / (1 + bestSession);
    }
  }

  /** The terms of the query that tell most; what is common in a text pasted into it would only cost time. */
  #rarestTerms(): readonly (Query['terms'][number] & { readonly idf: number })[] {
    const { postings } = this.#index;
    const { terms: asked, meanings } = this.#query;
    const worth = ({ term }: { readonly term: string }): number =>
      meanings.length > 0 && isLight(term) ? lightWeight : 1;
    const terms = asked.map((term) => ({ ...term, idf: this.#idf(term) * worth(term) }));
    if (terms.length <= maxTerms) return terms;
    const found = terms.filter(({ term }) => postings.count(term) > 0);
    return topN(found, maxTerms, (a, b) => b.idf - a.idf);
  }

  /** What it is worth that an entry holds a term. */
  #idf({ term, weight }: { readonly term: string; readonly weight: number }): number {
    const { postings, columns } = this.#index;
    return weight * inverseFrequency(postings.count(term), columns.size);
  }

  /** What may stand for a word; it never says more than the word itself would. */
  #othersFor({ term, idf }: TermWeight): readonly TermWeight[] {
    if (!this.#parts.has('expansions')) return [];
    const others = this.#query.expansions.filter(({ of }) => of === term);
    return others.map((other) => ({
      term: other.term,
      idf: Math.min(this.#idf(other), other.weight * idf),
      tells: true,
    }));
  }

  #addSessions(weight: number, scores: ScoreSums): void {
    const { sessions } = this.#index;
    const occurrences = this.#terms.sessions;
    const average = this.#index.averages.session;
    const idf = weight * inverseFrequency(occurrences.touched.length, sessions.length);
    occurrences.drain((session, count) => {
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

/** How much of a query no entry says: so much words that only mean the same count. */
function openPart(entries: ScoreSums, best: number): number {
  let most = 0;
  for (const number of entries.touched) most = Math.max(most, entries.get(number));
  return (1 - Math.min(1, most / best)) ** 2;
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
