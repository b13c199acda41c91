import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Lease } from '../disk/base/core.ts';
import { ownHistory } from '../disk/base/projectFolder.ts';
import { removeHeld, writeAtomic } from '../disk/files/atomic.ts';
import { withStoreErrors } from '../disk/files/failure.ts';
import { createFolder, entriesNow, makeFolder, moveTo, removeTree } from '../disk/files/folders.ts';
import { ensureHistoryFolder, projectLock } from '../disk/files/historyFolder.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { withLock } from '../disk/files/lock.ts';
import { machineFolder, projectName, renameProject } from '../disk/files/projectId.ts';
import { Trash } from '../disk/files/trash.ts';
import { folderAt } from '../disk/files/way.ts';
import { noteLocation } from '../disk/projects/projectFolders.ts';
import { addMissing, addMissingLines } from '../history/copies/addMissing.ts';
import { copyAt, folderOfPath, lockOfPath } from '../history/copies/copyNotes.ts';
import { isOfFolder, restoringMark } from '../history/copies/lostCopies.ts';
import {
  createdAt,
  dialogFolders,
  isSameDialog,
  isWithOriginal,
  removeCopy,
} from '../history/copies/copyPlaces.ts';
import { isUnfinished } from '../history/copies/copiedNames.ts';
import { TreeMirror } from '../history/copies/mirrorTree.ts';
import type { CopyContext, HistoryCopy } from '../history/copies/types.ts';
import type { LocalHistory } from '../team/localHistory.ts';
import { mergeDialogs, mergeMessages, mergeSessions } from '../team/mergeHistory.ts';
import { openHubHistory } from './hubHistory.ts';
import type { StoreOptions } from './types.ts';

/** Prefix of folders in `.machine` with dialogs that were saved since a loss, until their messages are merged. */
const sincePrefix = 'since-';

/**
 * Restores a copy into the project at an absolute path: all that the copy has and the history lacks. Dialogs that were
 * begun anew since get the copy's messages, with theirs after them; nothing is replaced, and what makes way goes to
 * the trash. A history that is no continuation of the copy keeps its name and its dialogs, which get the messages that
 * they lack. Can be repeated after an interruption.
 */
export function restoreCopy(
  copy: HistoryCopy,
  root: string,
  context: CopyContext,
  options: StoreOptions = {},
): Promise<void> {
  return withStoreErrors(async () => {
    const { local } = openHubHistory(root, { ...options, clock: context.clock, log: context.log });
    const history = local.context.folder;
    await ensureHistoryFolder(history);
    await withLock(lockFolder(history, '.take-over'), async (lease) => {
      await writeAtomic(restoringMark(history), '{"v":1}\n', lease);
      const isOwn = continues(history, copy, context);
      await new Restoration({ copy, to: local, lease, isOwn }, options).run();
      if (isOwn) await takeName(copy, history, context);
      await removeHeld([restoringMark(history)], lease);
    });
    local.context.wrote(undefined);
    await noteLocation(context, root);
  });
}

/** Reports whether all that a history has was saved in the folder of the copy, or since the copy was current. */
function continues(history: string, copy: HistoryCopy, { machine }: CopyContext): boolean {
  const isSince = (name: string): boolean =>
    isSameDialog(join(ownHistory(copy.root), name), join(history, name)) ||
    (createdAt(join(history, name)) ?? 0) > copy.followedAt;
  return isOfFolder(machine, copy, history) || dialogFolders(history).every(isSince);
}

interface RestorationParts {
  readonly copy: HistoryCopy;
  readonly to: LocalHistory;
  readonly lease: Lease;
  /** Whether the history is that of the copy, begun anew. */
  readonly isOwn: boolean;
}

/** One restoration, under the lock of the history that is restored. */
class Restoration {
  readonly #copy: string;
  readonly #to: LocalHistory;
  readonly #isOwn: boolean;
  readonly #mirror: TreeMirror;
  readonly #options: StoreOptions;
  /** Folders of dialogs that stay, and get the messages of the copy. */
  readonly #merged = new Set<string>();

