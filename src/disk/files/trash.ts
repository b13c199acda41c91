import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { errno, isObject, isoTime, type Lease, StoreError } from '../base/core.ts';
import { linkOrCopy, renameOver, writeAtomic, writeSynced } from './atomic.ts';
import {
  confirmFolder,
  createFolder,
  entriesOf,
  itemFile,
  moveTo,
  removeFile,
  removeTree,
  syncFolder,
  temporarySuffix,
} from './folders.ts';
import { makeIgnoredFolder } from './ignored.ts';
import { readJson, WrongContent } from './json.ts';
import { bytesOf } from './open.ts';
import { folderAt, isTaken } from './way.ts';

/** How long items stay in the trash. Milliseconds. */
export const trashKeptMs = 30 * 24 * 60 * 60 * 1_000;

/** An unfinished item older than this was left by a dead process. Milliseconds. */
const unfinishedMs = 60 * 60 * 1_000;

/** Inside the history folder. */
export const trashFolder = '.trash';

/** Suffix of the id of a whole folder of the history, so that these are recognized without reading each item. */
const folderSuffix = '-folder';

/** An item in the trash: fields that describe it, and its content as it was on disk. */
export interface TrashItem {
  readonly id: string;
  readonly kind: string;
  /** Milliseconds. */
  readonly deletedAt: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** `.chat-history/.trash/`: deleted content, restorable for 30 days. Each item is a folder that appears complete. */
export class Trash {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(historyFolder: string, clock: Clock) {
    this.#folder = join(historyFolder, trashFolder);
    this.#clock = clock;
  }

  /**
   * Moves content into the trash and returns its id there, and the time. Old items are deleted permanently. The item
   * is prepared in `workshop`, a folder of the history whose lock the caller holds, so that the next holder sweeps
   * what a crash left there.
   */
  async put(
    kind: string,
    fields: Readonly<Record<string, unknown>>,
    content: string | Uint8Array,
    workshop: string,
  ): Promise<Pick<TrashItem, 'id' | 'deletedAt'>> {
    return this.#put({ kind, fields }, workshop, (staging) =>
      writeSynced(join(staging, 'content.json'), content),
    );
  }

