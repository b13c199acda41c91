import { basename, dirname, join } from 'node:path';
import { defined, errno, isoTime, type Lease } from '../../disk/base/core.ts';
import { ownHistory } from '../../disk/base/projectFolder.ts';
import { projectsState } from '../../disk/base/stateFolder.ts';
import { changeMark, ChangeReader } from '../../disk/files/changeLog.ts';
import {
  createFolder,
  entriesNow,
  makeFolder,
  makeOutermost,
  moveTo,
  sweep,
} from '../../disk/files/folders.ts';
import { tidy, withStoreErrors } from '../../disk/files/failure.ts';
import { indexFolder } from '../../disk/files/ignored.ts';
import { locksFolder } from '../../disk/files/historyFormat.ts';
import { historySwitch } from '../../disk/files/historySwitch.ts';
import { tryLock } from '../../disk/files/lock.ts';
import { machineFolder, projectName, type ProjectName } from '../../disk/files/projectId.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import { folderAt, isTaken } from '../../disk/files/way.ts';
import { archivesFolder } from '../archive/names.ts';
import { sharedFolder } from '../shared/types.ts';
import { copyAt, folderOfPath, lockOfPath, writeNote } from './copyNotes.ts';
import { mirrorDialog } from './mirrorDialog.ts';
import { bytesIn, isUnfinished } from './copiedNames.ts';
import { Stopped, TreeMirror } from './mirrorTree.ts';
import { restoringMark } from './lostCopies.ts';
import { adoptCopy, makeRoom, originOf } from './copyPlaces.ts';
import type { CopySettings } from './modes.ts';
import type { CopyContext, CopyNote, CopyReport, FollowOptions } from './types.ts';
import { isUnexplained, type Since } from './unexplained.ts';

/** How often all files are compared, even if nothing is known to have changed. Milliseconds. */
const compareMs = 24 * 60 * 60 * 1_000;
/** Always visited: they are small, and not all that changes there is noted. */
const alwaysVisited = new Set([machineFolder, trashFolder]);
/** Never copied: locks, and what can be rebuilt. */
const leftOut = new Set([locksFolder, basename(indexFolder('')), '.taken-over']);

const nothing = { written: 0, removed: 0 };

/**
 * Makes the second copy of a history current, or begins it. Takes no lock of the history, so that nothing waits for
 * this. One process does it at a time.
 */
export function followCopy(
  history: string,
  context: CopyContext,
  settings: CopySettings,
  options: FollowOptions = {},
): Promise<CopyReport> {
  return withStoreErrors(async () => {
    const isOff = settings.copies === 'off' || historySwitch(dirname(history), { history }).mode === 'off';
    const name = isOff ? undefined : projectName(history);
    if (name?.place === undefined || folderAt(history) === undefined) return { state: 'off', ...nothing };
    const folder = folderOfPath(context.machine, dirname(history));
    await makeOutermost(projectsState(context.machine));
    await makeFolder(folder);
    const followed = new FollowedHistory({ history, name: { ...name, place: name.place }, folder }, context);
    const turn = (lease: Lease) => followed.follow(lease, settings, options);
    return (await tryLock(lockOfPath(folder), turn, context.log)) ?? { state: 'elsewhere', ...nothing };
  });
}

interface Followed {
  /** The `.chat-history` that is copied. */
  readonly history: string;
  readonly name: Required<ProjectName>;
  /** Folder of the copies of its path. */
  readonly folder: string;
}

/** One visit to a history. */
class FollowedHistory {
  readonly #followed: Followed;
  readonly #context: CopyContext;

  constructor(followed: Followed, context: CopyContext) {
    this.#followed = followed;
    this.#context = context;
  }

