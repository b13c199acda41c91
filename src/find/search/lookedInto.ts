import type { Say, Text } from '../../disk/base/texts.ts';
import type { IndexedItem } from './indexedItem.ts';
import type { Note, SearchRequest, SearchSource, SourceKind } from './types.ts';
import { sourceKinds } from './types.ts';

const things: Readonly<Record<SourceKind, readonly [one: Text, several: Text]>> = {
  dialogs: ['1 dialog', '{0} dialogs'],
  contexts: ['1 context snapshot', '{0} context snapshots'],
  archives: ['1 kept session', '{0} kept sessions'],
  sessions: ['1 session', '{0} sessions'],
  memories: ['1 memory', '{0} memories'],
  shared: ['1 shared item', '{0} shared items'],
};

/** What a search that found nothing looked into, and what of it could not be read, as sentences. */
export function lookedInto(
  items: readonly IndexedItem[],
  sources: readonly SearchSource[],
  { dialog }: Pick<SearchRequest, 'dialog'>,
): readonly Note[] {
  const searched = items.filter(
    ({ entries, dialog: own }) => entries.length > 0 && (dialog === undefined || own === dialog),
  );
  const isNamed = dialog === undefined || searched.length > 0;
  return [
    isNamed
      ? (say) => countText(searched, sources, say)
      : (say) => say('There is no dialog {0}.', JSON.stringify(dialog)),
    ...sources.flatMap(({ unread = [] }) =>
      unread.map(
        (note): Note =>
          (say) =>
            say('Not searched: {0}', note(say)),
      ),
    ),
  ];
}

function countText(items: readonly IndexedItem[], sources: readonly SearchSource[], say: Say): string {
  const counts = sourceKinds
    .filter((kind) => sources.some((source) => source.kind === kind))
    .map((kind) => ({ kind, count: countOf(kind, items) }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return say('There is nothing to look into yet.');
  const texts = counts.map(({ kind, count }) => {
    const [one, several] = things[kind];
    return count === 1 ? say(one) : say(several, count);
  });
  return say('Looked into: {0}.', texts.join(say(', ')));
}

/** Counts wholes: a session has several items, memories and contexts share names. */
function countOf(wanted: SourceKind, items: readonly IndexedItem[]): number {
  const isShared = wanted === 'memories' || wanted === 'contexts';
  const names = items.flatMap(({ kind, key, name }) => (kind === wanted ? [isShared ? key : name] : []));
  return new Set(names).size;
}
