import { lineAt, placesIn } from '../text/tableLines.ts';
import { isStopWord, termsOf } from '../text/tokens.ts';
import { everydayTable } from './everydayTable.ts';

/** The terms that answers may hold instead of one of a query, as `dog` where it asks for pets. */
export function everydayTerms(term: string): readonly string[] {
  const found = new Set(
    linesThatBegin(term)
      .flatMap((line) => line.split(/:? /))
      .flatMap((word) => termsOf(word).slice(-1)),
  );
  found.delete(term);
  return [...found].filter((one) => !isStopWord(one));
}

/**
 * The lines of the table that have a term before their `:`. Stems begin with the same letters as their words, and those of Chinese are
 * the ends of these, so that only words with these are looked at: to stem all would take longer than a search.
 */
function linesThatBegin(term: string): readonly string[] {
  const lines = new Set<string>();
  for (const at of placesIn(everydayTable, term >= '\u2e80' ? term : term.slice(0, 2))) {
    const line = lineAt(everydayTable, at);
    if (lines.has(line)) continue;
    const heads = line.slice(0, line.indexOf(':')).split(' ');
    if (heads.some((word) => termsOf(word).at(-1) === term)) lines.add(line);
  }
  return [...lines];
}
