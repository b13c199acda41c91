/** Groups items by keys, in order; an item with several keys is in several groups. */
export function grouped<T, K>(
  items: readonly T[],
  keysOf: (item: T) => readonly K[],
): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}
