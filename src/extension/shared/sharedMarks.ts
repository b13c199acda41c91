import { l10n } from 'vscode';
import { summaryEntry } from '../../find/search/summaryEntry.ts';
import type { ItemReference } from '../../find/search/reference.ts';
import type { SharedItem } from '../../history/shared/types.ts';
import { sharedFrom } from '../../store/sharedFrom.ts';
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
    const item = list && sharedFrom(list.items, whatIsShared(found.place));
    return item && markOf(item, item.author === list.me);
  },
});

/** For a dialog, its summary is what is shared. */
export const whatIsShared = (place: ItemReference): ItemReference =>
  place.source === 'dialogs' && place.entry === undefined ? { ...place, entry: summaryEntry } : place;

const markOf = ({ author, updatedAt }: SharedItem, isMine: boolean): RowMark => ({
  state: 'shared',
  description: author === undefined || isMine ? l10n.t('shared') : l10n.t('shared by {0}', author),
  tooltip:
    author === undefined
      ? l10n.t('Shared with the team: {0}', dateTime(updatedAt))
      : l10n.t('Shared with the team by {0}: {1}', author, dateTime(updatedAt)),
});
