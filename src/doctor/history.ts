import { constants } from 'node:fs/promises';
import { secretsFromEnvironment } from '../disk/base/context.ts';
import { defined, silentLog, localTime } from '../disk/base/core.ts';
import { historyFolder, linkedTree } from '../disk/files/projectHistory.ts';
import { formatNow } from '../disk/files/historyFormat.ts';
import { historySwitch } from '../disk/files/historySwitch.ts';
import { folderAt } from '../disk/files/way.ts';
import { note, ok, problem, text } from './findings.ts';
import type { BilingualText, Check, CheckTarget, Repair, RepairableFinding } from './types.ts';
import { may, copyFindings } from './secondCopy.ts';
import { isOfFolder, offeredCopies } from '../history/copies/lostCopies.ts';
import type { HistoryCopy } from '../history/copies/types.ts';

/** Checks that the history folder exists and is usable. */
export const historyCheck: Check = {
  id: 'history',
  title: text('History'),
  withinMs: 5_000,
  run: async (target) => {
    const { project, base = project, machine } = target;
    if (base === undefined) return [note('history.none', text('No project is examined.'))];
    const folder = historyFolder(base);
    const about = { subject: folder };
    const later = laterFinding(folder);
    if (later?.id === 'history.closed') return [later];
    const lost = () => lostFindings(target, base, folder);
    if (folderAt(folder) === undefined) {
      const found = await lost();
      return found.length > 0 ? found : [note('history.absent', text('There is no history yet.'), about)];
    }
    if (!(await may(folder, constants.R_OK | constants.X_OK)))
      return [problem('history.unreadable', text('{0} cannot be read.', folder), about)];
    if (!(await may(folder, constants.W_OK)))
      return [problem('history.readOnly', text('{0} cannot be written.', folder), about)];
    const usable =
      later ?? offFinding(base, folder) ?? ok('history.usable', text('It can be read and written.'), about);
    return [usable, ...(await lost()), ...treeFindings(base, machine)];
  },
};

/** Says what turns history off in a project; undefined where nothing does. */
function offFinding(project: string, history: string): RepairableFinding | undefined {
  const { mode, by = '' } = historySwitch(project, { history });
  if (mode !== 'off') return undefined;
  const message = text('History is turned off in this project by {0}: nothing is read or saved.', by);
  return note('history.off', message, { subject: history, data: { by } });
}

/** Says which version a history needs that a later one wrote; undefined for others. */
function laterFinding(folder: string): RepairableFinding | undefined {
  const format = formatNow(folder);
  if (format.state !== 'newer') return undefined;
  const { isReadable, needs } = format;
  const about = { subject: folder, data: { isReadable, ...defined({ needs }) } };
  return isReadable
    ? problem('history.newer', readOnlyText(needs), about)
    : problem('history.closed', closedText(needs), about);
}

const readOnlyText = (needs: string | undefined): BilingualText =>
  needs === undefined
    ? text(
        'A later version wrote this history: it can be read, but not changed. Update the extension or the command line.',
      )
    : text(
        'A later version wrote this history: it can be read, but not changed. Update the extension or the command line to {0} or newer.',
        needs,
      );

const closedText = (needs: string | undefined): BilingualText =>
  needs === undefined
    ? text(
        'A later version wrote this history: it cannot be opened. Update the extension or the command line.',
      )
    : text(
        'A later version wrote this history: it cannot be opened. Update the extension or the command line to {0} or newer.',
        needs,
      );

/** Explains how a linked git worktree shares its history. */
function treeFindings(base: string, machine: CheckTarget['machine']): readonly RepairableFinding[] {
  const linked = linkedTree(base);
  if (linked === undefined) return [];
  const { main, apart } = linked;
  const about = { subject: base, data: { main } };
  if (apart === undefined)
    return [
      ok(
        'history.tree',
        text('This is a linked working tree of git; it shares the history of {0}.', main),
        about,
      ),
    ];
  const why =
    apart === 'not writable'
      ? text(
          '{0} cannot be written, so what is saved in this working tree is deleted with it. Make it writable.',
          main,
        )
      : apart === 'gone'
        ? text('{0} is not there, so what is saved in this working tree is deleted with it.', main)
        : text('This working tree has a history of its own, which is deleted with it.');
  return [
    note('history.apart', why, {
      ...about,
      repair: apart === 'own history' ? taking(base, main, machine) : undefined,
    }),
  ];
}

const taking = (base: string, main: string, machine: CheckTarget['machine']): Repair => ({
  offer: text('Take it into the history of {0}.', main),
  run: async () => {
    await (
      await import('../store/takeOver.ts')
    ).takeOver(base, { secrets: () => secretsFromEnvironment(machine.env, silentLog) });
    return text('It is in the history of {0}, which is shared from now on.', main);
  },
});

/** Finds histories that were in a project's folder and are gone, and the second copy of the present one. */
async function lostFindings(
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