  async follow(lease: Lease, settings: CopySettings, options: FollowOptions): Promise<CopyReport> {
    const { clock, machine } = this.#context;
    const { folder, name, history } = this.#followed;
    if (projectName(history)?.place !== name.place) return { state: 'stopped', ...nothing }; // restored just now
    await sweep(folder, lease);
    const root = join(folder, name.place);
    const copy = copyAt(root) ?? (await adoptCopy(machine, { root, name, history }));
    const reader = new ChangeReader(history, copy?.position);
    const changed = reader.changed();
    const isDue = copy === undefined || Math.abs(clock.now() - copy.comparedAt) > compareMs;
    const room = await makeRoom(this.#context, root, settings.maxMegabytes * 1_000_000);
    const mirror = new TreeMirror({ lease, clock, room: room - (copy?.bytes ?? 0), ...options });
    const noted = copy ?? (await this.#begin(root, lease));
    // The log goes on and names no dialog: the store itself deleted or renamed one.
    const isDeletion = changed === 'all' && reader.position.begins === noted.position.begins;
    const isNoted = isDeletion || isTaken(restoringMark(history));
    const to = ownHistory(root);
    const isAll = isDue || changed === 'all' || isUnexplained(history, to, { isNoted: false, changed });
    const since: Since = { isNoted, changed: isAll ? 'all' : changed };
    const visit = { mirror, to, noted, position: reader.position, since };
    const work = () => (isAll ? this.#all(visit) : this.#some(visit, changed));
    const isCurrent = await unlessStopped(work, () =>
      tidy(this.#context.log, `tidy ${root}`, () => mirror.discard()),
    );
    return { state: stateOf(isCurrent, mirror), written: mirror.written, removed: mirror.removed };
  }

  /** Begins a copy, which is a history from now on. */
  async #begin(root: string, lease: Lease): Promise<CopyNote> {
    const { name, history } = this.#followed;
    const path = dirname(history);
    await makeFolder(root);
    if (folderAt(ownHistory(root)) === undefined) await createFolder(ownHistory(root));
    const origin = await originOf(path);
    const { id: project, place } = name;
    const note: CopyNote = {
      ...{ project, place, path, bytes: 0, followedAt: this.#context.clock.now(), comparedAt: 0 },
      position: { begins: '', read: 0 },
      ...defined({ origin }),
    };
    await writeNote(root, note, lease);
    return note;
  }

  /** Compares everything. */
  async #all(visit: Visit): Promise<boolean> {
    const { mirror, to, noted } = visit;
    const { history } = this.#followed;
    if (noted.comparedAt > 0 && isUnexplained(history, to, visit.since)) return this.#setAside(visit);
    const names = topsOf(history);
    const isCurrent = await this.#visit(mirror, to, names);
    await mirror.findGone(history, to, (name) => names.includes(name));
    await this.#removeGone(visit, names);
    const bytes = await bytesIn(to);
    await this.#note(visit, isCurrent, { bytes, comparedAt: this.#context.clock.now() });
    return isCurrent;
  }

  /** Visits what is noted to have changed. */
  async #some(visit: Visit, changed: ReadonlySet<string>): Promise<boolean> {
    const { mirror, to, noted } = visit;
    const { history } = this.#followed;
    const names = topsOf(history).filter((name) => alwaysVisited.has(name) || changed.has(changeMark(name)));
    const isCurrent = await this.#visit(mirror, to, names);
    await this.#removeGone(visit, names);
    const isSame = isCurrent && mirror.written === 0 && mirror.removed === 0 && changed.size === 0;
    if (isSame && copyAt(dirname(to))?.path === dirname(history)) return true;
    await this.#note(visit, isCurrent, { bytes: noted.bytes + mirror.grown });
    return isCurrent;
  }

  /** Adds what these folders have, and the files beside them. */
  async #visit(mirror: TreeMirror, to: string, names: readonly string[]): Promise<boolean> {
    const { history } = this.#followed;
    let isCurrent = true;
    const folders = new Set(topsOf(history));
    await mirror.add(history, to, (name) => folders.has(name) || leftOut.has(name));
    for (const name of names) {
      const [source, copy] = [join(history, name), join(to, name)];
      if (!isDialog(name)) await mirror.stage(source, copy);
      else if (!(await mirrorDialog(mirror, source, copy))) isCurrent = false;
      await mirror.rest();
    }
    await mirror.settle();
    return isCurrent;
  }

  /** Removes what is gone from these folders, unless all of the history is going. */
  async #removeGone({ mirror, to, noted, since }: Visit, names: readonly string[]): Promise<void> {
    const { history, name } = this.#followed;
    for (const top of names) if (!isDialog(top)) await mirror.findGone(join(history, top), join(to, top));
    const isExplained = () => noted.comparedAt === 0 || !isUnexplained(history, to, since);
    await mirror.removeGone(() => projectName(history)?.place === name.place && isExplained());
  }

  async #note(
    { mirror, noted, position, to }: Visit,
    isCurrent: boolean,
    more: Partial<CopyNote>,
  ): Promise<void> {
    const { history } = this.#followed;
    const isFull = mirror.isFull || undefined;
    const since = { ...noted, ...more, path: dirname(history), isFull };
    const followedAt = this.#context.clock.now();
    const note = isCurrent ? { ...since, followedAt, position } : since;
    await writeNote(dirname(to), note, mirror.lease);
  }

  /**
   * Keeps a copy that has far more than the history, where no deletion explains it, under another name. The next
   * visit begins a new one.
   */
  async #setAside({ to }: Visit): Promise<boolean> {
    const { clock, log } = this.#context;
    const root = dirname(to);
    const time = isoTime(clock.now()).replaceAll(':', '-');
    await moveTo(root, `${root}~${time}`);
    log.warn(`much of the history in ${this.#followed.history} is gone; its copy is kept: run doctor`);
    return false;
  }
}

interface Visit {
  readonly mirror: TreeMirror;
  /** The copy's `.chat-history`. */
  readonly to: string;
  readonly noted: CopyNote;
  /** Position in the log of changes before the visit. */
  readonly position: CopyNote['position'];
  /** Known changes since the copy was current. */
  readonly since: Since;
}

/** Returns false if the work was stopped, or files of the history vanished. */
async function unlessStopped(work: () => Promise<boolean>, finish: () => Promise<unknown>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stopped || errno(error) === 'ENOENT') return false;
    throw error;
  } finally {
    await finish();
  }
}

const stateOf = (isCurrent: boolean, { isFull }: TreeMirror): CopyReport['state'] =>
  !isCurrent ? 'stopped' : isFull ? 'partial' : 'current';

const isDialog = (name: string): boolean => !name.startsWith('.') && name !== sharedFolder;

/** Folders of a history that are copied: dialogs first, archives, the largest, last. */
function topsOf(history: string): readonly string[] {
  const names = (entriesNow(history) ?? []).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const rank = (name: string): number => (isDialog(name) ? 0 : name === archivesFolder ? 2 : 1);
  return names
    .filter((name) => (isDialog(name) || !isUnfinished(name)) && !leftOut.has(name)) // a dialog may have such a name
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
