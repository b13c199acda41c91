import { join } from 'node:path';
import { defined, StoreError } from '../../disk/base/core.ts';
import { withStoreErrors, tidy } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { confirmFolder, sweep } from '../../disk/files/folders.ts';
import { assertChangeable } from '../../disk/files/historyFormat.ts';
import { updateJson } from '../../disk/files/smallFile.ts';
import { Trash, trashFolder, type TrashItem } from '../../disk/files/trash.ts';
import { nameDialog } from './create.ts';
import type { DialogAccess } from './dialogAccess.ts';
import type { LockedDialog } from './dialogSnapshot.ts';
import {
  dialogFile,
  formatDialogFile,
  parseDialogFile,
  readDialogFile,
  type DialogFile,
} from './dialogFile.ts';
import { dialogName } from './names.ts';
import { noteRemoval } from './removalNotes.ts';
import type { DialogTrashStore, TrashedDialog } from './trashTypes.ts';

const kind = 'dialog';

/** Implements `DialogTrashStore`, which documents the methods, for one store. */
export class DialogTrash implements DialogTrashStore {
  readonly #access: DialogAccess;
  readonly #trash: Trash;

  constructor(access: DialogAccess) {
    const { folder, clock } = access.context;
    this.#access = access;
    this.#trash = new Trash(folder, clock);
  }

  async remove(name: string): Promise<TrashedDialog> {
    if (!(await this.#access.locate(name)).exists) throw await this.#missing(name);
    const trashed = await this.#access.change(name, async (held) => {
      if (!held.place.exists) throw await this.#missing(name);
      if (!held.place.named) await nameDialog(this.#access, held); // in the trash, the folder's name no longer identifies it
      await noteRemoval(this.#access.context, held);
      return trashedDialog(await putInTrash(this.#access, held));
    });
    this.#access.context.wrote(undefined); // one folder disappeared and another is in the trash
    return trashed;
  }

  count(): Promise<number> {
    return withStoreErrors(async () => (await this.#trash.folderIds()).length);
  }

  list(): Promise<readonly TrashedDialog[]> {
    return withStoreErrors(async () => (await this.#trash.folders()).map(trashedDialog));
  }

  async restore(id: string, as?: string): Promise<string> {
    const item = (await withStoreErrors(() => this.#trash.folders())).find((known) => known.id === id);
    const name = as === undefined && item ? trashedDialog(item).name : dialogName(as ?? id);
    const from = this.#trash.folderOf(id);
    const restored = await this.#access.change(name, async (held) => {
      const { place, lease } = held;
      if (place.exists) throw taken(held.name);
      this.#trash.assertThere(id);
      if (!isNamed(from, held.name)) await this.#rename(from, held);
      await this.#trash.takeFolder(id, place.folder, lease);
      await confirmFolder(this.#access.context.folder, lease);
      await tidy(this.#access.context.log, `finish the restoring of "${held.name}"`, async () => {
        await this.#trash.forgetItem(place.folder);
        await sweep(place.folder, lease); // a program may have died while naming it
      });
      return held.name;
    });
    this.#access.context.wrote(undefined);
    return restored;
  }

  async purge(ids: readonly string[]): Promise<number> {
    const { folder, isReadOnly, wrote } = this.#access.context;
    if (isReadOnly()) throw readOnlyError(folder);
    let purged = 0;
    await withStoreErrors(async () => {
      assertChangeable(folder);
      const known = new Set(await this.#trash.folderIds());
      for (const id of ids) if (known.has(id) && (await this.#trash.purge(id))) purged++;
    });
    wrote(trashFolder);
    return purged;
  }

  /** Renames while still in the trash, so that the restored dialog has its name from the start. */
  async #rename(from: string, { name, lease }: LockedDialog): Promise<void> {
    const named = (old: DialogFile | undefined) => formatDialogFile({ ...old, v: 1, name });
    const { clock } = this.#access.context;
    await updateJson(join(from, dialogFile), parseDialogFile, named, { lease, clock });
  }

  async #missing(name: string): Promise<StoreError> {
    const wanted = await this.#access.nameOf(name);
    return new StoreError('not_found', `There is no dialog "${wanted}".`, { dialog: name });
  }
}

/**
 * Moves a dialog deleted on another of the person's machines to the trash, if its current state may go. Returns
 * whether it did. Other machines are not informed.
 */
export async function followDeletion(
  access: DialogAccess,
  name: string,
  mayGo: (held: LockedDialog) => Promise<boolean>,
): Promise<boolean> {
  const isGone = await access.change(name, async (held) => {
    if (!held.place.exists || !(await mayGo(held))) return false;
    await putInTrash(access, held);
    return true;
  });
  if (isGone) access.context.wrote(undefined);
  return isGone;
}

async function putInTrash(
  { context: { folder, clock } }: DialogAccess,
  { name, place, reading, lease }: LockedDialog,
): Promise<TrashItem> {
  const fields = { dialog: name, messages: (await reading.totals()).messages };
  const item = await new Trash(folder, clock).putFolder(place.folder, { kind, fields }, lease);
  await confirmFolder(folder, lease);
  return item;
}

function isNamed(folder: string, name: string): boolean {
  const file = readDialogFile(folder);
  return file.state === 'read' && file.value.name === name;
}

const taken = (name: string): StoreError =>
  new StoreError('already_exists', `There is already a dialog "${name}". Restore it under another name.`, {
    argument: 'name',
  });

function trashedDialog({ id, deletedAt, fields: { dialog, messages } }: TrashItem): TrashedDialog {
  const count = typeof messages === 'number' ? messages : undefined;
  return { id, name: typeof dialog === 'string' ? dialog : id, deletedAt, ...defined({ messages: count }) };
}
