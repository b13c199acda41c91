import { isoTime } from '../../disk/base/core.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { isOfFolder, offeredCopies } from './lostCopies.ts';

/**
 * Returns the notice for an agent about a history that was deleted with a project's folder, or with that of another
 * clone; undefined without one. Opens no store, which a hook would have to load. `isEmpty` as of `offeredCopies`.
 */
export async function lostNotice(
  machine: Machine,
  history: string,
  isEmpty?: boolean,
): Promise<string | undefined> {
  const [copy] = await offeredCopies(machine, history, isEmpty);
  if (copy === undefined) return undefined;
  const until = isoTime(copy.followedAt);
  return isOfFolder(machine, copy, history)
    ? `The history that was here until ${until} was deleted with its folder, and a copy of it is kept. Tell the user: mcp-history-store restore --copy brings it back.`
    : `There is no history here, but a copy of that of another clone of this repository, until ${until}, whose folder is gone. Tell the user: mcp-history-store restore --copy asks whether to bring it here.`;
}
