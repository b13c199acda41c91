import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { isObject, isoTime, StoreError } from '../base/core.ts';
import { renameOver, writeSynced } from './atomic.ts';
import { createFolder, entriesOf, moveTo, removeTree, syncFolder, temporarySuffix } from './folders.ts';
import { makeIgnoredFolder } from './ignored.ts';
import { readJson, WrongContent } from './json.ts';
import { bytesOf } from './open.ts';

/** How long things stay in the trash. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** After this, a half-written item is nobody's work any more. Milliseconds. */
const unfinishedMs = 60 * 60 * 1_000;

/** In the history folder. */
export const trashFolder = '.trash';

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
    await makeIgnoredFolder(this.#folder);
    await this.#empty();
    const deletedAt = this.#clock.now();
    const id = `${stamp(deletedAt)}_${randomBytes(3).toString('hex')}`;
    const item = `${JSON.stringify({ v: 1, ...fields, kind, deletedAt }, null, 1)}\n`;
    await this.#write(join(workshop, `${id}${temporarySuffix}`), id, {
      'item.json': item,
      'content.json': content,
    });
    return { id, deletedAt };
  }

  async #write(
    staging: string,
    id: string,
    files: Readonly<Record<string, string | Uint8Array>>,
  ): Promise<void> {
    try {
      await createFolder(staging);
      for (const [name, data] of Object.entries(files)) await writeSynced(join(staging, name), data);
      await syncFolder(staging);
      await renameOver(staging, join(this.#folder, id), () => undefined);
    } catch (error) {
      await removeTree(staging).catch(() => undefined); // the first error is the one to tell
      throw error;
    }
    await syncFolder(this.#folder);
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
      const read = await readJson(join(this.#folder, id, 'item.json'), (value) => parseItem(id, value));
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
    throw new StoreError(
      'not_found',
      `The trash holds nothing under ${JSON.stringify(id.slice(0, 100))}. It keeps things for 30 days.`,
    );
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
      if (/^\d{4}-/.test(name) && name < stamp(now - age)) await removeTree(join(this.#folder, name));
    }
  }
}

/** A time that sorts and can be a file name. */
const stamp = (ms: number): string => isoTime(ms).replaceAll(':', '-');

function parseItem(id: string, value: unknown): TrashItem {
  if (!isObject(value) || typeof value.kind !== 'string' || typeof value.deletedAt !== 'number')
    throw new WrongContent('no item of the trash');
  const { kind, deletedAt, ...fields } = value;
  return { id, kind, deletedAt, fields };
}
