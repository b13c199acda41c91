const indexName = '.index';

/** Reports whether a path in the history folder, given in its parts, is the folder of the logs. */
export const isLogFolder = (parts: readonly string[]): boolean =>
  parts.length === 1 && parts[0] === indexName;

/** Reports whether it is the log in which each process records its changes. */
export const isChangeLog = ([folder, ...inside]: readonly string[]): boolean =>
  folder === indexName && inside.length === 1 && inside[0] === 'changes.log';

/** Files of a hub: its journal, versions of messages, notes of removals. */
const hubsOwn: ReadonlySet<string> = new Set(['hub-state.json', 'hub-messages.json', 'hub-gone']);

/**
 * Reports whether a changed path of the history folder, given in parts, concerns the history. Locks, caches except
 * the log of given briefs, a hub's files and temporary files do not; any other first part may be a dialog.
 */
export function tellsOfHistory([first = '', ...inside]: readonly string[]): boolean {
  if (first === '.locks') return false;
  if (first === indexName) return inside.length === 1 && inside[0] === 'given.jsonl';
  if (first === '.machine' && hubsOwn.has(inside[0] ?? '')) return false;
  return !inside.some((part) => part === '.locks' || part.endsWith('.tmp'));
}
