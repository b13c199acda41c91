import { StoreError } from '../../store/base/core.ts';
import { show } from './text.ts';

/** What tells the place of an item in a list, newest first. */
export interface ListPosition {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly id: string;
}

/** Names the item after which the next page of a list begins. */
export const listCursor = ({ time, id }: ListPosition): string => `${time.toString(36)}.${id}`;

/**
 * The items that come after a cursor, also when that item is gone or became newer meanwhile. Throws `invalid_argument` for
 * what is not a cursor.
 */
export function afterCursor<Item>(
  items: readonly Item[],
  cursor: string | undefined,
  placeOf: (item: Item) => ListPosition,
): readonly Item[] {
  if (cursor === undefined) return items;
  const [, digits = '', id = ''] = /^([0-9a-z]{1,12})\.(.+)$/s.exec(cursor) ?? [];
  if (id === '')
    throw new StoreError(
      'invalid_argument',
      `cursor ${show(cursor)} is not valid here: pass the cursor of an earlier reply unchanged, or leave it out.`,
      { arguments: ['cursor'] },
    );
  const time = parseInt(digits, 36);
  const place = items.findIndex((item) => placeOf(item).id === id && placeOf(item).time === time);
  return place === -1 ? items.filter((item) => placeOf(item).time < time) : items.slice(place + 1);
}

/** Gives the cursor of a page that shows so many of these items; undefined after the last. */
export const cursorAfter =
  <Item>(items: readonly Item[], placeOf: (item: Item) => ListPosition) =>
  (shown: number): string | undefined => {
    const last = items[shown - 1];
    return last !== undefined && shown < items.length ? listCursor(placeOf(last)) : undefined;
  };
