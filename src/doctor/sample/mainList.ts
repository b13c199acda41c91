import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { isList, objectOf } from '../../agents/reading/fields.ts';

/** The list of a document that holds what was said. */
export interface MainList {
  readonly items: readonly JsonValue[];
  /** Returns the document with these items in the place of all. */
  readonly having: (items: readonly JsonValue[]) => JsonValue;
}

/** Levels of objects in which the list may lie. */
const maxDepth = 3;

/** Returns the longest list of objects in a document; undefined without one. */
export function mainListOf(document: JsonValue, depth = 0): MainList | undefined {
  if (isList(document)) return objectOf(document[0]) && { items: document, having: (items) => items };
  const object = objectOf(document);
  if (!object || depth === maxDepth) return undefined;
  let longest: MainList | undefined;
  for (const [key, value] of Object.entries(object)) {
    const inner = mainListOf(value, depth + 1);
    if (inner && inner.items.length > (longest?.items.length ?? 0)) longest = within(object, key, inner);
  }
  return longest;
}

const within = (object: JsonObject, key: string, { items, having }: MainList): MainList => ({
  items,
  having: (some) => ({ ...object, [key]: having(some) }),
});
