import { dirname, join } from 'node:path';
import type { Secrets, StoreContext } from '../../disk/base/context.ts';
import { defined, type Lease, StoreError } from '../../disk/base/core.ts';
import { withStoreErrors, tidy } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { sweep } from '../../disk/files/folders.ts';
import { removeHeld, writeAtomic } from '../../disk/files/atomic.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { parseJson } from '../../disk/files/json.ts';
import { withLock } from '../../disk/files/lock.ts';
import { Trash } from '../../disk/files/trash.ts';
import { authorIn, isTracked, textBefore } from './git.ts';
import { beginSharing } from './sharingFolder.ts';
import { SharedFiles, type ReadFile } from './sharedFiles.ts';
import {
  fileOf,
  formatShared,
  formatTombstone,
  isWithdrawn,
  maxItemBytes,
  newId,
  parseShared,
} from './sharedFile.ts';
import { notesOn } from './sharedNotes.ts';
import {
  assertEditable,
  assertMayMask,
  maskedSecretsIn,
  filled,
  tagsOf,
  titleOf,
  tooLarge,
  withoutSecrets,
} from './sharedRules.ts';
import { textIn, trashKind, withdrawnHere } from './sharedTrash.ts';
import { sharedFolder } from './types.ts';
import type * as T from './types.ts';

/** Minimum length of an abbreviated id. */
const minIdLength = 6;

/** Implements `SharedStore`, which documents the methods. */
export class SharedItems implements T.SharedStore {
  readonly #context: StoreContext;
  readonly #folder: string;
  readonly #files: SharedFiles;
  readonly #masking: Secrets;
  readonly #trash: Trash;

  /** `masking` ignores the settings, since shared content leaves the machine. */
  constructor(context: StoreContext, masking: Secrets) {
    this.#context = context;
    this.#folder = join(context.folder, sharedFolder);
    this.#files = new SharedFiles(this.#folder);
    this.#masking = masking;
    this.#trash = new Trash(context.folder, context.clock);
  }

