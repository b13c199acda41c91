import { secretsFromEnvironment } from '../disk/base/context.ts';
import { localTime, silentLog } from '../disk/base/core.ts';
import { isOfFolder, offeredCopies } from '../history/copies/lostCopies.ts';
import type { HistoryCopy } from '../history/copies/types.ts';
import { copyFindings } from './secondCopy.ts';
import { note, text } from './findings.ts';
import type { CheckTarget, Repair, RepairableFinding } from './types.ts';

/** Finds histories that were in a project's folder and are gone, and the second copy of the present one. */
export async function lostFindings(
  target: CheckTarget,
  base: string,
  history: string,
): Promise<readonly RepairableFinding[]> {
  if (base !== target.project) return []; // a history in another place has no copy
  const lost = await offeredCopies(target.machine, history);
  const found = lost.map((copy) =>
    isOfFolder(target.machine, copy, history)
      ? lostFinding(target, base, copy)
      : cloneFinding(target, base, copy),
  );
  return [...(await Promise.all(found)), ...(await copyFindings(target, base, history))];
}

async function lostFinding(target: CheckTarget, base: string, copy: HistoryCopy): Promise<RepairableFinding> {
  const { contentsOf } = await import('../store/copyContents.ts');
  const { messages, archives, newest = copy.followedAt } = await contentsOf(copy);
  const message = text(
    'The history that was here until {2} was deleted with its folder (messages: {0}, kept sessions: {1}). A copy of it is kept.',
    messages,
    archives,
    localTime(newest),
  );
  const data = { copy: copy.id, path: copy.path, messages, archives };
  return note('history.lost', message, { subject: copy.root, data, repair: restoring(target, base, copy) });
}

/** Finds the history of another clone. Its repair is by choice, as any repository can claim an `origin`. */
async function cloneFinding(
  target: CheckTarget,
  base: string,
  copy: HistoryCopy,
): Promise<RepairableFinding> {
  const { contentsOf } = await import('../store/copyContents.ts');
  const { messages, archives, newest = copy.followedAt } = await contentsOf(copy);
  const message = text(
    'There is no history here, but a copy of that of {0}, another clone of this repository, which is gone (messages: {1}, kept sessions: {2}, until {3}). To bring it here: mcp-history-store restore --copy {4}',
    copy.path,
    messages,
    archives,
    localTime(newest),
    copy.id,
  );
  const data = { copy: copy.id, path: copy.path, messages, archives };
  const repair = { ...restoring(target, base, copy), byChoice: true } as const;
  return note('history.ofClone', message, { subject: copy.root, data, repair });
}

const restoring = ({ machine, clock }: CheckTarget, base: string, copy: HistoryCopy): Repair => ({
  offer: text('Restore it; what was saved since stays.'),
  run: async () => {
    const { restoreCopy } = await import('../store/restoreCopy.ts');
    const secrets = secretsFromEnvironment(machine.env, silentLog);
    await restoreCopy(copy, base, { machine, clock, log: silentLog }, { secrets: () => secrets });
    return text('It is restored.');
  },
});
