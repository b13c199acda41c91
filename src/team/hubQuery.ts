import type { Say } from '../disk/base/texts.ts';
import { isCommandLine, isLikeExclusion } from '../find/search/commandLine.ts';
import {
  applyFilter,
  isLikeFilterKey,
  isMeant,
  type Filters,
  type NameFilter,
  type TypedFilter,
  type When,
} from '../find/search/filters.ts';
import { refuseQuery } from '../find/search/query.ts';
import { recordKinds, type RecordKind } from './types.ts';

/** Maximum characters of a query, and maximum number of its words, phrases and exclusions. */
const maxQuery = 500;
const maxNeedles = 50;

/** A parsed hub search: the words, and filters on the records. */
export interface HubQuery {
  /** Texts a record must contain, case-insensitive, without duplicates. */
  readonly needles: readonly string[];
  /** The quoted ones among them, also required in matches by meaning. */
  readonly phrases: readonly string[];
  /** Texts a record must not contain. */
  readonly excluded: readonly string[];
  /** People, as roles of the database. */
  readonly authors: readonly NameFilter[];
  readonly kinds: readonly RecordKind[];
  readonly filters: Filters;
}

/** Filters of a hub search. */
const hubFilterKeys = [
  'author',
  'kind',
  'role',
  'dialog',
  'before',
  'after',
  'since',
  'on',
  'source',
] as const;

const token =
  /(?<not>-)?(?:(?<key>[a-z]+):)?["“](?<phrase>[^"“”]*)["”]|(?<regex>\/(?:\\.|[^/\\])+\/[imsu]*)(?=\s|$)|(?<word>\S+)/gsu;
/** What may be a filter, as in the search of the history. */
const filter = /^(-)?([a-z]{2,}):([^/\\:].*)$/s;

interface Reading {
  readonly isCommand: boolean;
  readonly needles: string[];
  readonly phrases: string[];
  readonly excluded: string[];
  readonly authors: NameFilter[];
  readonly kinds: RecordKind[];
  filters: Filters;
  /** `source:hub` alone requests the newest records. */
  isForHub: boolean;
}

/**
 * Parses a query in the syntax of the history search. Throws `invalid_argument`, naming what is wrong or unsupported
 * by a hub.
 */
export function readHubQuery(query: string, when: When): HubQuery {
  if (query.length > maxQuery)
    throw refuseQuery(`The query has ${query.length} characters; a hub takes at most ${maxQuery}.`);
  const reading: Reading = {
    isCommand: isCommandLine(query),
    needles: [],
    phrases: [],
    excluded: [],
    authors: [],
    kinds: [],
    filters: {},
    isForHub: false,
  };
  for (const { groups = {} } of query.matchAll(token)) readToken(groups, reading, when);
  const { filters, authors, kinds } = reading;
  const [needles, excluded] = [[...new Set(reading.needles)], [...new Set(reading.excluded)]];
  if (needles.length + excluded.length > maxNeedles)
    throw refuseQuery(
      `The query has ${needles.length + excluded.length} words; a hub takes at most ${maxNeedles}.`,
    );
  const isEmpty = [needles, excluded, authors, kinds].every(({ length }) => length === 0);
  if (isEmpty && !reading.isForHub && Object.keys(filters).length === 0)
    throw refuseQuery('Say what to search for: words, or a filter such as author: or kind:.');
  return { needles, phrases: reading.phrases, excluded, authors, kinds, filters };
}

/** Says what a query leaves out, as sentences in a language. */
export function leftOutNotes(query: string, when: When, say: Say): readonly string[] {
  const { excluded } = readHubQuery(query, when);
  return excluded.length === 0 ? [] : [say('Without: {0}{1}.', excluded.join(', '), '')];
}

function readToken(
  { not, key, phrase, regex, word = '' }: Readonly<Record<string, string | undefined>>,
  reading: Reading,
  when: When,
): void {
  if (regex !== undefined)
    throw refuseQuery(`A hub does not search for ${regex}. Put it in quotes to search for it as text.`);
  if (phrase !== undefined && key !== undefined) {
    if (phrase.trim() !== '') addFilter(reading, { key, value: phrase, quoted: true }, when);
  } else if (phrase !== undefined) {
    if (phrase.trim() !== '') addPhrase(reading, phrase, not !== undefined);
  } else readWord(word, reading, when);
}

function addPhrase({ needles, phrases, excluded }: Reading, phrase: string, isExcluded: boolean): void {
  for (const texts of isExcluded ? [excluded] : [needles, phrases]) texts.push(phrase);
}

function readWord(word: string, reading: Reading, when: When): void {
  const [, not, key = '', value = ''] = filter.exec(word) ?? [];
  const typed = { key, value, quoted: false };
  const isFilter = value !== '' && isHubFilter(typed, when);
  if (isFilter && not !== undefined)
    throw refuseQuery(
      `${word} cannot be read: filters cannot be turned round with -. Put it in quotes to search for it as text.`,
    );
  if (isFilter) addFilter(reading, typed, when);
  else if (isExclusion(word, reading)) reading.excluded.push(word.slice(1));
  else reading.needles.push(word);
}

/** Whether a text of the form of a filter is one, rather than text: its key may have this value. */
function isHubFilter(typed: TypedFilter, when: When): boolean {
  const { key, value } = typed;
  if (key === 'kind' || key === 'kinds') return true;
  if (key === 'source' && value.toLowerCase() === 'hub') return true;
  return isLikeFilterKey(key) && isMeant(typed, when, () => true);
}

const isExclusion = (word: string, { isCommand, needles, authors, kinds, filters }: Reading): boolean =>
  isLikeExclusion(word) &&
  !isCommand &&
  (needles.length + authors.length + kinds.length > 0 || Object.keys(filters).length > 0);

function addFilter(
  reading: Reading,
  typed: { readonly key: string; readonly value: string; readonly quoted: boolean },
  when: When,
): void {
  const { key, value, quoted } = typed;
  switch (key) {
    case 'author':
      reading.authors.push({ name: value, whole: quoted });
      return;
    case 'kind':
      reading.kinds.push(kindOf(value));
      return;
    case 'source':
      reading.isForHub ||= value.toLowerCase() === 'hub';
      if (value.toLowerCase() === 'hub') return;
      throw refuseQuery(
        `${key}:${value} is no part of a hub, where kind: takes ${recordKinds.join(', ')}. Put it in quotes to search for it as text.`,
        key,
      );
    default:
      if (!hubFilterKeys.some((known) => known === key))
        throw refuseQuery(
          `A hub has no filter ${key}: (in ${key}:${value}). Its filters are ${hubFilterKeys.map((known) => `${known}:`).join(' ')}. Put it in quotes to search for it as text.`,
          key,
        );
      reading.filters = applyFilter(reading.filters, typed, when);
  }
}

/** Parses a kind in singular or plural (`memory`, `memories`); `dialog` means messages. */
function kindOf(value: string): RecordKind {
  const typed = value.toLowerCase();
  const singular = typed === 'memories' ? 'memory' : typed === 'summaries' ? 'summary' : typed;
  const wanted = singular === 'dialog' || singular === 'dialogs' ? 'message' : singular;
  const kind = recordKinds.find((known) => known === wanted || `${known}s` === wanted);
  if (kind !== undefined) return kind;
  throw refuseQuery(
    `kind:${value} is unknown. kind: takes ${recordKinds.join(', ')}. Put it in quotes to search for it as text.`,
    'kind',
  );
}