  /** `put` for files, by their names in the item; they stay in place until the caller removes them. */
  putFiles(
    about: Pick<TrashItem, 'kind' | 'fields'>,
    files: Readonly<Record<string, string>>,
    workshop: string,
  ): Promise<Pick<TrashItem, 'id' | 'deletedAt'>> {
    return this.#put(about, workshop, async (staging) => {
      for (const [name, from] of Object.entries(files)) await linkOrCopy(from, join(staging, name));
    });
  }

  /** Path of a file of an item. */
  fileOf({ id }: Pick<TrashItem, 'id'>, name: string): string {
    return join(this.#folder, id, name);
  }

  /**
   * Moves a whole folder of the history into the trash, in one step: it is either there or here. The caller holds its
   * lock.
   */
  async putFolder(
    folder: string,
    { kind, fields }: Pick<TrashItem, 'kind' | 'fields'>,
    lease: Lease,
  ): Promise<TrashItem> {
    await makeIgnoredFolder(this.#folder);
    await this.#empty();
    const deletedAt = this.#clock.now();
    const id = `${newId(deletedAt)}${folderSuffix}`;
    const text = itemText({ kind, deletedAt, fields });
    await writeAtomic(join(folder, itemFile), text, lease);
    await renameOver(folder, join(this.#folder, id), () => lease.assertHeld());
    // A holder that was passed just before finds its file swept; the item still belongs to it.
    const file = join(this.#folder, id, itemFile);
    if (!isTaken(file)) await writeAtomic(file, text, { ...lease, assertHeld: () => undefined });
    await confirmFolder(this.#folder, lease);
    return { id, kind, deletedAt, fields };
  }

  /**
   * Moves an item that is a folder back to `to`, which must not exist and whose lock the caller holds. Throws
   * `not_found` if it is gone.
   */
  async takeFolder(id: string, to: string, lease: Lease): Promise<void> {
    try {
      await renameOver(this.folderOf(id), to, () => lease.assertHeld());
    } catch (error) {
      throw errno(error) === 'ENOENT' ? gone(id) : error;
    }
  }

  /** Throws `not_found` if there is no such item, before its files are changed. */
  assertThere(id: string): void {
    if (folderAt(this.folderOf(id)) === undefined) throw gone(id);
  }

  /** The last step of `takeFolder`, once the folder is in place. */
  async forgetItem(folder: string): Promise<void> {
    await syncFolder(this.#folder);
    await removeFile(join(folder, itemFile));
  }

  /** Folder of an item's files. Throws `not_found` for anything but the id of a folder. */
  folderOf(id: string): string {
    if (!id.endsWith(folderSuffix) || /[/\\\0]/.test(id) || id.startsWith('.')) throw gone(id);
    return join(this.#folder, id);
  }

  /** Ids of the items that are folders, newest first; reads none of them. */
  async folderIds(): Promise<readonly string[]> {
    return (await this.#ids())
      .filter((id) => id.endsWith(folderSuffix))
      .sort()
      .reverse();
  }

  /** Items that are folders, newest first, without those whose `item.json` is damaged. */
  async folders(): Promise<readonly TrashItem[]> {
    const items = await Promise.all((await this.folderIds()).map((id) => this.#item(id)));
    return items.flatMap((item) => item ?? []);
  }

  /** Deletes an item permanently, as a whole or not at all. Returns whether it existed. */
  async purge(id: string): Promise<boolean> {
    const deleting = `${join(this.#folder, id)}${temporarySuffix}`;
    try {
      await moveTo(join(this.#folder, id), deleting);
    } catch (error) {
      if (errno(error) === 'ENOENT') return false; // another process has just done the same
      throw error;
    }
    await removeTree(deleting);
    return true;
  }

  async #put(
    { kind, fields }: Pick<TrashItem, 'kind' | 'fields'>,
    workshop: string,
    fill: (staging: string) => Promise<unknown>,
  ): Promise<Pick<TrashItem, 'id' | 'deletedAt'>> {
    await makeIgnoredFolder(this.#folder);
    await this.#empty();
    const deletedAt = this.#clock.now();
    const id = newId(deletedAt);
    const staging = join(workshop, `${id}${temporarySuffix}`);
    try {
      await createFolder(staging);
      await writeSynced(join(staging, itemFile), itemText({ kind, deletedAt, fields }));
      await fill(staging);
      await syncFolder(staging);
      await renameOver(staging, join(this.#folder, id), () => undefined);
    } catch (error) {
      await removeTree(staging).catch(() => undefined); // the first error is reported
      throw error;
    }
    await syncFolder(this.#folder);
    return { id, deletedAt };
  }

  /** All items, newest first, without those whose `item.json` is damaged or not a file. */
  async list(): Promise<TrashItem[]> {
    const items: TrashItem[] = [];
    for (const id of (await this.#ids()).sort().reverse()) {
      const item = await this.#item(id);
      if (item) items.push(item);
    }
    return items;
  }

  async #item(id: string): Promise<TrashItem | undefined> {
    try {
      const read = await readJson(join(this.#folder, id, itemFile), (value) => parseItem(id, value));
      return read.state === 'read' ? read.value : undefined;
    } catch (error) {
      if (error instanceof StoreError) return undefined; // not a file of the store: it must not hide other items
      throw error;
    }
  }

  /**
   * One item with the bytes of its content, which may have been damaged already when it was deleted; throws
   * `not_found` if it is gone.
   */
  async get(id: string): Promise<{ item: TrashItem; content: Uint8Array }> {
    const item = (await this.list()).find((known) => known.id === id);
    const content = item && (await this.content(item));
    if (item && content) return { item, content };
    throw gone(id);
  }

  /** Content of an item of the list; undefined if it has been removed since. */
  content({ id }: TrashItem): Promise<Uint8Array | undefined> {
    return bytesOf(join(this.#folder, id, 'content.json'));
  }

  /** Removes an item after it was restored, through a folder whose lock the caller holds. */
  async drop(id: string, workshop: string): Promise<void> {
    const deleting = join(workshop, `${id}${temporarySuffix}`);
    await moveTo(join(this.#folder, id), deleting);
    await removeTree(deleting);
  }

  async #ids(): Promise<string[]> {
    return (await this.#names()).filter((name) => !name.endsWith(temporarySuffix));
  }

  async #names(): Promise<string[]> {
    const entries = (await entriesOf(this.#folder)) ?? [];
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  /** Deletes items that are too old, and unfinished ones of dead processes. */
  async #empty(): Promise<void> {
    const now = this.#clock.now();
    for (const name of await this.#names()) {
      const age = name.endsWith(temporarySuffix) ? unfinishedMs : trashKeptMs;
      if (!/^\d{4}-/.test(name) || name >= stamp(now - age)) continue;
      if (name.endsWith(temporarySuffix)) await removeTree(join(this.#folder, name));
      else await this.purge(name);
    }
  }
}

const newId = (deletedAt: number): string => `${stamp(deletedAt)}_${randomBytes(3).toString('hex')}`;

const itemText = ({ kind, deletedAt, fields }: Omit<TrashItem, 'id'>): string =>
  `${JSON.stringify({ v: 1, ...fields, kind, deletedAt }, null, 1)}\n`;

const gone = (id: string): StoreError =>
  new StoreError(
    'not_found',
    `The trash holds nothing under ${JSON.stringify(id.slice(0, 100))}. It keeps things for 30 days.`,
    { id },
  );

/** A time that sorts as text and is a valid file name. */
const stamp = (ms: number): string => isoTime(ms).replaceAll(':', '-');

function parseItem(id: string, value: unknown): TrashItem {
  if (!isObject(value) || typeof value.kind !== 'string' || typeof value.deletedAt !== 'number')
    throw new WrongContent('no item of the trash');
  const { kind, deletedAt, ...fields } = value;
  return { id, kind, deletedAt, fields };
}
