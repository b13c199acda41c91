import { isStopWord, isUnspaced, termsOf, wordsOf } from '../text/tokens.ts';

/** A piece of a regular expression: what stands for itself, a blank, or something else, and how often it may be there. */
const piece =
  /(?:(?<plain>[\p{L}\p{N}_,;:'"=<>@#%~`!])|(?<blank> |\\s)|\\(?<escaped>[^\p{L}\p{N}])|\\[pPuxkc]\{[^}]*\}|\\.|[^])(?<times>[?*+]|\{\d*,?\d*\})?\??/gsu;

/**
 * Terms that every text has that a regular expression matches: of words that stand between blanks in it, and Chinese characters. None
 * where it has groups, choices or classes, of which not all need to be there.
 */
export function patternTerms({ source }: RegExp): readonly string[] {
  if (/[|[(]/.test(source.replaceAll(/\\./gs, ''))) return [];
  return [...new Set(literals(source).flatMap((text) => [...termsBetweenBlanks(text), ...chinese(text)]))];
}

/** The pieces of text that must be there, one after the other. */
function literals(source: string): string[] {
  const found = [''];
  for (const { groups = {} } of source.matchAll(piece)) {
    const { plain, blank, escaped, times } = groups;
    const character = plain ?? escaped ?? (blank === undefined ? undefined : ' ');
    if (character === undefined || (times !== undefined && /^(?:[?*]|\{0*[,}])/.test(times))) found.push('');
    else found.push(`${found.pop() ?? ''}${character}`);
    // What may be there more than once may have itself beside it.
    if (times !== undefined && character !== ' ') found.push('');
  }
  return found;
}

/** The first and the last word may go on in the text. */
const termsBetweenBlanks = (text: string): string[] =>
  wordsOf(text.split(' ').slice(1, -1).join(' '))
    .filter((word) => !isUnspaced(word) && word.length <= 128)
    .flatMap((word) => termsOf(word).slice(0, 1))
    .filter((term) => !isStopWord(term));

const chinese = (text: string): string[] =>
  (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) => termsOf(run));
