/** A filter of the query language for exactly this name, e.g. `dialog:"a b"`; without quotes it would be a beginning. */
export const nameFilter = (key: string, name: string): string => `${key}:"${name.replaceAll(/["“”]/g, ' ')}"`;

/** A query with a filter added to it, or taken from it where it has it. One that ends with a colon is still to be given a value. */
export function toggleFilter(query: string, filter: string): string {
  const at = placeOf(query, filter);
  if (at === -1) return `${query.trim()} ${filter}${filter.endsWith(':') ? '' : ' '}`.trimStart();
  return `${query.slice(0, at).trimEnd()} ${query.slice(at + filter.length).trimStart()}`.trim();
}

/** Whether a query has a filter as a word of its own. */
export const hasFilter = (query: string, filter: string): boolean => placeOf(query, filter) !== -1;

/** The first filter of a query with one of these keys, as it stands there. */
export const filterOf = (query: string, keys: readonly string[]): string | undefined =>
  new RegExp(`(?<=^|\\s)(?:${keys.join('|')}):(?:"[^"]*"|[^\\s"]+)(?=\\s|$)`).exec(query)?.[0];

/** Where a filter stands in a query as a word of its own; -1 for nowhere. */
function placeOf(query: string, filter: string): number {
  const padded = ` ${query} `;
  return padded.indexOf(` ${filter} `);
}

/** The filter that makes a search one in the hub. */
export const hubFilter = 'source:hub';

/** Whether a query is for the hub. */
export const isForHub = (query: string): boolean => hasFilter(query, hubFilter);
