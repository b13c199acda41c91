import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { indexFolder, readDerived, writeDerived } from '../files/derived.ts';
import { filesIn, removeFile } from '../files/folders.ts';
import { WrongContent, type Parse } from '../files/json.ts';
import { fileAt, folderAt } from '../files/way.ts';

/** What no list has named for so long is deleted. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** How something that is taken from each session is kept. */
export interface PerSessionForm<T> {
  /** Of the folder in `.index/`. */
  readonly folder: string;
  /** Raised when what is taken from sessions changes, so that nothing older is taken over. */
  readonly version: number;
  /** Throws `WrongContent` for what was not written so. */
  readonly parse: Parse<T>;
}

/** Something taken from each session, in a folder of `.index/`, so that no process reads a transcript another has read. */
export class PerSession<T> {
  readonly #context: StoreContext;
  readonly #form: PerSessionForm<T>;
  readonly #folder: string;

  constructor(context: StoreContext, form: PerSessionForm<T>) {
    this.#context = context;
    this.#form = form;
    this.#folder = join(indexFolder(context.folder), form.folder);
  }

  /** What is kept of a transcript, if it still has this fingerprint. */
  async read(path: string, fingerprint: string): Promise<T | undefined> {
    const { version, parse } = this.#form;
    const parseKept = (value: unknown): { readonly mark: string; readonly kept: T } => {
      if (!isObject(value) || value.v !== version || typeof value.mark !== 'string')
        throw new WrongContent('of another version');
      return { mark: value.mark, kept: parse(value.kept) };
    };
    const read = await readDerived(this.#file(path), parseKept, this.#context.log);
    return read?.mark === fingerprint ? read.kept : undefined;
  }

  /** Keeps it, where there is a history to keep it in; tells whether it did. */
  async write(path: string, fingerprint: string, kept: T): Promise<boolean> {
    const { folder, isReadOnly } = this.#context;
    if (isReadOnly() || folderAt(folder) === undefined) return false;
    const { version: v } = this.#form;
    await writeDerived(this.#file(path), JSON.stringify({ v, path, mark: fingerprint, kept }));
    return true;
  }

  /** Bytes of what is kept of a transcript. */
  size(path: string): number {
    return fileAt(this.#file(path))?.size ?? 0;
  }

  /** Deletes what is old and of none of these transcripts. */
  async sweep(paths: readonly string[]): Promise<void> {
    if (this.#context.isReadOnly()) return;
    const kept = new Set(paths.map((path) => this.#file(path)));
    for (const name of await filesIn(this.#folder)) {
      const file = join(this.#folder, name);
      const { mtimeMs = Infinity } = kept.has(file) ? {} : (fileAt(file) ?? {});
      if (mtimeMs < this.#context.clock.now() - keptMs) await removeFile(file);
    }
  }

  #file(path: string): string {
    return join(this.#folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`);
  }
}
