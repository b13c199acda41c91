import { defined, StoreError, errorMessage } from '../../disk/base/core.ts';
import type { Meaning } from '../../history/meaning/types.ts';
import { isCommandLine, isLikeExclusion } from './commandLine.ts';
import {
  applyFilter,
  isLikeFilterKey,
  isMeant,
  type Filters,
  type HasValue,
  type TypedFilter,
  type When,
} from './filters.ts';
import { excludedWord, pastedPhrase, phraseOf, textWithin, type Phrase } from './phrase.ts';
import { maxQueryLength } from './types.ts';
import { isStopWord, isUnspaced, terms, termsOf, wordsOf } from '../../disk/text/tokens.ts';
import { unmarkedTermsOf } from '../../disk/text/unmarked.ts';

/** A parsed query. All but words and phrases are conditions. */
export interface Query {
  /** Terms for ranking, each once. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  /** Meanings of words, if requested: entries with none of the words may hold synonyms. */
  readonly meanings: readonly Meaning[];
  /** Unquoted words as typed. */
  readonly unquoted: string;
  /** Words as typed, in lower case, which may name a speaker. */
  readonly words: ReadonlySet<string>;
  /** Texts that must occur, in any case. In a question, quoted texts are names and not required. */
  readonly phrases: readonly Phrase[];
  /** Words and phrases that must not occur. */
  readonly excluded: readonly Phrase[];
  readonly pattern: RegExp | undefined;
  readonly filters: Filters;
  /** The whole query as a text, which comes first where it occurs; missing for a single word. */
  readonly typed?: Phrase;
  /** What was read of the query beside words, as it was typed. */
  readonly read: ReadTokens;
  /** Whether it asks when something happened or will. */
  readonly asksTime: boolean;
}

/** Tokens of a query that an answer must tell about. */
export interface ReadTokens {
  readonly filters: readonly string[];
  /** Tokens with the form of a filter whose value its key does not have, searched as text. */
  readonly asText: readonly string[];
  /** Words behind a minus that are searched, as options of a command are. */
  readonly options: readonly string[];
}

/** Weight of single characters of a longer run, which say little beside its bigrams. */
const characterWeight = 0.3;
/** Weight of words that form a sentence rather than its subject, if there are others. */
const weakWeight = 0.2;
const weakWords = new Set(
  terms(
    "she he her his him himself herself itself themselves both while if than hadn't doesn't didn't isn't wasn't aren't weren't wouldn't couldn't shouldn't haven't hasn't",
  ),
);
/** Limit on phrases and exclusions, each of which is searched for in every text. */
const maxPatterns = 50;

