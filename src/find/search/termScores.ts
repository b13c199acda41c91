import { ofConversations, saturated } from '../../disk/text/bm25.ts';
import { ScoreSums } from './scoreSums.ts';
import { answerSpread, spread } from './entryRun.ts';
import { datePrefix, type TextIndex } from './textIndex.ts';

/** Components of a term's score to use. */
export interface TermParts {
  readonly neighbours: boolean;
  readonly answers: boolean;
  readonly dates: boolean;
}

/** A term with its weight. */
export interface TermWeight {
  readonly term: string;
  readonly idf: number;
  /** Whether an entry that holds it is a hit. */
  readonly isHit: boolean;
}

/** Scores every entry for one word of a query. */
export class TermScores {
  readonly #index: TextIndex;
  readonly #parts: TermParts;
  readonly #occurrences: ScoreSums;
  /** 1 for entries that hold a word with `isHit`; the others are context, never hits. */
  readonly holders: Uint8Array;

  constructor(index: TextIndex, parts: TermParts) {
    this.#index = index;
    this.#parts = parts;
    this.#occurrences = new ScoreSums(index.columns.size);
    this.holders = new Uint8Array(index.columns.size);
  }

  /** Visits the scores for a word. */
  add(word: TermWeight, visit: (number: number, score: number) => void): void {
    const { columns, postings } = this.#index;
    this.#addEntries(word);
    if (this.#parts.dates)
      postings.each(datePrefix + word.term, (number, count) => {
        if (columns.removed[number] !== 1) this.#occurrences.add(number, count);
      });
    this.#saturate(word.idf, visit);
  }

  #addEntries({ term, isHit }: TermWeight): void {
    const { removed } = this.#index.columns;
    this.#index.postings.each(term, (number, count) => {
      if (removed[number] === 1) return;
      if (isHit) this.holders[number] = 1;
      this.#occurrences.add(number, count);
      if (this.#parts.neighbours) this.#spread(number, count);
    });
  }

  /** Adds an entry's count to its neighbours. */
  #spread(number: number, count: number): void {
    const { before, after, isQuestion } = this.#index.columns;
    const occurrences = this.#occurrences;
    const back = before[number] ?? -1;
    if (back >= 0) {
      occurrences.add(back, count * spread.previous);
      const second = before[back] ?? -1;
      if (second >= 0) occurrences.add(second, count * spread.secondPrevious);
    }
    const next = after[number] ?? -1;
    if (next < 0) return;
    const answer = isQuestion[number] === 1 && this.#parts.answers ? answerSpread : 0;
    occurrences.add(next, count * (spread.next + answer));
    const second = after[next] ?? -1;
    if (second >= 0) occurrences.add(second, count * spread.second);
  }

  /** Saturates the summed occurrences of an entry and its neighbours. */
  #saturate(idf: number, visit: (number: number, score: number) => void): void {
    const { spreadLengths } = this.#index.columns;
    const average = this.#index.averageLength;
    this.#occurrences.drain((number, count) => {
      visit(number, idf * saturated(count, spreadLengths[number] ?? 0, average, ofConversations));
    });
  }
}
