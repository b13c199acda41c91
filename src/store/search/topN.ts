/** The first `count` of a list in some order, without sorting all of it. */
export function topN<T>(items: readonly T[], count: number, order: (a: T, b: T) => number): T[] {
  const first: T[] = [];
  for (const item of items) {
    const last = first[count - 1];
    if (last !== undefined && order(item, last) >= 0) continue;
    first.splice(placeOf(item, first, order), 0, item);
    if (first.length > count) first.pop();
  }
  return first;
}

/** Where an item belongs in a sorted list, behind its equals. */
function placeOf<T>(item: T, sorted: readonly T[], order: (a: T, b: T) => number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other !== undefined && order(item, other) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
