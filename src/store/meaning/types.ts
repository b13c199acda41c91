/** Words that may stand for others. */
export interface Synonym {
  /** Terms that a text holds, all of them, where it means this. */
  readonly terms: readonly string[];
  /** What it counts beside the word itself, 0 to 1. */
  readonly weight: number;
  /** From the table of concepts, or from what stands together in the history. */
  readonly origin: 'concept' | 'learned';
}

/** One or more words of a query, and what may stand for them. */
export interface Meaning {
  /** Terms of the query; a text that holds one of them needs no other. */
  readonly terms: readonly string[];
  /** The greatest weight first, none twice. */
  readonly synonyms: readonly Synonym[];
}
