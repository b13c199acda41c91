/** Words that can replace others. */
export interface Synonym {
  /** Terms that must all be in a text. */
  readonly terms: readonly string[];
  /** Weight relative to the word itself, 0 to 1. */
  readonly weight: number;
  /** From the table of concepts, or learned from the history. */
  readonly origin: 'concept' | 'learned';
}

/** Words of a query and their synonyms. */
export interface Meaning {
  /** Terms of the query; a text with one of them needs no synonym. */
  readonly terms: readonly string[];
  /** Highest weight first, without duplicates. */
  readonly synonyms: readonly Synonym[];
}
