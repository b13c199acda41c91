import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { localTime, silentLog } from '../disk/base/core.ts';
import { changeLogName } from '../disk/files/changeLog.ts';
import { indexFolder } from '../disk/files/ignored.ts';
import { projectName } from '../disk/files/projectId.ts';
import { lstatOwn } from '../disk/files/way.ts';
import { bytesIn } from '../history/copies/copiedNames.ts';
import { copiesFolder, folderOfPath, readableCopy } from '../history/copies/copyNotes.ts';
import type { CopySettings } from '../history/copies/modes.ts';
import { copySettings } from '../history/copies/settings.ts';
import type { HistoryCopy } from '../history/copies/types.ts';
import { nearest } from './disk.ts';
import { note, ok, problem, RepairFailed, text, untranslated } from './findings.ts';
import type { BilingualText, CheckTarget, Repair, RepairableFinding } from './types.ts';

/** Free space below which a copy may not be brought up to date. Bytes. */
const littleBytes = 8_000_000;
/** A change is followed within this time by any server or editor. Milliseconds. */
const followedWithinMs = 60 * 60_000;

/** Reports where the second copy of a history is, or what keeps it from being made or updated. */
export async function copyFindings(
  target: CheckTarget,
  base: string,
  history: string,
): Promise<readonly RepairableFinding[]> {
  const { machine } = target;
  const place = projectName(history)?.place;
  const copy = place === undefined ? undefined : readableCopy(join(folderOfPath(machine, base), place));
  const settings = target.copies ?? copySettings(machine.env, silentLog);
  const about = { target, history, settings, copy };
  const hindered = settings.copies === 'off' ? undefined : await hindrance(about);
  if (hindered) return [hindered];
  if (copy === undefined) return [];
  const { bytes, root: subject } = copy;
  if (copy.isFull !== true) {
    const kept = text('A second copy is kept in {0}; it is deleted with what you delete.', subject);
    return [ok('copy.kept', kept, { subject, data: { bytes } })];
  }
  const message = text(
    'The second copy of this history lacks files, as copies take up all the space they may. Raise HISTORY_COPIES_MAX_MEGABYTES, or delete copies: mcp-history-store copies',
  );
  return [note('copy.full', message, { subject, data: { bytes } })];
}

export interface Examined {
  readonly target: CheckTarget;
  readonly history: string;
  readonly settings: CopySettings;
  readonly copy: HistoryCopy | undefined;
}

/** Finds why the copy cannot be updated, or that it was not. */
async function hindrance(examined: Examined): Promise<RepairableFinding | undefined> {
  const subject = copiesFolder(examined.target.machine);
  const there = await nearest(subject);
  if (!(await stat(there)).isDirectory() || !(await may(there, constants.W_OK)))
    return note('copy.readOnly', text('{0} cannot be written, so histories have no second copy.', there), {
      subject,
    });
  const { blocks, bavail, bsize } = await statfs(there);
  const free = blocks === 0 ? Infinity : bavail * bsize; // network file systems may not report it
  return (await spaceHindrance(examined, there, free)) ?? behindFinding(examined);
}

/** Finds that a copy does not fit into the free space of the disk with a folder, in bytes. */
export async function spaceHindrance(
  examined: Examined,
  folder: string,
  free: number,
): Promise<RepairableFinding | undefined> {
  const { copy, history, target } = examined;
  const missing = (copy?.comparedAt ?? 0) > 0 ? 0 : (await bytesIn(history)) - (copy?.bytes ?? 0);
  if (free >= littleBytes + missing) return undefined;
  const message = text(
    'The disk with {0} is full ({1} MB free), so the second copy of this history is not brought up to date. The history itself is saved as before. Free some space there, or set HISTORY_STATE_HOME to another disk.',
    folder,
    Math.floor(free / 1_000_000),
  );
  return problem('copy.noSpace', message, {
    subject: copiesFolder(target.machine),
    data: { bytes: free },
    repair: makingRoom(examined),
  });
}

/** Finds that nothing brought the copy up to date for a while. */
function behindFinding(examined: Examined): RepairableFinding | undefined {
  const { target, history, copy } = examined;
  const changed = lstatOwn(join(indexFolder(history), changeLogName))?.mtimeMs ?? 0;
  if (copy === undefined || changed <= copy.followedAt) return undefined;
  if (target.clock.now() - changed <= followedWithinMs) return undefined;
  const behind = text(
    'The second copy of this history is of {0}, and no server or editor brought it up to date since.',
    localTime(copy.followedAt),
  );
  return note('copy.behind', behind, { subject: copy.root, repair: following(examined) });
}

const following = (examined: Examined): Repair => ({
  offer: text('Bring it up to date.'),
  run: () => follow(examined),
});

const makingRoom = (examined: Examined): Repair => ({
  offer: text(
    'Delete copies of histories that are still in their projects and were not changed for a week, and bring this one up to date.',
  ),
  run: async () => {
    const { makeRoom } = await import('../history/copies/copyPlaces.ts');
    const { target, copy } = examined;
    await makeRoom(contextOf(target), copy?.root ?? '', 0);
    return follow(examined);
  },
});

async function follow({ target, history, settings }: Examined): Promise<BilingualText> {
  const { followCopy } = await import('../history/copies/followCopy.ts');
  const { state } = await followCopy(history, contextOf(target), settings);
  if (state === 'current' || state === 'partial') return text('It is up to date.');
  throw new RepairFailed(
    state === 'elsewhere'
      ? text('Another process is bringing it up to date.')
      : untranslated(`followCopy: ${state}`),
  );
}

const contextOf = ({ machine, clock }: CheckTarget) => ({ machine, clock, log: silentLog });

/** Reports whether a path may be used as `mode` says. */
export const may = (folder: string, mode: number): Promise<boolean> =>
  access(folder, mode).then(
    () => true,
    () => false,
  );
