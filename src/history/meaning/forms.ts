import { isStopWord, isUnspaced, runsOf, termsOf, wordsOf } from '../../disk/text/tokens.ts';

/** A word or phrase that developers use. */
export interface Form {
  /** Stems of its words in order; Chinese unchanged. */
  readonly tokens: readonly string[];
  /** Terms of a text that contains it; empty if it is too common to search for. */
  readonly terms: readonly string[];
  /** Only searched for in texts, because its words are separate in queries. */
  readonly isTextOnly: boolean;
}

/** Words with one meaning, and related words. */
export interface Concept {
  readonly core: readonly Form[];
  readonly related: readonly Form[];
}

/** Parses a line of the table: forms and, after `|`, related ones. */
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

/** Parses a form: `sign in`; `log in?` only in queries; `log+account` only in texts. */
function formOf(text: string): Form {
  const tokens = tokensOf(text);
  const terms = text.endsWith('?') ? [] : termsToHold(text);
  return { tokens, terms, isTextOnly: text.includes('+') };
}

/** Returns the stems of a text's words in order; runs of Chinese stay whole. */
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

/** Returns the pairs of characters, or the only character. */
function charactersToHold(run: string): readonly string[] {
  const terms = termsOf(run);
  return terms.length === 1 ? terms : terms.filter((term) => Array.from(term).length > 1);
}
