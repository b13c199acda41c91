import { isStopWord, termsOf } from '../text/tokens.ts';
import { everydayTable } from './everydayTable.ts';

/** The terms that answers may hold instead of one of a query, as `dog` where it asks for pets. */
export function everydayTerms(term: string): readonly string[] {
  const lines = (linesByTerm ??= readTable()).get(term) ?? [];
  const found = new Set(
    lines.flatMap((line) => line.split(/:? /)).flatMap((word) => termsOf(word).slice(-1)),
  );
  found.delete(term);
  return [...found].filter((one) => !isStopWord(one));
}

/** The lines of the table that a term begins. */
let linesByTerm: ReadonlyMap<string, readonly string[]> | undefined;

function readTable(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of everydayTable.trim().split('\n'))
    for (const word of line.slice(0, line.indexOf(':')).split(' ')) {
      const [term = ''] = termsOf(word).slice(-1);
      const known = found.get(term);
      if (known) known.push(line);
      else found.set(term, [line]);
    }
  return found;
}
