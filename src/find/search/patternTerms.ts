import { isStopWord, isUnspaced, termsOf, wordsOf } from '../../disk/text/tokens.ts';

/** Matches a piece of a regular expression: a literal, a blank or something else, with its quantifier. */
const piece =
  /(?:(?<plain>[\p{L}\p{N}_,;:'"=<>@#%~`!])|(?<blank> |\\s)|\\(?<escaped>[^\p{L}\p{N}])|\\[pPuxkc]\{[^}]*\}|\\.|[^])(?<times>[?*+]|\{\d*,?\d*\})?\??/gsu;

/**
 * Returns terms that every match of a regular expression contains: words between blanks, and Chinese characters. Empty
 * for groups, choices and classes, which not every match contains in full.
 */
export function patternTerms({ source }: RegExp): readonly string[] {
  if (/[|[(]/.test(source.replaceAll(/\\./gs, ''))) return [];
  return [...new Set(literals(source).flatMap((text) => [...termsBetweenBlanks(text), ...chinese(text)]))];
}

/** Returns the literal texts that must occur, in order. */
function literals(source: string): string[] {
  const found = [''];
  for (const { groups = {} } of source.matchAll(piece)) {
    const { plain, blank, escaped, times } = groups;
    const character = plain ?? escaped ?? (blank === undefined ? undefined : ' ');
    if (character === undefined || (times !== undefined && /^(?:[?*]|\{0*[,}])/.test(times))) found.push('');
    else found.push(`${found.pop() ?? ''}${character}`);
    // A repeated piece may be followed by itself.
    if (times !== undefined && character !== ' ') found.push('');
  }
  return found;
}

/** Returns the terms between blanks; the first and last word may continue in the text. */
const termsBetweenBlanks = (text: string): string[] =>
  wordsOf(text.split(' ').slice(1, -1).join(' '))
    .filter((word) => !isUnspaced(word) && word.length <= 128)
    .flatMap((word) => termsOf(word).slice(0, 1))
    .filter((term) => !isStopWord(term));

const chinese = (text: string): string[] =>
  (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) => termsOf(run));
