import { isTrivial } from './lineKeys.ts';

/**
 * What is known of a line of a new text: `a` was added, `k` stood there before, `m` was moved or may have been, `u`
 * stands there and nobody knows since when.
 */
export type LineFlag = 'a' | 'k' | 'm' | 'u';

/** How a piece of a file changed, line by line. */
export interface LineChange {
  /** The new text, with what is known of each line. */
  readonly lines: readonly { readonly text: string; readonly flag: LineFlag }[];
  /** What stood there before and does not any more. */
  readonly removed: readonly string[];
}

/** Lines of two texts compared at once are at most so many times so many. */
const maxCells = 1_000_000;

/** Compares a text with what stood in its place. What may be read in two ways is `u` or `m`, never `a`. */
export function changeOf(before: readonly string[], after: readonly string[]): LineChange {
  const start = same(before, after);
  const [oldRest, newRest] = [before.slice(start), after.slice(start)];
  const end = same([...oldRest].reverse(), [...newRest].reverse());
  const [oldMiddle, newMiddle] = [
    oldRest.slice(0, oldRest.length - end),
    newRest.slice(0, newRest.length - end),
  ];
  const kept = (lines: readonly string[]) => lines.map((text) => ({ text, flag: 'k' as const }));
  const { lines, removed } = middle(oldMiddle, newMiddle, new Set(before));
  return {
    lines: [...kept(after.slice(0, start)), ...lines, ...kept(end > 0 ? newRest.slice(-end) : [])],
    removed,
  };
}

function same(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function middle(before: readonly string[], after: readonly string[], old: ReadonlySet<string>): LineChange {
  const pairs = longestCommon(before, after);
  const keptOld = new Set(pairs.values());
  const removed = before.filter((_, n) => !keptOld.has(n));
  const gone = new Set(removed);
  const isMoved = after.some((text, n) => !pairs.has(n) && gone.has(text) && !isTrivial(text));
  const alone = lonely(pairs, after);
  const flagOf = (text: string, n: number): LineFlag => {
    if (pairs.has(n)) return isMoved || alone.has(n) ? 'm' : 'k';
    if (gone.has(text)) return 'm';
    return old.has(text) ? 'u' : 'a';
  };
  return { lines: after.map((text, n) => ({ text, flag: flagOf(text, n) })), removed };
}

/** A line alone among others that changed may be another of the same text. */
function lonely(pairs: ReadonlyMap<number, number>, after: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const runs: number[][] = [];
  for (const [now, before] of pairs) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && last === now - 1 && pairs.get(last) === before - 1) runs.at(-1)?.push(now);
    else runs.push([now]);
  }
  for (const run of runs)
    if (run.filter((n) => !isTrivial(after[n] ?? '')).length < 2) for (const n of run) found.add(n);
  return found;
}

/** Which lines of the second are lines of the first, in the same order, as many as possible; none where there are too many to compare. */
function longestCommon(a: readonly string[], b: readonly string[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || (a.length + 1) * width > maxCells) return pairs;
  const cells = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => cells[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      cells[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.set(j++, i++);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