  list({ kind, author, tag }: T.SharedFilter = {}): Promise<readonly T.SharedItem[]> {
    return withStoreErrors(async () =>
      (await this.#files.items())
        .map(({ item }) => item)
        .filter(
          (item) =>
            (kind === undefined || item.kind === kind) &&
            (author === undefined || item.author === author) &&
            (tag === undefined || item.tags.includes(tag)),
        )
        .sort((a, b) => b.updatedAt - a.updatedAt || (a.file < b.file ? 1 : -1)),
    );
  }

  get(id: string): Promise<T.SharedItem> {
    return withStoreErrors(async () => (await this.#find(id)).item);
  }

  draft(wanted: T.NewSharedItem): Promise<T.SharedDraft> {
    return withStoreErrors(async () => {
      const cleaned = await withoutSecrets(this.#masking, wanted);
      const item = await this.#newItem(cleaned.result);
      const text = formatShared(item);
      assertFits(text);
      return { item, text, ...maskedSecretsIn(text) };
    });
  }

  share({ masked = false, ...wanted }: T.NewSharedItem): Promise<T.Shared> {
    return this.#change(async (write) => {
      const cleaned = await withoutSecrets(this.#masking, wanted);
      assertMayMask(cleaned, masked);
      const item = await this.#newItem(cleaned.result);
      await this.#assertNotThere(item.file);
      return { ...(await write(item.file, formatShared(item))), masked: cleaned.masked };
    });
  }

  edit(id: string, { masked = false, ...edit }: T.SharedEdit): Promise<T.Shared> {
    return this.#change(async (write) => {
      const { item, text: before } = await this.#find(id);
      assertEditable(item);
      const cleaned = await withoutSecrets(this.#masking, edit);
      assertMayMask(cleaned, masked);
      const { result, masked: count } = cleaned;
      const text = result.text?.trim() ?? item.text;
      const edited = defined({
        ...item,
        text,
        title: result.title === undefined ? item.title : titleOf(result.title, text),
        tags: result.tags === undefined ? item.tags : tagsOf(result.tags),
        author: result.author ?? (await this.#author()) ?? item.author,
        updatedAt: this.#context.clock.now(),
      });
      return { ...(await write(item.file, formatShared(edited, before))), masked: count };
    });
  }

  unshare(id: string): Promise<T.Unshared> {
    return this.#change(async (write, { workshop, lease }) => {
      const { item, text } = await this.#find(id);
      const fields = { file: item.file, title: item.title };
      const trashed = await this.#trash.put(trashKind, fields, JSON.stringify({ text }), workshop);
      const tombstone = await isTracked(this.#folder, item.file);
      if (tombstone) {
        const author = await this.#author();
        await write(item.file, formatTombstone(item, author, this.#context.clock.now()));
      } else {
        await removeHeld([join(this.#folder, item.file)], lease);
      }
      return { trashId: trashed.id, tombstone };
    });
  }

  restore(id: string): Promise<T.SharedItem> {
    return this.#change(async (write, { workshop }) => {
      const gone = (await this.#files.withdrawn()).find((one) => one.id === id);
      if (gone) return (await write(gone.file, await this.#before(gone.file))).item;
      const { item, content } = await this.#trash.get(id);
      const { file } = item.fields;
      const read = parseJson(content, textIn);
      if (item.kind !== trashKind || typeof file !== 'string' || read.state !== 'read')
        throw new StoreError('not_found', `${id} in the trash is not a shared item.`);
      await this.#assertNotThere(file, read.value);
      const { item: back } = await write(file, read.value);
      await tidy(this.#context.log, `take ${id} out of the trash`, () => this.#trash.drop(id, workshop));
      return back;
    });
  }

  withdrawn(): Promise<readonly T.WithdrawnItem[]> {
    return withStoreErrors(async () => {
      const names = new Set((await this.#files.items()).map(({ item }) => item.file));
      const trash = (await this.#trash.list()).filter(({ kind }) => kind === trashKind);
      const here = new Map(trash.toReversed().map((item) => [item.fields.file, withdrawnHere(item)]));
      const marked = new Map((await this.#files.withdrawn()).map((item) => [item.file, item]));
      const all = [...marked.values(), ...[...here.values()].filter(({ file }) => !marked.has(file))];
      return all
        .filter(({ file }) => !names.has(file))
        .map((item) => ({ ...here.get(item.file), ...item, title: here.get(item.file)?.title ?? item.title }))
        .sort((a, b) => b.at - a.at);
    });
  }

  /** Creates an item from content whose secrets are already masked. */
  async #newItem(wanted: Omit<T.NewSharedItem, 'masked'>): Promise<T.SharedItem> {
    const { id, createdAt } = wanted.draft ?? draftAt(this.#context.clock.now());
    const title = titleOf(wanted.title, wanted.text);
    return defined({
      id,
      kind: filled(wanted.kind, 'kind'),
      title,
      file: fileOf({ id, title, createdAt }),
      text: wanted.text.trim(),
      of: wanted.of,
      tags: tagsOf(wanted.tags),
      author: wanted.author ?? (await this.#author()),
      createdAt,
      updatedAt: createdAt,
    });
  }

  /** Uses the project's folder, since that of the history may not exist yet. */
  #author(): Promise<string | undefined> {
    return authorIn(dirname(this.#context.folder));
  }

  /**
   * Protects what others shared or wrote since, and an item already shared from the same draft, unless the text is
   * equal.
   */
  async #assertNotThere(file: string, text?: string): Promise<void> {
    const there = (await this.#files.items()).find(({ item }) => item.file === file);
    if (there === undefined || there.text === text) return;
    throw new StoreError(
      'already_exists',
      `${sharedFolder}/${file} is there with another text. Unshare that first, or copy from the trash what you need.`,
      { file },
    );
  }

  /** Returns the text of a withdrawn file, from the local trash or else from the repository. */
  async #before(file: string): Promise<string> {
    const here = (await this.#trash.list()).find(
      (item) => item.kind === trashKind && item.fields.file === file,
    );
    const content = here && (await this.#trash.content(here));
    const read = content && parseJson(content, textIn);
    const text = read?.state === 'read' ? read.value : await textBefore(this.#folder, file, isWithdrawn);
    if (text !== undefined) return text;
    const why = 'Neither the trash nor the last versions in the repository have its text.';
    throw new StoreError('not_found', `${sharedFolder}/${file} cannot be restored. ${why}`, { file });
  }

  async #find(id: string): Promise<ReadFile> {
    const files = await this.#files.items();
    const exact = files.find(({ item }) => item.id === id);
    const begun = id.length < minIdLength ? [] : files.filter(({ item }) => item.id.startsWith(id));
    const found = exact ?? (begun.length === 1 ? begun[0] : undefined);
    if (found) return found;
    const why =
      begun.length > 1 ? 'names several shared items; give more of it' : 'is not the id of a shared item';
    throw new StoreError(
      'not_found',
      `${JSON.stringify(id.slice(0, 100))} ${why}. List them with mcp-history-store shared.`,
    );
  }

  /** The file is already written, so failing to determine how others get it does not fail the change. */
  async #notesOn(file: string): Promise<readonly T.SharedNote[]> {
    let notes: readonly T.SharedNote[] = [];
    await tidy(this.#context.log, `tell how others get ${file}`, async () => {
      notes = await notesOn(this.#folder, file);
    });
    return notes;
  }

  /** Runs a change under the folder's lock, after removing leftovers of interrupted changes. */
  #change<R>(work: (write: Write, held: Held) => Promise<R>): Promise<R> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    return withStoreErrors(async () => {
      if (isReadOnly()) throw readOnlyError(folder);
      await ensureHistoryFolder(folder);
      const workshop = lockFolder(folder, '.shared');
      const result = await withLock(
        workshop,
        async (lease) => {
          await beginSharing(folder, lease);
          for (const left of [workshop, this.#folder]) await sweep(left, lease);
          const write: Write = async (file, text) => {
            assertFits(text);
            await writeAtomic(join(this.#folder, file), text, lease);
            return { item: parseShared(file, text), notes: await this.#notesOn(file) };
          };
          return work(write, { workshop, lease });
        },
        log,
      );
      wrote(sharedFolder);
      return result;
    });
  }
}

const draftAt = (now: number): Pick<T.SharedItem, 'id' | 'createdAt'> => ({ id: newId(now), createdAt: now });

function assertFits(text: string): void {
  const size = Buffer.byteLength(text);
  if (size > maxItemBytes) throw tooLarge(size);
}

/** Resources of a change: the lock, and a folder for unfinished files. */
interface Held {
  readonly workshop: string;
  readonly lease: Lease;
}

/** Writes a file and returns its item with notes for the person. */
type Write = (file: string, text: string) => Promise<Omit<T.Shared, 'masked'>>;
