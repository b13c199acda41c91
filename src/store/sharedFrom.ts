import {
  formatItemReference,
  hashLength,
  parseItemReference,
  type ItemReference,
} from '../find/search/reference.ts';
import type { SharedItem } from '../history/shared/types.ts';

/** Returns the shared item that was made from a reference. */
export function sharedFrom(items: readonly SharedItem[], place: ItemReference): SharedItem | undefined {
  const key = keyOf(place);
  return items.find(({ of }) => {
    const made = of === undefined ? undefined : parseItemReference(of);
    return made !== undefined && keyOf(made) === key;
  });
}

/** Returns the item that a person shared from a reference; what a colleague shared of it stays theirs. */
export const ownSharedFrom = (
  items: readonly SharedItem[],
  place: ItemReference,
  author: string | undefined,
): SharedItem | undefined =>
  sharedFrom(
    items.filter((item) => item.author === author),
    place,
  );

/** A memory is identified by its hash only. */
const keyOf = (place: ItemReference): string =>
  place.source === 'memories'
    ? `memories ${place.entry?.slice(0, hashLength) ?? ''}`
    : formatItemReference(place);
