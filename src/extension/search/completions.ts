import { entryRoles, filterKeys } from '../../store/search/filters.ts';
import { recordKinds } from '../../store/hub/types.ts';
import { isForHub } from './filters.ts';
import { sourceKinds, type SearchValues } from '../../store/search/types.ts';

/** A value that can be given to the filter at the end of a query. */
export interface QueryCompletion {
  /** `agent:claude`. */
  readonly filter: string;
  /** The query with it, and a blank after it. */
  readonly query: string;
  readonly value: string;
  /** How many entries it lets pass, where that is known. */
  readonly entries?: number;
}

type FilterKey = (typeof filterKeys)[number] | 'kind';

/** What filters of a search in a hub can be given. */
interface InHub {
  readonly authors: readonly string[];
  readonly dialogs: readonly string[];
}

/** What can be given to filters: in the history, and where there is one in the hub. */
export interface FilterValues extends SearchValues {
  readonly inHub?: InHub;
}

/** The filter that is being typed at the end of a query: its key, and what is typed of its value. */
interface OpenFilter {
  readonly key: FilterKey;
  readonly typed: string;
  /** Where it begins. */
  readonly at: number;
}

/** So many values are offered. */
const mostOffered = 12;
const times = ['today', 'yesterday', '7d', '2w', '1m', '3m', '1y'];

/** Whether what can be given to the filter at the end of a query must be asked for. */
export const asksForValues = (query: string): boolean =>
  ['agent', 'dialog', 'tag'].includes(openFilter(query)?.key ?? '');

/** Whether what can be given to the filter at the end of a query must be asked of the hub. */
export const asksHubForValues = (query: string): boolean =>
  isForHub(query) && ['author', 'dialog'].includes(openFilter(query)?.key ?? '');

/** What the filter that is being typed at the end of a query can be given; nothing where none is, or it has one of the values. */
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
  return [...begins, ...holds].slice(0, mostOffered).map((one) => {
    const filter = filterFor(key, one.value);
    return { ...one, filter, query: `${query.slice(0, at)}${filter} ` };
  });
}

/** A query without the filter at its end that has no value yet. */
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

/** Of filters that a hub does not have there is nothing to offer. */
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

/** This month and the one before. */
const monthsOf = (now: Date): string[] =>
  [0, 1].map((back) => {
    const date = new Date(now.getFullYear(), now.getMonth() - back, 1);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
  });

/** In quotes where the value is a name: without them it would stand for all that begin so. */
function filterFor(key: FilterKey, value: string): string {
  const isName = ['agent', 'author', 'dialog', 'tag'].includes(key);
  return isName && (key !== 'agent' || /\s/.test(value))
    ? `${key}:"${value.replaceAll(/["“”]/g, ' ')}"`
    : `${key}:${value}`;
}
