import { StoreError } from '../../disk/base/core.ts';
import { readDate, type DateSpan } from './dates.ts';
import type { IndexedEntry } from './indexedItem.ts';
import { sourceKinds, type EntryRole, type SourceKind } from './types.ts';

/** Conditions on entries. An entry must match one value of each filter. */
export interface Filters {
  readonly roles?: readonly EntryRole[];
  readonly dialogs?: readonly NameFilter[];
  readonly tags?: readonly NameFilter[];
  readonly agents?: readonly NameFilter[];
  readonly sources?: readonly SourceKind[];
  /** Milliseconds; `to` is exclusive. */
  readonly from?: number;
  readonly to?: number;
}

/** A name in lower case, or only its beginning unless `whole`. */
export interface NameFilter {
  readonly name: string;
  readonly whole: boolean;
}

/** Roles accepted by the role filter. An index stores their positions in this list. */
export const entryRoles: readonly EntryRole[] = ['user', 'assistant', 'summary', 'note', 'files', 'errors'];
/** Time of the query in milliseconds, and the time zone of its days. */
export interface When {
  readonly now: number;
  readonly zone: 'utc' | 'local';
}

/** Keys of filters. */
export const filterKeys = [
  'role',
  'dialog',
  'tag',
  'agent',
  'author',
  'source',
  'before',
  'after',
  'since',
  'on',
] as const;

/**
 * Whether a key is a filter's or a near misspelling (`dialogs:`, `rol:`, `agnet:`), which is refused by name. Other
 * words with a colon (`node:fs`, `npm:x`) are plain words.
 */
export const isLikeFilterKey = (key: string): boolean => meantKey(key) !== undefined;

const meantKey = (key: string): (typeof filterKeys)[number] | undefined =>
  filterKeys.find((known) => key === known) ??
  filterKeys.find((known) => key === `${known}s` || (known.length > 3 && isMistyped(key, known)));

/** Whether something has this name, or one that begins with it unless `whole`. */
export type HasValue = (key: 'dialog' | 'tag' | 'agent' | 'author', name: NameFilter) => boolean;

/**
 * Whether a text of the form of a filter is one: its key has this value, or one much like it that is refused, as the
 * 30th of February.
 */
export function isMeant({ key, value, quoted }: TypedFilter, when: When, hasValue: HasValue): boolean {
  const name = value.toLowerCase();
  const meant = meantKey(key);
  switch (meant) {
    case undefined:
      return false;
    case 'role':
      return entryRoles.some((role) => role === name);
    case 'source':
      return sourceKinds.some((kind) => kind === name || kind === withPlural(name));
    case 'dialog':
    case 'tag':
    case 'agent':
    case 'author':
      return quoted || hasValue(meant, { name, whole: quoted });
    case 'before':
    case 'after':
    case 'since':
    case 'on':
      return /^\d{4}[-/.]\d/.test(name) || readDate(name, when.now, when.zone) !== undefined;
  }
}

/** Whether a key lacks one letter of another, or has two neighbouring letters swapped. */
function isMistyped(key: string, known: string): boolean {
  let same = 0;
  while (same < key.length && key[same] === known[same]) same++;
  const [rest, wanted] = [key.slice(same), known.slice(same)];
  const exchanged = `${wanted[1] ?? ''}${wanted[0] ?? ''}${wanted.slice(2)}`;
  return rest === wanted.slice(1) || rest === exchanged;
}

/** A filter as typed: `key:value`, or `key:"value"` for a whole name. */
export interface TypedFilter {
  readonly key: string;
  readonly value: string;
  readonly quoted: boolean;
}

/** Adds a filter. Throws `invalid_argument` with its name if it is invalid. */
export function applyFilter(filters: Filters, { key, value, quoted }: TypedFilter, when: When): Filters {
  const name = value.toLowerCase();
  const named: NameFilter = { name, whole: quoted };
  switch (key) {
    case 'role':
      return { ...filters, roles: [...(filters.roles ?? []), oneOf(entryRoles, key, name)] };
    case 'source':
      return {
        ...filters,
        sources: [...(filters.sources ?? []), oneOf(sourceKinds, key, name, withPlural(name))],
      };
    case 'dialog':
      return { ...filters, dialogs: [...(filters.dialogs ?? []), named] };
    case 'tag':
      return { ...filters, tags: [...(filters.tags ?? []), named] };
    case 'agent':
      return { ...filters, agents: [...(filters.agents ?? []), named] };
    case 'author': // of what is shared
      return { ...filters, sources: ['shared'], agents: [...(filters.agents ?? []), named] };
    case 'before':
      return within(filters, { to: dateOf(key, name, when).from });
    case 'after':
      return within(filters, { from: dateOf(key, name, when).to });
    case 'since':
      return within(filters, { from: dateOf(key, name, when).from });
    case 'on':
      return within(filters, dateOf(key, name, when));
    default:
      throw refuse(
        `There is no filter ${key}: (in ${key}:${value}). Filters are ${filterKeys.map((known) => `${known}:`).join(' ')}. Put it in quotes to search for it as text.`,
        key,
      );
  }
}

/** Whether an entry satisfies the filters. */
export function passes(
  { item, role, agent, ts }: Pick<IndexedEntry, 'item' | 'role' | 'agent' | 'ts'>,
  filters: Filters,
): boolean {
  const { roles, dialogs, tags, agents, sources, from = -Infinity, to = Infinity } = filters;
  if (ts < from || ts >= to) return false;
  if (roles && !roles.includes(role)) return false;
  if (sources && !sources.includes(item.kind)) return false;
  if (agents && !isNamed(agent, agents)) return false;
  if (tags && !isNamed(item.tags, tags)) return false;
  return !dialogs || isNamed(item.dialog, dialogs);
}

/** Whether a name, or one of several, is wanted. */
export function isNamed(
  names: string | readonly string[] | undefined,
  wanted: readonly NameFilter[],
): boolean {
  const all = typeof names === 'string' ? [names] : (names ?? []);
  return all.some((name) => {
    const own = name.toLowerCase();
    return wanted.some(({ name: typed, whole }) => (whole ? own === typed : own.startsWith(typed)));
  });
}

const within = (filters: Filters, { from = -Infinity, to = Infinity }: Partial<DateSpan>): Filters => ({
  ...filters,
  from: Math.max(from, filters.from ?? -Infinity),
  to: Math.min(to, filters.to ?? Infinity),
});

function dateOf(key: string, value: string, when: When): DateSpan {
  const span = readDate(value, when.now, when.zone);
  if (span) return span;
  throw refuse(
    `${key}:${value} is not a date. Give one such as ${key}:2026-02-05, ${key}:2026-02, ${key}:2026, ${key}:yesterday or ${key}:7d (days ago; also w, m, y), or put it in quotes to search for it as text.`,
    key,
  );
}

function oneOf<T extends string>(known: readonly T[], key: string, value: string, also = value): T {
  const found = known.find((one) => one === value || one === also);
  if (found) return found;
  throw refuse(
    `${key}:${value} is unknown. ${key}: takes ${known.join(', ')}. Put it in quotes to search for it as text.`,
    key,
  );
}

const withPlural = (name: string): string => {
  if (name === 'memory') return 'memories';
  return name.endsWith('s') ? name : `${name}s`;
};

const refuse = (message: string, key: string): StoreError =>
  new StoreError('invalid_argument', message, { argument: 'query', filter: key });
