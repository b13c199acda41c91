import { updateJson } from '../files/smallFile.ts';
import { join } from 'node:path';
import type { Damage } from '../dialogs/types.ts';
import { type Lease, StoreError } from '../base/core.ts';
import { filesIn, makeFolder, sweep } from '../files/folders.ts';
import { removeHeld, writeAtomic } from '../files/atomic.ts';
import { tidy } from '../files/tidy.ts';
import { readJson, type ReadResult } from '../files/json.ts';
import { bytesOf } from '../files/open.ts';
import { isTaken } from '../files/way.ts';
import type { StoreContext } from '../base/context.ts';
import { previewBesideSecret } from '../secrets/cut.ts';
import { formatContext, formatIndex, parseArchived, parseIndex } from './contextFiles.ts';
import { archiveFolder, contextsFolder } from '../dialogs/names.ts';
import type { ArchivedContext, ContextItem } from './types.ts';

const titleChars = 60;
const summaryChars = 200;

const indexFile = 'index.json';

/** Where an archived context of a dialog's folder is kept. */
export const archivedContextFile = (dialogFolder: string, contextId: string): string =>
  join(dialogFolder, contextsFolder, archiveFolder, `${contextId}.json`);

/** Whether a string can be the id of a context, and so a file name that stays where it is. */
export const isContextId = (id: string): boolean => /^[A-Za-z0-9][\w-]{0,99}$/.test(id);

/** The archived contexts of one dialog's folder: one file each, and an index derived from them. */
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

  /** Undefined when there is none; a file that cannot be read stays where it is, and the error names it. */
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

  /** The bytes of a context's file, readable or not; undefined where there is none. */
  bytes(contextId: string): Promise<Uint8Array | undefined> {
    return bytesOf(this.file(contextId));
  }

  /** Newest archived first: from the index where it knows a context, else from its file. Damaged ones are logged and left out. */
  async items(): Promise<ContextItem[]> {
    const { items, unreadable } = await this.#look();
    for (const { file, reason } of unreadable)
      this.#context.log.warn(`${join(this.#folder, file)} cannot be read: ${reason}`);
    return items.sort((a, b) => b.archivedAt - a.archivedAt || (a.contextId < b.contextId ? 1 : -1));
  }

  /** What a list shows of a context; without title where it shows none because the file is damaged. */
  async item(contextId: string): Promise<Pick<ContextItem, 'contextId' | 'title' | 'messageCount'>> {
    const item = (await this.items()).find((each) => each.contextId === contextId);
    return item ?? { contextId, title: '', messageCount: 0 };
  }

  /** The files that `items` leaves out. They stay where they are. */
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

  /** Puts the file of a context in its place. */
  async put(contextId: string, content: string | Uint8Array, lease: Lease): Promise<void> {
    if (!isContextId(contextId))
      throw new StoreError('damaged', `${JSON.stringify(contextId.slice(0, 100))} is not a context ID.`);
    await makeFolder(this.#archive);
    await sweep(this.#archive);
    // Whatever fails from here on, the index never says of a context what its file no longer holds.
    if (this.has(contextId)) await this.#writeIndex(await this.#othersThan(contextId), lease);
    await writeAtomic(this.file(contextId), content, lease);
    await this.#tidyIndex(lease, contextId);
  }

  async remove(contextId: string, lease: Lease): Promise<void> {
    await removeHeld([this.file(contextId)], lease);
    await this.#tidyIndex(lease, contextId);
  }

  /** The index is derived: what it does not say, the files do. */
  #tidyIndex(lease: Lease, changed: string): Promise<void> {
    return tidy(this.#context.log, 'write the index of contexts', () => this.reindex(lease, changed));
  }

  /** Writes the index anew, reading the file of the context that changed. */
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

  /** The item of a context as its file has it now; undefined, and logged, where that cannot be read. */
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

/** What a list shows of an archived context. */
export function contextItem(context: ArchivedContext): ContextItem {
  const { contextId, createdAt, archivedAt, turns, summary } = context;
  return {
    contextId,
    title: contextTitle(context),
    createdAt,
    archivedAt,
    messageCount: turns.length,
    summaryPreview: previewBesideSecret(
      summary ?? turns.findLast(({ role }) => role === 'assistant')?.text ?? '',
      summaryChars,
    ),
  };
}

/** The title, else the beginning of what the person first said. */
export function contextTitle({ title, turns }: Pick<ArchivedContext, 'title' | 'turns'>): string {
  return (
    title ??
    previewBesideSecret(turns.find(({ role }) => role === 'user')?.text ?? turns[0]?.text ?? '', titleChars)
  );
}
