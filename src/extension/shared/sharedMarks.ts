import { l10n } from 'vscode';
import { summaryEntry } from '../../store/search/summaryEntry.ts';
import { formatPlace, hashLength, parsePlace, type Place } from '../../store/search/reference.ts';
import type { SharedItem } from '../../store/shared/types.ts';
import { isObject } from '../../store/base/core.ts';
import { dateTime } from '../base/notices.ts';
import { placeOfRow, type RowServices } from '../base/rowPlace.ts';
import type { RowMark, RowMarks } from '../tree/rowMarks.ts';
import type { SharedLists } from './sharedLists.ts';

/** Marks the rows of all trees that are shared, with who shared them. */
export const sharedMarks = (services: RowServices, lists: SharedLists): RowMarks => ({
  onDidChange: lists.onDidChange,
  markOf: async (row) => {
    if (lists.used.length === 0 || !isObject(row) || row.kind === 'section') return undefined;
    const found = await placeOfRow(services, row);
    if (found === undefined) return undefined;
    // The tree of what is shared tells what cannot be read.
    const list = await lists.of(found.project).catch(() => undefined);
    const item = list && sharedOf(list.items, whatIsShared(found.place));
    return item && markOf(item, item.author === list.me);
  },
});

/** Of a dialog its summary is what is shared. */
export const whatIsShared = (place: Place): Place =>
  place.source === 'dialogs' && place.entry === undefined ? { ...place, entry: summaryEntry } : place;

/** The item that was made of a place. */
export function sharedOf(items: readonly SharedItem[], place: Place): SharedItem | undefined {
  const key = keyOf(place);
  return items.find(({ of }) => {
    const made = of === undefined ? undefined : parsePlace(of);
    return made !== undefined && keyOf(made) === key;
  });
}

/** A memory is known by its hash alone. */
const keyOf = (place: Place): string =>
  place.source === 'memories' ? `memories ${place.entry?.slice(0, hashLength) ?? ''}` : formatPlace(place);

const markOf = ({ author, updatedAt }: SharedItem, isMine: boolean): RowMark => ({
  state: 'shared',
  description: author === undefined || isMine ? l10n.t('shared') : l10n.t('shared by {0}', author),
  tooltip:
    author === undefined
      ? l10n.t('Shared with the team: {0}', dateTime(updatedAt))
      : l10n.t('Shared with the team by {0}: {1}', author, dateTime(updatedAt)),
});
