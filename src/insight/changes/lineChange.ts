import { isTrivial } from './lineKeys.ts';

/** Origin of a line in a new text: `a` added, `k` kept, `m` moved or possibly moved, `u` unknown. */
export type LineFlag = 'a' | 'k' | 'm' | 'u';

/** The change of a piece of a file, line by line. */
export interface LineChange {
  /** The new text, with the origin of each line. */
  readonly lines: readonly { readonly text: string; readonly flag: LineFlag }[];
  /** Lines that are no longer there. */
  readonly removed: readonly string[];
}

/** Maximum product of the line counts of two compared texts. */
const maxCells = 1_000_000;

/** Compares a text with the one it replaced. Ambiguous lines are `u` or `m`, never `a`. */
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

/** A kept line alone among changed ones may be another of the same text. */
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

/** Maps each line of a new text that was kept to the one of the old text. */
export function keptLines(before: readonly string[], after: readonly string[]): ReadonlyMap<number, number> {
  const start = same(before, after);
  const [oldRest, newRest] = [before.slice(start), after.slice(start)];
  const end = same([...oldRest].reverse(), [...newRest].reverse());
  const kept = new Map<number, number>();
  for (let n = 0; n < start; n++) kept.set(n, n);
  const within = longestCommon(
    oldRest.slice(0, oldRest.length - end),
    newRest.slice(0, newRest.length - end),
  );
  for (const [now, then] of within) kept.set(start + now, start + then);
  for (let n = 1; n <= end; n++) kept.set(after.length - n, before.length - n);
  return kept;
}

/** Maps lines of the second text to those of the first by their longest common subsequence; empty for texts too long to compare. */
export function longestCommon(a: readonly string[], b: readonly string[]): ReadonlyMap<number, number> {
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
