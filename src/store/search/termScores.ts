import { saturated } from '../text/bm25.ts';
import { ScoreSums } from './scoreSums.ts';
import { answerSpread, spread } from './entryRun.ts';
import { datePrefix, type TextIndex } from './textIndex.ts';

/** Which parts of the score of a term are used. */
export interface TermParts {
  readonly neighbours: boolean;
  readonly answers: boolean;
  readonly dates: boolean;
}

/** What a term is worth. */
export interface TermWeight {
  readonly term: string;
  readonly idf: number;
  /** An entry that holds it is a hit. */
  readonly tells: boolean;
}

/**
 * What a word of a query says about each entry. What may stand for the word does not count besides it: of the word and
 * all that stand for it, the one that says most counts.
 */
export class TermScores {
  readonly #index: TextIndex;
  readonly #parts: TermParts;
  readonly #occurrences: ScoreSums;
  readonly #most: ScoreSums;
  /** Occurrences of the word itself, by session. */
  readonly sessions: ScoreSums;
  /** 1 for entries that hold a word that tells themselves; others are context, never hits. */
  readonly holders: Uint8Array;

  constructor(index: TextIndex, parts: TermParts) {
    this.#index = index;
    this.#parts = parts;
    this.#occurrences = new ScoreSums(index.columns.size);
    this.#most = new ScoreSums(index.columns.size);
    this.sessions = new ScoreSums(index.sessions.length);
    this.holders = new Uint8Array(index.columns.size);
  }

  /** Hands out what a word, or what may stand for it, says of entries. Only occurrences of the word itself count for sessions. */
  add(word: TermWeight, others: readonly TermWeight[], visit: (number: number, score: number) => void): void {
    const { columns, postings } = this.#index;
    for (const other of others) {
      this.#addEntries(other);
      this.#saturate(other.idf, (number, score) => this.#most.raise(number, score));
    }
    this.#addEntries(word, (number, count) => this.sessions.add(columns.sessions[number] ?? 0, count));
    if (this.#parts.dates)
      postings.each(datePrefix + word.term, (number, count) => {
        if (columns.gone[number] !== 1) this.#occurrences.add(number, count);
      });
    this.#saturate(word.idf, (number, score) => visit(number, Math.max(score, this.#most.take(number))));
    this.#most.drain(visit);
  }

  #addEntries({ term, tells }: TermWeight, visit?: (number: number, count: number) => void): void {
    const { gone } = this.#index.columns;
    this.#index.postings.each(term, (number, count) => {
      if (gone[number] === 1) return;
      if (tells) this.holders[number] = 1;
      visit?.(number, count);
      this.#occurrences.add(number, count);
      if (this.#parts.neighbours) this.#spread(number, count);
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
    const answer = asks[number] === 1 && this.#parts.answers ? answerSpread : 0;
    occurrences.add(next, count * (spread.next + answer));
    const second = after[next] ?? -1;
    if (second >= 0) occurrences.add(second, count * spread.second);
  }

  /** Occurrences here and nearby were added up before they are saturated. */
  #saturate(idf: number, visit: (number: number, score: number) => void): void {
    const { spreadLengths } = this.#index.columns;
    const average = this.#index.averages.entry;
    this.#occurrences.drain((number, count) => {
      visit(number, idf * saturated(count, spreadLengths[number] ?? 0, average));
    });
  }
}
