import { entryRoles, filterKeys } from '../../find/search/filters.ts';
import { recordKinds } from '../hub/hubTypes.ts';
import { isForHub, nameFilter } from './filters.ts';
import { sourceKinds, type SearchValues } from '../../find/search/types.ts';

/** A possible value for the filter at the end of a query. */
export interface QueryCompletion {
  /** `agent:claude`. */
  readonly filter: string;
  /** The query with the filter and a space. */
  readonly query: string;
  readonly value: string;
  /** Number of matching entries, if known. */
  readonly entries?: number;
}

type FilterKey = (typeof filterKeys)[number] | 'kind';

/** Values of filters in a hub. */
interface InHub {
  readonly authors: readonly string[];
  readonly dialogs: readonly string[];
}

/** Values of filters, in the history and in a hub if there is one. */
export interface FilterValues extends SearchValues {
  readonly inHub?: InHub;
  /** The dialog in the active pane. */
  readonly here?: string | undefined;
}

/** The filter being typed at the end of a query: its key and the start of its value. */
interface OpenFilter {
  readonly key: FilterKey;
  readonly typed: string;
  /** Its position. */
  readonly at: number;
}

/** Maximum number of values offered. */
const mostOffered = 12;
const times = ['today', 'yesterday', '7d', '2w', '1m', '3m', '1y'];

/** Reports whether values for the filter at the end of a query must be loaded. */
export const asksForValues = (query: string): boolean =>
  ['agent', 'dialog', 'role', 'tag'].includes(openFilter(query)?.key ?? '');

/** Reports whether values for the filter at the end of a query must be requested from the hub. */
export const asksHubForValues = (query: string): boolean =>
  isForHub(query) && ['author', 'dialog'].includes(openFilter(query)?.key ?? '');

/**
 * Returns values for the filter being typed at the end of a query; none if there is no such filter, or it is
 * complete.
 */
export function completions(query: string, values: FilterValues, now: Date): readonly QueryCompletion[] {
  const open = openFilter(query);
  if (open === undefined) return [];
  const { key, typed, at } = open;
  const wanted = typed.toLowerCase();
  const offered = isForHub(query) ? offeredInHub(key, values, now) : offeredFor(key, values, now);
  if (offered.some(({ value }) => value.toLowerCase() === wanted)) return [];
  const begins = offered.filter(({ value }) => value.toLowerCase().startsWith(wanted));
  const holds = offered.filter(
    ({ value }) => value.toLowerCase().includes(wanted) && !value.toLowerCase().startsWith(wanted),
  );
  const also = typed === '' && !isForHub(query) ? besides(key, values) : [];
  return [...[...begins, ...holds].map((one) => ({ ...one, key })), ...also]
    .slice(0, mostOffered)
    .map((one) => {
      const filter = filterFor(one.key, one.value);
      return { ...one, filter, query: `${query.slice(0, at)}${filter} ` };
    });
}

/** Returns values of other filters that answer the same question: where, or from whom. */
function besides(key: FilterKey, { agents, here }: FilterValues): readonly (Offered & { key: FilterKey })[] {
  if (key === 'role') return agents.map((one) => ({ ...one, key: 'agent' }));
  return key === 'source' && here !== undefined ? [{ value: here, key: 'dialog' }] : [];
}

/** Removes a filter without a value from the end of a query. */
export function withoutEmptyFilter(query: string): string {
  const open = openFilter(query);
  return open?.typed === '' ? query.slice(0, open.at).trim() : query.trim();
}

function openFilter(query: string): OpenFilter | undefined {
  const match = /(?<=^|\s)([a-z]+):("[^"]*|[^\s"]*)$/.exec(query);
  const keys: readonly FilterKey[] = isForHub(query) ? [...filterKeys, 'kind'] : filterKeys;
  const key = keys.find((known) => known === match?.[1]);
  if (match === null || key === undefined) return undefined;
  return { key, typed: (match[2] ?? '').replace('"', ''), at: match.index };
}

type Offered = Pick<QueryCompletion, 'value' | 'entries'>;

/** Offers nothing for filters a hub does not have. */
function offeredInHub(key: FilterKey, values: FilterValues, now: Date): readonly Offered[] {
  const { authors = [], dialogs = [] } = values.inHub ?? {};
  if (key === 'author') return authors.map((value) => ({ value }));
  if (key === 'dialog') return dialogs.map((value) => ({ value }));
  if (key === 'source' || key === 'agent' || key === 'tag') return [];
  return offeredFor(key, values, now);
}

function offeredFor(key: FilterKey, values: FilterValues, now: Date): readonly Offered[] {
  switch (key) {
    case 'role':
      return entryRoles.map((value) => ({ value }));
    case 'source':
      return [...sourceKinds, ...(values.inHub ? ['hub'] : [])].map((value) => ({ value }));
    case 'kind':
      return recordKinds.map((value) => ({ value }));
    case 'agent':
    case 'author':
      return values.agents;
    case 'dialog':
      return values.dialogs;
    case 'tag':
      return values.tags;
    case 'before':
    case 'after':
    case 'since':
    case 'on':
      return [...times, ...monthsOf(now)].map((value) => ({ value }));
  }
}

/** Returns this month and the previous one. */
const monthsOf = (now: Date): string[] =>
  [0, 1].map((back) => {
    const date = new Date(now.getFullYear(), now.getMonth() - back, 1);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
  });

/** Quotes names, since unquoted ones match all that start like them. */
function filterFor(key: FilterKey, value: string): string {
  const isName = ['agent', 'author', 'dialog', 'tag'].includes(key);
  return isName && (key !== 'agent' || /\s/.test(value)) ? nameFilter(key, value) : `${key}:${value}`;
}
