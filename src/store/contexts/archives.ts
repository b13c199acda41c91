import fs from 'node:fs';
import { join } from 'node:path';
import { errno, StoreError } from '../errors.ts';
import { sweep, writeAtomic } from '../files/atomic.ts';
import { assertInside } from '../files/contain.ts';
import { readJson, updateJson } from '../files/json.ts';
import type { Lease } from '../files/lock.ts';
import type { StoreContext } from '../storeContext.ts';
import { preview } from './budget.ts';
import { formatContext, formatIndex, parseArchived, parseIndex } from './contextFiles.ts';
import type { ArchivedContext, ContextItem } from './types.ts';

const titleChars = 60;
const summaryChars = 200;

export const contextsFolder = 'contexts';
const archiveFolder = 'archive';
const indexFile = 'index.json';

/** Where an archived context of a dialog's folder is kept. */
export const archivedContextFile = (dialogFolder: string, contextId: string): string =>
  join(dialogFolder, contextsFolder, archiveFolder, `${contextId}.json`);

/** Whether a string can be the id of a context, and so a file name that stays where it is. */
export const isContextId = (id: string): boolean => /^[A-Za-z0-9][\w-]{0,99}$/.test(id);

/** The archived contexts of one dialog's folder: one file each, and an index derived from them. */
export class Archives {
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

  /** Throws `outside` for folders that are links leading out of the history. */
  assertInside(): void {
    for (const folder of [this.#contexts, this.#archive]) assertInside(this.#context.folder, folder);
  }

  has(contextId: string): boolean {
    return (
      isContextId(contextId) && fs.lstatSync(this.file(contextId), { throwIfNoEntry: false }) !== undefined
    );
  }

  file(contextId: string): string {
    return archivedContextFile(this.#folder, contextId);
  }

  async ids(): Promise<string[]> {
    this.assertInside();
    try {
      const names = await fs.promises.readdir(this.#archive);
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -5))
        .filter(isContextId);
    } catch (error) {
      if (errno(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Undefined when there is none; a file that cannot be read stays where it is, and the error names it. */
  async read(contextId: string): Promise<ArchivedContext | undefined> {
    const file = this.file(contextId);
    assertInside(this.#context.folder, file);
    const read = await readJson(file, parseArchived);
    if (read.state === 'damaged')
      throw new StoreError(
        'damaged',
        `${file} cannot be read: ${read.reason}. It was left as it is; repair or remove it.`,
        { file },
      );
    return read.state === 'read' ? read.value : undefined;
  }

  /** Newest archived first: from the index where it knows a context, else from its file. Damaged ones are logged and left out. */
  async items(): Promise<ContextItem[]> {
    const index = await readJson(join(this.#contexts, indexFile), parseIndex);
    const known = new Map((index.state === 'read' ? index.value : []).map((item) => [item.contextId, item]));
    const items: ContextItem[] = [];
    for (const id of await this.ids()) {
      const item = known.get(id) ?? (await this.#itemFromFile(id));
      if (item) items.push(item);
    }
    return items.sort((a, b) => b.archivedAt - a.archivedAt || (a.contextId < b.contextId ? 1 : -1));
  }

  async write(context: ArchivedContext, lease: Lease): Promise<void> {
    this.assertInside();
    await fs.promises.mkdir(this.#archive, { recursive: true });
    await sweep(this.#archive);
    await writeAtomic(this.file(context.contextId), formatContext(context), () => lease.assertHeld());
    await this.reindex(lease, context.contextId);
  }

  async remove(contextId: string, lease: Lease): Promise<void> {
    await fs.promises.rm(this.file(contextId), { force: true });
    await this.reindex(lease, contextId);
  }

  /** Writes the index anew, reading the file of the context that changed. */
  async reindex(lease: Lease, changed: string): Promise<void> {
    const others = (await this.items()).filter(({ contextId }) => contextId !== changed);
    const item = this.has(changed) ? await this.#itemFromFile(changed) : undefined;
    const items = item ? [item, ...others] : others;
    items.sort((a, b) => b.archivedAt - a.archivedAt);
    const { clock } = this.#context;
    await updateJson(join(this.#contexts, indexFile), parseIndex, () => formatIndex(items), { lease, clock });
  }

  async #itemFromFile(contextId: string): Promise<ContextItem | undefined> {
    try {
      const context = await this.read(contextId);
      return context && contextItem(context);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#context.log.warn(error.message);
      return undefined;
    }
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
    summaryPreview: preview(
      summary ?? turns.findLast(({ role }) => role === 'assistant')?.text ?? '',
      summaryChars,
    ),
  };
}

/** The title, else the beginning of what the person first said. */
export function contextTitle({ title, turns }: Pick<ArchivedContext, 'title' | 'turns'>): string {
  return (
    title ?? preview(turns.find(({ role }) => role === 'user')?.text ?? turns[0]?.text ?? '', titleChars)
  );
}
