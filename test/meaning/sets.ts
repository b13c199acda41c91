import { isStopWord, isUnspaced, terms } from '../../src/disk/text/tokens.ts';
import { across } from './across.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { others } from './others.ts';

/** A question, and the text that answers it in other words. */
export interface Pair {
  readonly query: string;
  readonly text: string;
}

const pairsIn = (lines: string): readonly Pair[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [query = '', text = ''] = line.split(' = ');
      return { query, text };
    });

const [englishPairs, chinesePairs] = [pairsIn(english), pairsIn(chinese)];
const answers = [...englishPairs, ...chinesePairs].map(({ text }) => text);

const wholeText = (beginning: string): string => {
  const text = answers.find((answer) => answer.startsWith(beginning));
  if (text === undefined) throw new Error(`no text begins with ${beginning}`);
  return text;
};

/** By language: of the question and its answer, or of each. */
export const sets: Readonly<Record<'English' | 'Chinese' | 'across', readonly Pair[]>> = {
  English: englishPairs,
  Chinese: chinesePairs,
  across: pairsIn(across).map(({ query, text }) => ({ query, text: wholeText(text) })),
};

/** All that is searched. */
export const texts: readonly string[] = [...answers, ...others.trim().split('\n')];

/** The words, or pairs of Chinese characters, that a question has in common with its answer. */
export function sharedWords({ query, text }: Pair): string[] {
  const held = new Set(terms(text));
  const tells = (term: string): boolean => !isStopWord(term) && (!isUnspaced(term) || term.length > 1);
  return terms(query).filter((term) => tells(term) && held.has(term));
}
