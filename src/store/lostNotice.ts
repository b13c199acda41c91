import { isoTime } from '../disk/base/core.ts';
import type { Machine } from '../disk/base/stateFolder.ts';
import { lostCopies } from '../history/copies/lostCopies.ts';

/** Returns what an agent is told of a history that was in a project's folder and is gone; undefined if none is. */
export async function lostNotice(machine: Machine, history: string): Promise<string | undefined> {
  const [copy] = lostCopies(machine, history);
  if (copy === undefined) return undefined;
  const { contentsOf } = await import('./copyContents.ts');
  const { newest = copy.followedAt } = await contentsOf(copy);
  return `The history that was here until ${isoTime(newest)} was deleted with its folder, and a copy of it is kept. Tell the user: mcp-history-store restore --copy brings it back.`;
}
