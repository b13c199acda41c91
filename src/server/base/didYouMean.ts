/** ` (did you mean "name"?)` for the known name closest to a mistyped one, or nothing when none is close. */
export function didYouMean(typed: string, known: readonly string[]): string {
  if (typed.length > 100) return '';
  const near = known
    .map((name) => ({ name, distance: editDistance(plain(typed), plain(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(2, name.length / 3))
    .sort((a, b) => a.distance - b.distance)[0];
  return near ? ` (did you mean "${near.name}"?)` : '';
}

/** So that `project_root` is no further from `projectRoot` than its letters are. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? a.length;
}
