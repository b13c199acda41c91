import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { wordsOf } from '../../disk/text/tokens.ts';
import { phraseOf } from './phrase.ts';
import { entryRoles } from './filters.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { ScoreList } from './scoreList.ts';
import { holdersOf } from './textFilter.ts';
import type { TextIndex } from './textIndex.ts';

/** Factor for the list of a session's changed files that has a path of the query. */
const factor = 1.3;
/** Numbers of paths that are looked for, and of lists that are read for one, newest first. */
const [maxPaths, maxLists] = [4, 100];

/** A path with folders, or a file's name. */
const path = /(?:[\w@.[\]()-]+[/\\])+[\w@.[\]()-]*\w|[\w@-][\w@.-]*\.[A-Za-z]\w{0,7}(?![\w/\\])/g;

/** Returns the paths of files in a query, with `/`, in lower case. */
export function pathsIn(query: string): readonly string[] {
  const found = Array.from(query.matchAll(path), ([one]) =>
    one
      .replace(/^\((?!.*\))/, '')
      .replaceAll('\\', '/')
      .toLowerCase(),
  );
  return [...new Set(found)].slice(0, maxPaths);
}

/**
 * Ranks higher the sessions that changed a file the query names: words of a path are common, so that many sessions hold
 * them all in other paths.
 */
export async function raiseChanged(
  scored: ScoreList,
  query: string,
  { index, texts }: { readonly index: TextIndex; readonly texts: EntryTexts },
  slices: TimeSlices,
): Promise<ScoreList> {
  const raised = new Set<number>();
  for (const name of pathsIn(query)) {
    for (const number of listsWith(name, index)) {
      const text = await texts.of(index.entry(number));
      if (
        text
          ?.toLowerCase()
          .split('\n')
          .some((line) => line === name || line.endsWith(`/${name}`))
      )
        raised.add(number);
      if (slices.isOver) await slices.pause();
    }
  }
  return scored.times(factor, raised);
}

/** Returns the newest lists of changed files that hold all words of a path. */
function listsWith(name: string, { postings, columns }: TextIndex): readonly number[] {
  if (wordsOf(name).length < 2) return [];
  const holders = holdersOf(phraseOf(name).terms, postings, columns.size);
  const files = entryRoles.indexOf('files');
  const lists: number[] = [];
  holders?.forEach((holds, number) => {
    if (holds === 1 && columns.roles[number] === files && columns.removed[number] !== 1) lists.push(number);
  });
  return lists.sort((a, b) => (columns.ts[b] ?? 0) - (columns.ts[a] ?? 0)).slice(0, maxLists);
}
