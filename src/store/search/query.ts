import { defined, StoreError } from '../base/core.ts';
import type { Meaning } from '../meaning/types.ts';
import { applyFilter, isLikeFilterKey, type Filters, type When } from './filters.ts';
import { maxQueryLength } from './limits.ts';
import { isStopWord, isUnspaced, terms, termsOf, wordsOf } from '../text/tokens.ts';

/** A text to be looked for. */
export interface Phrase {
  readonly pattern: RegExp;
  /** What every text that holds it has among its terms; empty where there is nothing of the kind. */
  readonly terms: readonly string[];
  /** Its only term, where a text that holds another form of it is meant, too. */
  readonly term?: string;
}

/** A term that may stand for one of a query. */
export interface Expansion {
  /** The term of the query. */
  readonly of: string;
  readonly term: string;
  /** What it counts beside that, 0 to 1. */
  readonly weight: number;
  /** Another form of the word, or what is meant by it. */
  readonly origin: 'form' | 'concept';
}

/** What a query asks for. Everything but its words and phrases is a condition. */
export interface Query {
  /** What is ranked by, each term once. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  /** What may stand for terms in the index that is searched. */
  readonly expansions: readonly Expansion[];
  /** What words mean, where that is asked for: entries that hold none of them may hold others of the same meaning. */
  readonly meanings: readonly Meaning[];
  /** Words that are not in quotes, as they were typed. */
  readonly loose: string;
  /** Words as they were typed, in lower case: they may name a speaker. */
  readonly words: ReadonlySet<string>;
  /** Texts that must be there, upper or lower case. In a sentence that asks, what is in quotes is a name, and none of these. */
  readonly phrases: readonly Phrase[];
  /** Words and phrases that must not be there. */
  readonly excluded: readonly Phrase[];
  readonly pattern: RegExp | undefined;
  readonly filters: Filters;
  /** It asks when something was or will be. */
  readonly asksTime: boolean;
}

/** Single characters of a longer run tell little beside its bigrams. */
const characterWeight = 0.3;
/** Words that make a sentence rather than tell what it asks for; they weigh less than others where there are others. */
const weakWeight = 0.2;
const weakWords = new Set(
  terms(
    "she he her his him himself herself itself themselves both while if than hadn't doesn't didn't isn't wasn't aren't weren't wouldn't couldn't shouldn't haven't hasn't",
  ),
);
/** Phrases and exclusions are looked for in every text, one after the other. */
const maxPatterns = 50;

const token =
  /\s*(?:(?<not>-)?(?:(?<key>[a-z]+):)?["“](?<phrase>[^"“”]*)["”]|\/(?<regex>(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/(?<flags>[imsu]*)(?=\s|$)|(?<word>\S+))/gsu;
/** What may be a filter: neither an address (`http://`), a name in a program (`std::map`) nor a drive (`C:\`). */
const filter = /^(-)?([a-z]{2,}):([^/\\:].*)$/s;
const asksTime =
  /^\s*(?:when|how long|what (?:year|month|day|date|time)|which (?:year|month|day|date))\b|什么时候|何时|哪[年月天]|几[月号点]/i;

/** So many other words make a sentence of what ends with a question mark. */
const sentenceTerms = 2;

interface QueryTokens {
  readonly words: string[];
  /** What stood in quotes. */
  readonly quoted: string[];
  readonly phrases: Phrase[];
  readonly excluded: Phrase[];
  pattern: RegExp | undefined;
  filters: Filters;
}

/** Reads a query. Throws `invalid_argument`, naming the filter or pattern that is wrong. */
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
  // Somebody who asks `When did we read "The Mythical Man-Month"?` names a book; its answer need not.
  const isSentence = /[?？]$/.test(text.trim()) && termsOfQuery(reading.words).ranked.length >= sentenceTerms;
  const phrases = isSentence ? [] : reading.phrases;
  const words = [...reading.words, ...reading.quoted];
  const { ranked, plain } = termsOfQuery(words);
  const sought = ranked.length === 0 ? [...phrases, ...plain.map(phraseOf)] : phrases;
  return {
    terms: ranked,
    expansions: [],
    meanings: [],
    loose: reading.words.join(' '),
    words: new Set(words.flatMap((word) => wordsOf(word.toLowerCase()))),
    phrases: once(sought),
    excluded: once(excluded),
    pattern,
    filters,
    asksTime: asksTime.test(words.join(' ')),
  };
}

/** Each once. Throws for so many that a search would take too long. */
function once(phrases: readonly Phrase[]): Phrase[] {
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

/** A word longer than this is not indexed. */
const maxWordLength = 128;

function phraseOf(text: string): Phrase {
  const terms = wordsOf(text).flatMap((word) => {
    if (isUnspaced(word)) return termsOf(word).filter(isUnspaced);
    return word.length > maxWordLength ? [] : termsOf(word).slice(0, 1);
  });
  return { pattern: phrasePattern(text), terms: [...new Set(terms)].filter((term) => !isStopWord(term)) };
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

/** A letter or digit of a script that puts blanks between words. */
const inWord =
  '[[\\p{L}\\p{N}]--[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]]';

/** Finds a text whatever its case and blanks are; where it begins or ends with a word, that must be a whole word. */
function phrasePattern(phrase: string): RegExp {
  const text = phrase.trim();
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
  const isWord = new RegExp(`^${inWord}$`, 'v');
  const [first = '', last = ''] = [Array.from(text)[0], Array.from(text).at(-1)];
  const before = isWord.test(first) ? `(?<!${inWord})` : '';
  const after = isWord.test(last) ? `(?!${inWord})` : '';
  return new RegExp(before + escaped + after, 'iv');
}

/** What is ranked by: all terms but stop words, and words to be looked for as they stand if there is nothing else. */
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
  const telling = [...weights.keys()].some((term) => !weakWords.has(term));
  const weightOf = (term: string, weight: number) => (telling && weakWords.has(term) ? weakWeight : weight);
  return { ranked: [...weights].map(([term, weight]) => ({ term, weight: weightOf(term, weight) })), plain };
}

/** A query that cannot be read. */
export const refuseQuery = (message: string, filter?: string): StoreError =>
  new StoreError('invalid_argument', message, { argument: 'query', ...defined({ filter }) });
