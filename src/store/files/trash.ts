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
import { folderAt } from './way.ts';

/** How long things stay in the trash. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** After this, a half-written item is nobody's work any more. Milliseconds. */
const unfinishedMs = 60 * 60 * 1_000;

/** In the history folder. */
export const trashFolder = '.trash';

/** Ends the id of what is a whole folder of the history, so that these are known without reading every item. */
const folderSuffix = '-folder';

/** Something in the trash: what it is, in fields of its own, and its content as it was on disk. */
export interface TrashItem {
  readonly id: string;
  readonly kind: string;
  /** Milliseconds. */
  readonly deletedAt: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** `.chat-history/.trash/`: what was deleted, restorable for 30 days. Each item is a folder that appears complete. */
export class Trash {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(historyFolder: string, clock: Clock) {
    this.#folder = join(historyFolder, trashFolder);
    this.#clock = clock;
  }

  /**
   * Puts content into the trash and tells its id there, and when. Old items go for good. The item is made in `workshop`, a folder of
   * the history whose lock the caller holds, so that who holds it next sweeps what a crash left there.
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

  /** The same for files, by the names they have there; they stay where they are, until the caller takes them away. */
  putFiles(
    about: Pick<TrashItem, 'kind' | 'fields'>,
    files: Readonly<Record<string, string>>,
    workshop: string,
  ): Promise<Pick<TrashItem, 'id' | 'deletedAt'>> {
    return this.#put(about, workshop, async (staging) => {
      for (const [name, from] of Object.entries(files)) await linkOrCopy(from, join(staging, name));
    });
  }

  /** Where a file of an item is. */
  fileOf({ id }: Pick<TrashItem, 'id'>, name: string): string {
    return join(this.#folder, id, name);
  }

  /** Puts a whole folder of the history into the trash, in one step: it is there or here. The caller holds its lock. */
  async putFolder(
    folder: string,
    { kind, fields }: Pick<TrashItem, 'kind' | 'fields'>,
    lease: Lease,
  ): Promise<TrashItem> {
    await makeIgnoredFolder(this.#folder);
    await this.#empty();
    const deletedAt = this.#clock.now();
    const id = `${newId(deletedAt)}${folderSuffix}`;
    await writeAtomic(join(folder, itemFile), itemText({ kind, deletedAt, fields }), lease);
    await renameOver(folder, join(this.#folder, id), () => lease.assertHeld());
    await confirmFolder(this.#folder, lease);
    return { id, kind, deletedAt, fields };
  }

  /** Moves an item that is a folder back to `to`, whose lock the caller holds and which is free. Throws `not_found` when it is gone. */
  async takeFolder(id: string, to: string, lease: Lease): Promise<void> {
    try {
      await renameOver(this.folderOf(id), to, () => lease.assertHeld());
    } catch (error) {
      throw errno(error) === 'ENOENT' ? gone(id) : error;
    }
  }

  /** Throws `not_found` where there is no such item, whose files are to be changed. */
  assertThere(id: string): void {
    if (folderAt(this.folderOf(id)) === undefined) throw gone(id);
  }

  /** What `takeFolder` leaves to do once the folder is in its place. */
  async forgetItem(folder: string): Promise<void> {
    await syncFolder(this.#folder);
    await removeFile(join(folder, itemFile));
  }

  /** Where the files of an item are. Throws `not_found` for what is not the id of a folder. */
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

  /** Items that are folders, newest first, but for those whose `item.json` is damaged. */
  async folders(): Promise<readonly TrashItem[]> {
    const items = await Promise.all((await this.folderIds()).map((id) => this.#item(id)));
    return items.flatMap((item) => item ?? []);
  }

  /** Deletes an item for good, whole or not at all. Gives whether it was there. */
  async purge(id: string): Promise<boolean> {
    const deleting = `${join(this.#folder, id)}${temporarySuffix}`;
    try {
      await moveTo(join(this.#folder, id), deleting);
    } catch (error) {
      if (errno(error) === 'ENOENT') return false; // another process was as quick
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
      await removeTree(staging).catch(() => undefined); // the first error is the one to tell
      throw error;
    }
    await syncFolder(this.#folder);
    return { id, deletedAt };
  }

  /** All items, newest first, but for those whose `item.json` is damaged or no file. */
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
      if (error instanceof StoreError) return undefined; // no file of ours: it hides no other item
      throw error;
    }
  }

  /** One item with the bytes of its content, which may have been damaged when it came here; `not_found` when it is gone. */
  async get(id: string): Promise<{ item: TrashItem; content: Uint8Array }> {
    const item = (await this.list()).find((known) => known.id === id);
    const content = item && (await this.content(item));
    if (item && content) return { item, content };
    throw gone(id);
  }

  /** The content of an item of the list; undefined when it is gone meanwhile. */
  content({ id }: TrashItem): Promise<Uint8Array | undefined> {
    return bytesOf(join(this.#folder, id, 'content.json'));
  }

  /** Takes an item out, after it was put back, by way of a folder whose lock the caller holds. */
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

  /** Deletes what is too old, and what a process that died has left unfinished. */
  async #empty(): Promise<void> {
    const now = this.#clock.now();
    for (const name of await this.#names()) {
      const age = name.endsWith(temporarySuffix) ? unfinishedMs : keptMs;
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

/** A time that sorts and can be a file name. */
const stamp = (ms: number): string => isoTime(ms).replaceAll(':', '-');

function parseItem(id: string, value: unknown): TrashItem {
  if (!isObject(value) || typeof value.kind !== 'string' || typeof value.deletedAt !== 'number')
    throw new WrongContent('no item of the trash');
  const { kind, deletedAt, ...fields } = value;
  return { id, kind, deletedAt, fields };
}
