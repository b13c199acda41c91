/** Characters of a query. */
export const maxQueryLength = 2_000;

/** Hits of one page. */
export const maxHits = 200;
