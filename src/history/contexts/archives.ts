import { updateJson } from '../../disk/files/smallFile.ts';
import { join } from 'node:path';
import type { Damage } from '../dialogs/types.ts';
import { type Lease, StoreError } from '../../disk/base/core.ts';
import { filesIn, makeFolder, sweep } from '../../disk/files/folders.ts';
import { removeHeld, writeAtomic } from '../../disk/files/atomic.ts';
import { tidy } from '../../disk/files/failure.ts';
import { readJson, type ReadResult } from '../../disk/files/json.ts';
import { bytesOf } from '../../disk/files/open.ts';
import { isTaken } from '../../disk/files/way.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { safePreview } from '../../disk/secrets/cut.ts';
import { formatContext, formatIndex, parseArchived, parseIndex } from './contextFiles.ts';
import { archiveFolder, contextsFolder } from '../dialogs/names.ts';
import type { ArchivedContext, ContextItem } from './types.ts';

const titleChars = 60;
const summaryChars = 200;

const indexFile = 'index.json';

/** Path of an archived context in a dialog's folder. */
export const archivedContextFile = (dialogFolder: string, contextId: string): string =>
  join(dialogFolder, contextsFolder, archiveFolder, `${contextId}.json`);

/** Whether a string can be a context id, and so a safe file name. */
export const isContextId = (id: string): boolean => /^[A-Za-z0-9][\w-]{0,99}$/.test(id);

/** The archived contexts of one dialog: a file each, and an index derived from them. */
export class ContextArchives {
  readonly #context: StoreContext;
  readonly #folder: string;
  readonly #contexts: string;
  readonly #archive: string;

  constructor(context: StoreContext, dialogFolder: string) {
    this.#context = context;
    this.#folder = dialogFolder;
    this.#contexts = join(dialogFolder, contextsFolder);
    this.#archive = join(this.#contexts, archiveFolder);
  }

  has(contextId: string): boolean {
    return isContextId(contextId) && isTaken(this.file(contextId));
  }

