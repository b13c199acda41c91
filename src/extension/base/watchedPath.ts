/** What is kept for a hub: its journal, what is known of single messages, notes of what is gone. */
const hubsOwn: ReadonlySet<string> = new Set(['hub-state.json', 'hub-messages.json', 'hub-gone']);

/**
 * Whether what changed at a path of the history folder, given in its parts, says something about the history. Locks,
 * derived caches but for the log of what was given, what is kept for a hub, and files on their way to another name do not;
 * whatever the first part is called, it may be a dialog.
 */
export function tellsOfHistory([first = '', ...inside]: readonly string[]): boolean {
  if (first === '.locks') return false;
  if (first === '.index') return inside.length === 1 && inside[0] === 'given.jsonl';
  if (first === '.machine' && hubsOwn.has(inside[0] ?? '')) return false;
  return !inside.some((part) => part === '.locks' || part.endsWith('.tmp'));
}
