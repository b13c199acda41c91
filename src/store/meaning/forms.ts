import { isStopWord, isUnspaced, runsOf, termsOf, wordsOf } from '../text/tokens.ts';

/** A word or phrase that developers use for something. */
export interface Form {
  /** Stems of its words in order; Chinese as it stands. */
  readonly tokens: readonly string[];
  /** What a text holds that has it; empty for one that is too common to be looked for. */
  readonly terms: readonly string[];
  /** It is only looked for in texts, as its words stand apart in queries. */
  readonly isSought: boolean;
}

/** Words that mean one thing, and others that are said in the same breath. */
export interface Concept {
  readonly core: readonly Form[];
  readonly related: readonly Form[];
}

/** Reads a line of the table: forms and, behind `|`, related ones. */
export function conceptOf(line: string): Concept {
  const [core = '', related = ''] = line.split('|');
  return { core: formsOf(core), related: formsOf(related) };
}

const formsOf = (list: string): Form[] =>
  list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(formOf);

/** `sign in`; `log in?` is understood in queries only; `log+account` is looked for in texts only. */
function formOf(text: string): Form {
  const tokens = tokensOf(text);
  const terms = text.endsWith('?') ? [] : termsToHold(text);
  return { tokens, terms, isSought: text.includes('+') };
}

/** The words of a text in order, by their stems; runs of Chinese whole. */
export const tokensOf = (text: string): string[] =>
  wordsOf(text)
    .flatMap(runsOf)
    .map((run) => (isUnspaced(run) ? run : (termsOf(run)[0] ?? run)));

function termsToHold(text: string): readonly string[] {
  const terms = wordsOf(text)
    .flatMap(runsOf)
    .flatMap((run) => (isUnspaced(run) ? charactersToHold(run) : termsOf(run).slice(0, 1)));
  return [...new Set(terms)].filter((term) => !isStopWord(term));
}

/** The pairs of characters, or the only one. */
function charactersToHold(run: string): readonly string[] {
  const terms = termsOf(run);
  return terms.length === 1 ? terms : terms.filter((term) => Array.from(term).length > 1);
}
