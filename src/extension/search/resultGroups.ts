import type { SearchHit, SourceKind } from '../../find/search/types.ts';

/**
 * A group of results: their source; summaries of anything form a group of their own, and so does what contains no word
 * of the query.
 */
export type ResultGroup = SourceKind | 'summaries' | 'hub' | 'related';

/** The properties that determine a result's group. */
interface Grouped {
  readonly hit: Pick<SearchHit, 'role' | 'source' | 'related'>;
  readonly inHub?: unknown;
}

/** Returns a result's group. */
export function groupOf({ hit: { role, source, related }, inHub }: Grouped): ResultGroup {
  if (related) return 'related';
  if (inHub !== undefined) return 'hub';
  return role === 'summary' ? 'summaries' : source;
}

/** Returns the next index, or with -1 the previous one, wrapping around; from no index, an end. */
export function stepTo(from: number, count: number, step: 1 | -1): number {
  if (from < 0) return step === 1 ? 0 : count - 1;
  return (from + step + count) % count;
}

type Ranges = readonly (readonly [number, number])[];

/**
 * Shortens a snippet for a narrow view so that its first match comes early, cutting between words. Wide characters
 * count twice.
 */
export function leading(
  snippet: string,
  ranges: Ranges,
  before: number,
): { readonly text: string; readonly ranges: Ranges } {
  const first = ranges[0]?.[0] ?? 0;
  let from = first;
  for (let left = before; from > 0; from--) {
    left -= /[\u2e80-\uffef]/.test(snippet.charAt(from - 1)) ? 2 : 1;
    if (left < 0) break;
  }
  if (from === 0) return { text: snippet, ranges };
  const blank = snippet.slice(from - 1, first).indexOf(' ');
  if (blank !== -1) from += blank;
  const text = `…${snippet.slice(from)}`;
  return { text, ranges: ranges.map(([start, end]) => [start - from + 1, end - from + 1]) };
}
