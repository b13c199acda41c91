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

/** A memory is identified by its hash only. */
const keyOf = (place: ItemReference): string =>
  place.source === 'memories'
    ? `memories ${place.entry?.slice(0, hashLength) ?? ''}`
    : formatItemReference(place);
