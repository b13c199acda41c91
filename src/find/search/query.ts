import { defined, StoreError } from '../../disk/base/core.ts';
import type { Meaning } from '../../history/meaning/types.ts';
import { applyFilter, isLikeFilterKey, type Filters, type When } from './filters.ts';
import { maxQueryLength } from './types.ts';
import { isStopWord, isUnspaced, terms, termsOf, wordsOf } from '../../disk/text/tokens.ts';

/** A text to find. */
export interface Phrase {
  /** As it was typed. */
  readonly text: string;
  readonly pattern: RegExp;
  /** Terms in every text that holds it; empty if there are none. */
  readonly terms: readonly string[];
  /** Its only term, if texts with another form of it count too. */
  readonly term?: string;
}

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
  /** Whether it asks when something happened or will. */
  readonly asksTime: boolean;
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
  readonly words: string[];
  /** Quoted texts. */
  readonly quoted: string[];
  readonly phrases: Phrase[];
  readonly excluded: Phrase[];
  pattern: RegExp | undefined;
  filters: Filters;
}

/** Parses a query. Throws `invalid_argument` with the invalid filter or pattern. */
export function readQuery(text: string, when: When): Query {
  if (text.length > maxQueryLength)
    throw refuseQuery(`The query has ${text.length} characters; at most ${maxQueryLength} are taken.`);
  const reading: QueryTokens = {
    words: [],
    quoted: [],
    phrases: [],
    excluded: [],
    pattern: undefined,
    filters: {},
  };
  for (const { groups = {} } of text.trim().matchAll(token)) readToken(groups, reading, when);
  const { excluded, pattern, filters } = reading;
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
    asksTime: asksTime.test(words.join(' ')),
  };
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
  else if (phrase !== undefined && key !== undefined)
    reading.filters = applyFilter(reading.filters, { key, value: phrase, quoted: true }, when);
  else if (phrase !== undefined) readPhrase(phrase, not !== undefined, reading);
  else if (word !== undefined) readWord(word, reading, when);
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
  const isFilter = value !== '' && isLikeFilterKey(key);
  if (isFilter && not) throw refuseQuery(`${word} cannot be read: filters cannot be turned round with -.`);
  if (isFilter) reading.filters = applyFilter(reading.filters, { key, value, quoted: false }, when);
  else if (/^-[\p{L}\p{N}]/u.test(word)) reading.excluded.push(excludedWord(word.slice(1)));
  else reading.words.push(word);
}

function excludedWord(word: string): Phrase {
  const [term, ...more] = wordsOf(word).length === 1 && !isUnspaced(word) ? termsOf(word) : [];
  const known = term !== undefined && !isStopWord(term) && more.length === 0;
  return { ...phraseOf(word), ...(known && { term }) };
}

/** Longer words are not indexed. */
const maxWordLength = 128;

function phraseOf(text: string): Phrase {
  const terms = wordsOf(text).flatMap((word) => {
    if (isUnspaced(word)) return termsOf(word).filter(isUnspaced);
    return word.length > maxWordLength ? [] : termsOf(word).slice(0, 1);
  });
  return {
    text,
    pattern: phrasePattern(text),
    terms: [...new Set(terms)].filter((term) => !isStopWord(term)),
  };
}

function readPattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, [...new Set(`${flags}i`)].join(''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuseQuery(
      `/${source}/${flags} is not a regular expression: ${reason}. Correct it, or put it in quotes.`,
    );
  }
}

/** A letter or digit of a script with blanks between words. */
const inWord =
  '[[\\p{L}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]]';

/** Matches a text in any case and spacing, with word boundaries where it begins or ends with a word. */
function phrasePattern(phrase: string): RegExp {
  const text = phrase.trim();
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
  const isWord = new RegExp(`^${inWord}$`, 'v');
  const [first = '', last = ''] = [Array.from(text)[0], Array.from(text).at(-1)];
  const before = isWord.test(first) ? `(?<!${inWord})` : '';
  const after = isWord.test(last) ? `(?!${inWord})` : '';
  return new RegExp(before + escaped + after, 'iv');
}

/** Returns the terms to rank by, without stop words; if there are only those, they are searched for literally. */
function termsOfQuery(words: readonly string[]) {
  const weights = new Map<string, number>();
  const plain: string[] = [];
  for (const word of words.flatMap(wordsOf)) {
    const all = termsOf(word).filter((term) => !isStopWord(term));
    if (all.length === 0) plain.push(word);
    const long = all.some((term) => isUnspaced(term) && Array.from(term).length > 1);
    for (const term of all) {
      const weight = long && Array.from(term).length === 1 ? characterWeight : 1;
      weights.set(term, Math.max(weights.get(term) ?? 0, weight));
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