  file(contextId: string): string {
    return archivedContextFile(this.#folder, contextId);
  }

  async ids(): Promise<string[]> {
    const names = (await filesIn(this.#archive)).filter((name) => name.endsWith('.json'));
    return names.map((name) => name.slice(0, -5)).filter(isContextId);
  }

  /** Undefined if there is none; an unreadable file is left in place and named in the error. */
  async read(contextId: string): Promise<ArchivedContext | undefined> {
    const file = this.file(contextId);
    const read = await this.#parsed(contextId);
    if (read.state === 'damaged')
      throw new StoreError(
        'damaged',
        `${file} cannot be read: ${read.reason}. It was left as it is; repair or remove it.`,
        { file },
      );
    return read.state === 'read' ? read.value : undefined;
  }

  /** Reads the bytes of a context's file, valid or not; undefined if there is none. */
  bytes(contextId: string): Promise<Uint8Array | undefined> {
    return bytesOf(this.file(contextId));
  }

  /**
   * Returns the list items, newest archived first: from the index, or else from the files. Damaged files are logged and
   * left out.
   */
  async items(): Promise<ContextItem[]> {
    const { items, unreadable } = await this.#look();
    for (const { file, reason } of unreadable)
      this.#context.log.warn(`${join(this.#folder, file)} cannot be read: ${reason}`);
    return items.sort((a, b) => b.archivedAt - a.archivedAt || (a.contextId < b.contextId ? 1 : -1));
  }

  /** Returns a context's list item; without title if its file is damaged. */
  async item(contextId: string): Promise<Pick<ContextItem, 'contextId' | 'title' | 'messageCount'>> {
    const item = (await this.items()).find((each) => each.contextId === contextId);
    return item ?? { contextId, title: '', messageCount: 0 };
  }

  /** Returns the files that `items` leaves out. They are left in place. */
  async unreadable(): Promise<Damage[]> {
    return (await this.#look()).unreadable;
  }

  async #look(): Promise<{ items: ContextItem[]; unreadable: Damage[] }> {
    const index = await readJson(join(this.#contexts, indexFile), parseIndex);
    const known = new Map((index.state === 'read' ? index.value : []).map((item) => [item.contextId, item]));
    const items: ContextItem[] = [];
    const unreadable: Damage[] = [];
    for (const id of await this.ids()) {
      const item = known.get(id);
      const read = item === undefined ? await this.#parsed(id) : undefined;
      if (item) items.push(item);
      else if (read?.state === 'read') items.push(contextItem(read.value));
      else if (read?.state === 'damaged') {
        const file = `${contextsFolder}/${archiveFolder}/${id}.json`;
        unreadable.push({ file, keptAs: file, reason: read.reason });
      }
    }
    return { items, unreadable };
  }

  write(context: ArchivedContext, lease: Lease): Promise<void> {
    return this.put(context.contextId, formatContext(context), lease);
  }

  /** Writes the file of a context. */
  async put(contextId: string, content: string | Uint8Array, lease: Lease): Promise<void> {
    if (!isContextId(contextId))
      throw new StoreError('damaged', `${JSON.stringify(contextId.slice(0, 100))} is not a context ID.`);
    await makeFolder(this.#archive);
    await sweep(this.#archive, lease);
    // If anything fails from here on, the index must not describe content that the file no longer has.
    if (this.has(contextId)) await this.#writeIndex(await this.#othersThan(contextId), lease);
    await writeAtomic(this.file(contextId), content, lease);
    await this.#tidyIndex(lease, contextId);
  }

  async remove(contextId: string, lease: Lease): Promise<void> {
    await removeHeld([this.file(contextId)], lease);
    await this.#tidyIndex(lease, contextId);
  }

  /** Updates the index, tolerating failures: it is derived, so missing entries are read from the files. */
  #tidyIndex(lease: Lease, changed: string): Promise<void> {
    return tidy(this.#context.log, 'write the index of contexts', () => this.reindex(lease, changed));
  }

  /** Rewrites the index, reading the file of the changed context. */
  async reindex(lease: Lease, changed: string): Promise<void> {
    const others = await this.#othersThan(changed);
    const item = this.has(changed) ? await this.#itemFromFile(changed) : undefined;
    await this.#writeIndex(item ? [item, ...others] : others, lease);
  }

  async #othersThan(changed: string): Promise<ContextItem[]> {
    return (await this.items()).filter(({ contextId }) => contextId !== changed);
  }

  async #writeIndex(items: ContextItem[], lease: Lease): Promise<void> {
    items.sort((a, b) => b.archivedAt - a.archivedAt);
    const { clock } = this.#context;
    await updateJson(join(this.#contexts, indexFile), parseIndex, () => formatIndex(items), { lease, clock });
  }

  /** Reads a context's list item from its file; undefined, and logged, if unreadable. */
  async #itemFromFile(contextId: string): Promise<ContextItem | undefined> {
    const read = await this.#parsed(contextId);
    if (read.state === 'damaged')
      this.#context.log.warn(`${this.file(contextId)} cannot be read: ${read.reason}`);
    return read.state === 'read' ? contextItem(read.value) : undefined;
  }

  #parsed(contextId: string): Promise<ReadResult<ArchivedContext>> {
    return readJson(this.file(contextId), parseArchived);
  }
}

/** Makes the list item of an archived context. */
export function contextItem(context: ArchivedContext): ContextItem {
  const { contextId, createdAt, archivedAt, turns, summary } = context;
  return {
    contextId,
    title: contextTitle(context),
    createdAt,
    archivedAt,
    messageCount: turns.length,
    summaryPreview: safePreview(
      summary ?? turns.findLast(({ role }) => role === 'assistant')?.text ?? '',
      summaryChars,
    ),
  };
}

/** Returns the title, else the beginning of the person's first words. */
export function contextTitle({ title, turns }: Pick<ArchivedContext, 'title' | 'turns'>): string {
  return (
    title ?? safePreview(turns.find(({ role }) => role === 'user')?.text ?? turns[0]?.text ?? '', titleChars)
  );
}
