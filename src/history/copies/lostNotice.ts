import { isoTime } from '../../disk/base/core.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { lostCopies } from './lostCopies.ts';

/**
 * Returns the notice for an agent about a history that was deleted with a project's folder; undefined without one. Opens
 * no store, which a hook would have to load.
 */
export function lostNotice(machine: Machine, history: string): string | undefined {
  const [copy] = lostCopies(machine, history);
  return (
    copy &&
    `The history that was here until ${isoTime(copy.followedAt)} was deleted with its folder, and a copy of it is kept. Tell the user: mcp-history-store restore --copy brings it back.`
  );
}
