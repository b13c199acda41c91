import { l10n } from 'vscode';
import { summaryEntry } from '../../find/search/summaryEntry.ts';
import {
  formatItemReference,
  hashLength,
  parseItemReference,
  type ItemReference,
} from '../../find/search/reference.ts';
import type { SharedItem } from '../../history/shared/types.ts';
import { isObject } from '../../disk/base/core.ts';
import { dateTime } from '../base/notices.ts';
import { placeOfRow, type RowServices } from '../base/rowPlace.ts';
import type { RowMark, RowMarks } from '../tree/rowMarks.ts';
import type { SharedLists } from './sharedLists.ts';

/** Marks shared rows in all trees, with the person who shared them. */
export const sharedMarks = (services: RowServices, lists: SharedLists): RowMarks => ({
  onDidChange: lists.onDidChange,
  markOf: async (row) => {
    if (lists.used.length === 0 || !isObject(row) || row.kind === 'section') return undefined;
    const found = await placeOfRow(services, row);
    if (found === undefined) return undefined;
    // The tree of shared items reports errors.
    const list = await lists.of(found.project).catch(() => undefined);
    const item = list && sharedOf(list.items, whatIsShared(found.place));
    return item && markOf(item, item.author === list.me);
  },
});

/** For a dialog, its summary is what is shared. */
export const whatIsShared = (place: ItemReference): ItemReference =>
  place.source === 'dialogs' && place.entry === undefined ? { ...place, entry: summaryEntry } : place;

/** Returns the item made from a reference. */
export function sharedOf(items: readonly SharedItem[], place: ItemReference): SharedItem | undefined {
  const key = keyOf(place);
  return items.find(({ of }) => {
    const made = of === undefined ? undefined : parseItemReference(of);
    return made !== undefined && keyOf(made) === key;
  });
}

/** A memory is identified by its hash only. */
const keyOf = (place: ItemReference): string =>
  place.source === 'memories'
    ? `memories ${place.entry?.slice(0, hashLength) ?? ''}`
    : formatItemReference(place);

const markOf = ({ author, updatedAt }: SharedItem, isMine: boolean): RowMark => ({
  state: 'shared',
  description: author === undefined || isMine ? l10n.t('shared') : l10n.t('shared by {0}', author),
  tooltip:
    author === undefined
      ? l10n.t('Shared with the team: {0}', dateTime(updatedAt))
      : l10n.t('Shared with the team by {0}: {1}', author, dateTime(updatedAt)),
});
