/** Returns a filter for exactly this name, e.g. `dialog:"a b"`; unquoted, it would match the start of names. */
export const nameFilter = (key: string, name: string): string => `${key}:"${name.replaceAll(/["“”]/g, ' ')}"`;

/** Adds a filter to a query, or removes it. A filter with a trailing colon still needs a value. */
export function toggleFilter(query: string, filter: string): string {
  const at = placeOf(query, filter);
  if (at === -1) return `${query.trim()} ${filter}${filter.endsWith(':') ? '' : ' '}`.trimStart();
  return `${query.slice(0, at).trimEnd()} ${query.slice(at + filter.length).trimStart()}`.trim();
}

/** Reports whether a query contains a filter as a word of its own. */
export const hasFilter = (query: string, filter: string): boolean => placeOf(query, filter) !== -1;

/** Returns the first filter of a query with one of these keys, as written. */
export const filterOf = (query: string, keys: readonly string[]): string | undefined =>
  new RegExp(`(?<=^|\\s)(?:${keys.join('|')}):(?:"[^"]*"|[^\\s"]+)(?=\\s|$)`).exec(query)?.[0];

/** Returns the position of a filter as a word of its own in a query; -1 if absent. */
function placeOf(query: string, filter: string): number {
  const padded = ` ${query} `;
  return padded.indexOf(` ${filter} `);
}

/** The filter for searching the hub. */
export const hubFilter = 'source:hub';

/** Reports whether a query searches the hub. */
export const isForHub = (query: string): boolean => hasFilter(query, hubFilter);
