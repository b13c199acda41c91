import { StoreError } from '../../disk/base/core.ts';
import { show } from './text.ts';

/** The position of an item in a list, newest first. */
export interface ListPosition {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly id: string;
}

/** Formats the position of the last item of a page. */
export const listCursor = ({ time, id }: ListPosition): string => `${time.toString(36)}.${id}`;

/** Returns the items after a cursor, even if its item was deleted or updated in the meantime. Throws `invalid_argument` for an invalid cursor. */
export function afterCursor<Item>(
  items: readonly Item[],
  cursor: string | undefined,
  positionOf: (item: Item) => ListPosition,
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
  const place = items.findIndex((item) => positionOf(item).id === id && positionOf(item).time === time);
  return place === -1 ? items.filter((item) => positionOf(item).time < time) : items.slice(place + 1);
}

/** Returns a function for the cursor after a number of shown items; undefined at the end. */
export const cursorAfter =
  <Item>(items: readonly Item[], positionOf: (item: Item) => ListPosition) =>
  (shown: number): string | undefined => {
    const last = items[shown - 1];
    return last !== undefined && shown < items.length ? listCursor(positionOf(last)) : undefined;
  };