const token =
  /\s*(?:(?<not>-)?(?:(?<key>[a-z]+):)?["“](?<phrase>[^"“”]*)["”]|\/(?<regex>(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/(?<flags>[imsu]*)(?=\s|$)|(?<word>\S+))/gsu;
/** Matches a possible filter, but no URL (`http://`), qualified name (`std::map`) or drive (`C:\`). */
const filter = /^(-)?([a-z]{2,}):([^/\\:].*)$/s;
const asksTime =
  /^\s*(?:when|how long|what (?:year|month|day|date|time)|which (?:year|month|day|date))\b|什么时候|何时|哪[年月天]|几[月号点]/i;

/** Number of other words that make a question of a text ending with a question mark. */
const sentenceTerms = 2;

interface QueryTokens {
  readonly isCommand: boolean;
  readonly hasValue: HasValue;
  readonly read: { readonly [key in keyof ReadTokens]: string[] };
  readonly words: string[];
  /** Quoted texts. */
  readonly quoted: string[];
  readonly phrases: Phrase[];
  readonly excluded: Phrase[];
  pattern: RegExp | undefined;
  filters: Filters;
}

const newTokens = (isCommand: boolean, hasValue: HasValue): QueryTokens => ({
  isCommand,
  hasValue,
  read: { filters: [], asText: [], options: [] },
  words: [],
  quoted: [],
  phrases: [],
  excluded: [],
  pattern: undefined,
  filters: {},
});

/**
 * Parses a query. Throws `invalid_argument` with the invalid filter or pattern. Filters whose value their key does not
 * have are text.
 */
export function readQuery(given: string, when: When, hasValue: HasValue = () => true): Query {
  if (given.length > maxQueryLength)
    throw refuseQuery(`The query has ${given.length} characters; at most ${maxQueryLength} are taken.`);
  // A text in backticks is literal: words after a minus belong to it.
  const within = textWithin(given);
  const text = within ?? given;
  const reading = newTokens(within !== undefined || isCommandLine(text), hasValue);
  for (const { groups = {} } of text.trim().matchAll(token)) readToken(groups, reading, when);
  const { excluded, pattern, filters, read } = reading;
  // `When did we read "The Mythical Man-Month"?` names a book; the answer need not.
  const isSentence = /[?？]$/.test(text.trim()) && termsOfQuery(reading.words).ranked.length >= sentenceTerms;
  const phrases = isSentence ? [] : reading.phrases;
  const words = [...reading.words, ...reading.quoted];
  const { ranked, plain } = termsOfQuery(words);
  const sought = ranked.length === 0 ? [...phrases, ...plain.map(phraseOf)] : phrases;
  return {
    terms: ranked,
    meanings: [],
    unquoted: reading.words.join(' '),
    words: new Set(words.flatMap((word) => wordsOf(word.toLowerCase()))),
    phrases: distinct(sought),
    excluded: distinct(excluded),
    pattern,
    filters,
    ...typedText(text.trim()),
    read,
    asksTime: asksTime.test(words.join(' ')),
  };
}

/** Returns the query as one text, if it is more than a word that each of its hits holds. */
function typedText(text: string): { readonly typed?: Phrase } {
  const words = wordsOf(text);
  const isOne = words.length < 2 && /^[\p{L}\p{N}\p{M}]*$/u.test(text);
  if (isOne && !(isUnspaced(text) && text.length > 2)) return {};
  const typed = pastedPhrase(text);
  return typed.terms.length === 0 ? {} : { typed };
}

/** Removes duplicates. Throws if more remain than a search can check in time. */
function distinct(phrases: readonly Phrase[]): Phrase[] {
  const found = [...new Map(phrases.map((phrase) => [phrase.pattern.source, phrase])).values()];
  if (found.length <= maxPatterns) return found;
  throw refuseQuery(
    `The query has ${found.length} phrases or exclusions; at most ${maxPatterns} are taken. Leave some out.`,
  );
}

type TokenGroups = Readonly<Record<string, string | undefined>>;

function readToken(groups: TokenGroups, reading: QueryTokens, when: When): void {
  const { not, key, phrase, regex, flags, word } = groups;
  if (regex !== undefined) reading.pattern = readPattern(regex, flags ?? '');
  else if (phrase !== undefined && key !== undefined) {
    if (!readFilter({ key, value: phrase, quoted: true }, reading, when))
      readPhrase(phrase, not !== undefined, reading);
  } else if (phrase !== undefined) readPhrase(phrase, not !== undefined, reading);
  else if (word !== undefined) readWord(word, reading, when);
}

/** Reads a filter; false if its value is none that the key has. */
function readFilter(typed: TypedFilter, reading: QueryTokens, when: When): boolean {
  const text = `${typed.key}:${typed.quoted ? JSON.stringify(typed.value) : typed.value}`;
  const isFilter = isMeant(typed, when, reading.hasValue);
  if (isFilter) reading.filters = applyFilter(reading.filters, typed, when);
  reading.read[isFilter ? 'filters' : 'asText'].push(text);
  return isFilter;
}

function readPhrase(phrase: string, not: boolean, { quoted, phrases, excluded }: QueryTokens): void {
  if (phrase.trim() === '') return;
  if (not) excluded.push(phraseOf(phrase));
  else {
    phrases.push(phraseOf(phrase));
    quoted.push(phrase);
  }
}

function readWord(word: string, reading: QueryTokens, when: When): void {
  const [, not, key = '', value = ''] = filter.exec(word) ?? [];
  const typed = { key, value, quoted: false };
  if (value !== '' && isLikeFilterKey(key)) {
    if (not === undefined && readFilter(typed, reading, when)) return;
    if (not !== undefined && isMeant(typed, when, reading.hasValue))
      throw refuseQuery(
        `${word} cannot be read: filters cannot be turned round with -. Put it in quotes to search for it as text.`,
      );
    reading.words.push(word);
  } else if (isExclusion(word, reading)) reading.excluded.push(excludedWord(word.slice(1)));
  else {
    if (isLikeExclusion(word)) reading.read.options.push(word);
    reading.words.push(word);
  }
}

/** Whether a word is to be left out: it follows one that is not, in a query that is no command. */
const isExclusion = (word: string, { isCommand, words, phrases, read, pattern }: QueryTokens): boolean =>
  isLikeExclusion(word) &&
  !isCommand &&
  (words.length + phrases.length + read.filters.length > 0 || pattern !== undefined);

function readPattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, [...new Set(`${flags}i`)].join(''));
  } catch (error) {
    const reason = errorMessage(error);
    throw refuseQuery(
      `/${source}/${flags} is not a regular expression: ${reason}. Correct it, or put it in quotes.`,
    );
  }
}

/**
 * Returns the terms to rank by, without stop words; if there are only those, or signs, they are searched for literally.
 */
function termsOfQuery(words: readonly string[]) {
  const weights = new Map<string, number>();
  const plain: string[] = [];
  for (const typed of words) {
    const parts = wordsOf(typed);
    if (parts.length === 0) plain.push(typed);
    for (const word of parts) {
      const all = [...termsOf(word), ...unmarkedTermsOf(word)].filter((term) => !isStopWord(term));
      if (all.length === 0) plain.push(parts.length === 1 ? typed : word);
      const long = all.some((term) => isUnspaced(term) && Array.from(term).length > 1);
      for (const term of all) {
        const weight = long && Array.from(term).length === 1 ? characterWeight : 1;
        weights.set(term, Math.max(weights.get(term) ?? 0, weight));
      }
    }
  }
  const hasSpecific = [...weights.keys()].some((term) => !weakWords.has(term));
  const weightOf = (term: string, weight: number) =>
    hasSpecific && weakWords.has(term) ? weakWeight : weight;
  return { ranked: [...weights].map(([term, weight]) => ({ term, weight: weightOf(term, weight) })), plain };
}

/** Makes the error for an invalid query. */
export const refuseQuery = (message: string, filter?: string): StoreError =>
  new StoreError('invalid_argument', message, { argument: 'query', ...defined({ filter }) });
