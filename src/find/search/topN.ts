/** Returns the first `count` items in an order without sorting the whole list. */
export function topN<T>(items: readonly T[], count: number, order: (a: T, b: T) => number): T[] {
  const first: T[] = [];
  for (const item of items) {
    const last = first[count - 1];
    if (last !== undefined && order(item, last) >= 0) continue;
    first.splice(insertionIndex(item, first, order), 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}

/** Insertion index in a sorted list, after equal items. */
function insertionIndex<T>(item: T, sorted: readonly T[], order: (a: T, b: T) => number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other !== undefined && order(item, other) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