  constructor({ copy, to, lease, isOwn }: RestorationParts, options: StoreOptions) {
    this.#copy = ownHistory(copy.root);
    this.#to = to;
    this.#isOwn = isOwn;
    this.#options = options;
    this.#mirror = new TreeMirror({ lease, clock: to.context.clock, room: Infinity });
  }

  async run(): Promise<void> {
    const { folder } = this.#to.context;
    const since = join(folder, machineFolder, `${sincePrefix}${randomBytes(4).toString('hex')}`);
    const dialogs = dialogFolders(this.#copy);
    for (const base of dialogs) await this.#dialog(base, since);
    await addMissing(
      this.#mirror,
      this.#copy,
      folder,
      (name) => isUnfinished(name) || dialogs.includes(name),
    );
    await addMissingLines(this.#copy, folder);
    const both = { from: this.#open(dirname(this.#copy)), to: this.#to, branch: undefined };
    await mergeSessions(both);
    await mergeDialogs(both, ({ folder: place }) => this.#merged.has(basename(place)));
    await this.#mergeSince();
  }

  #open(root: string): LocalHistory {
    return openHubHistory(root, { ...this.#options, isReadOnly: () => true }).local;
  }

  /** Puts the dialog of the copy in place; one that was begun since makes way. */
  async #dialog(base: string, since: string): Promise<void> {
    const { folder, log } = this.#to.context;
    const [source, target] = [join(this.#copy, base), join(folder, base)];
    if (isSameDialog(source, target)) return;
    if (!this.#isOwn && folderAt(target) !== undefined) return void this.#merged.add(base);
    await withLock(
      lockFolder(folder, base),
      async (lease) => {
        const makeWay = async () => {
          if (folderAt(target) !== undefined)
            await this.#makeWay(target, join(ownHistory(since), base), lease);
          return true;
        };
        await this.#mirror.addItem(source, target, makeWay);
      },
      log,
    );
  }

  async #makeWay(target: string, aside: string, lease: Lease): Promise<void> {
    for (const folder of [dirname(dirname(aside)), dirname(aside)])
      if (folderAt(folder) === undefined) await createFolder(folder);
    lease.assertHeld();
    await moveTo(target, aside);
  }

  /** Saves the messages of dialogs that made way, also those of an interrupted restoration, and keeps them in the trash. */
  async #mergeSince(): Promise<void> {
    const { folder, clock } = this.#to.context;
    const machine = join(folder, machineFolder);
    const names = (entriesNow(machine) ?? []).map(({ name }) => name);
    for (const root of names
      .filter((name) => name.startsWith(sincePrefix))
      .map((name) => join(machine, name))) {
      const from = this.#open(root);
      await mergeMessages({ from, to: this.#to, branch: undefined });
      for (const { name, folder: aside } of await from.dialogs.list())
        await new Trash(folder, clock).putFolder(
          aside,
          { kind: 'dialog', fields: { dialog: name } },
          this.#mirror.lease,
        );
      await removeTree(root);
    }
  }
}

/**
 * Gives the history the name of the copy, which follows it from then on, unless the history that the copy was made of
 * is still in another folder. The copy of what was saved since is part of it then.
 */
async function takeName(copy: HistoryCopy, history: string, { machine, log }: CopyContext): Promise<void> {
  const now = projectName(history);
  if (now?.place === copy.place) return basename(copy.root) === copy.place ? undefined : removeCopy(copy);
  if (isWithOriginal(copy)) return;
  const folder = folderOfPath(machine, dirname(history));
  const turn = async () => {
    const since = now?.place === undefined ? undefined : copyAt(join(folder, now.place));
    if (since) await removeCopy(since);
    await renameProject(history, { id: copy.project, place: copy.place }, projectLock(history));
  };
  await makeFolder(folder);
  await withLock(lockOfPath(folder), turn, log);
}
