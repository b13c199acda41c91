import { sourceKinds, type SearchHit, type SourceKind } from '../../store/search/types.ts';

/** What results are grouped by: where they were found; summaries of anything are a group of their own. */
export const resultGroups = [
  'dialogs',
  'sessions',
  'memories',
  'shared',
  'contexts',
  'archives',
  'summaries',
  'hub',
] as const;
export type ResultGroup = (typeof resultGroups)[number];

/** What says of a result where it belongs. */
interface Grouped {
  readonly hit: Pick<SearchHit, 'role' | 'source'>;
  readonly inHub?: unknown;
}

/** The group of a result. */
export function groupOf({ hit: { role, source }, inHub }: Grouped): ResultGroup {
  if (inHub !== undefined) return 'hub';
  return role === 'summary' ? 'summaries' : source;
}

/** The filter of the query language that lets only this group pass. */
export const filterOfGroup = (group: ResultGroup): string =>
  isSource(group) || group === 'hub' ? `source:${group}` : 'role:summary';

const isSource = (group: ResultGroup): group is SourceKind => sourceKinds.some((kind) => kind === group);

/** The groups that have results, in their order. */
export function groupResults<T extends Grouped>(
  results: readonly T[],
): readonly { readonly group: ResultGroup; readonly results: readonly T[] }[] {
  return resultGroups.flatMap((group) => {
    const own = results.filter((result) => groupOf(result) === group);
    return own.length > 0 ? [{ group, results: own }] : [];
  });
}

/** The one after a place among so many, or with -1 the one before; from the last to the first. From nowhere to an end. */
export function stepTo(from: number, count: number, step: 1 | -1): number {
  if (from < 0) return step === 1 ? 0 : count - 1;
  return (from + step + count) % count;
}

type Ranges = readonly (readonly [number, number])[];

/** A snippet whose first match comes soon, for a narrow place: what is before it is cut between words. A wide character counts twice. */
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
