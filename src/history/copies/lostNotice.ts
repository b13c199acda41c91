import { isoTime } from '../../disk/base/core.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { lostCopies } from './lostCopies.ts';

/**
 * Returns what an agent is told of a history that was in a project's folder and is gone; undefined if none is. Opens no
 * store, which a hook would have to load.
 */
export function lostNotice(machine: Machine, history: string): string | undefined {
  const [copy] = lostCopies(machine, history);
  return (
    copy &&
    `The history that was here until ${isoTime(copy.followedAt)} was deleted with its folder, and a copy of it is kept. Tell the user: mcp-history-store restore --copy brings it back.`
  );
}
