import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { indexFolder, readDerived, writeDerived } from '../files/derived.ts';
import { filesIn, removeFile } from '../files/folders.ts';
import { WrongContent } from '../files/json.ts';
import { fileAt, folderAt } from '../files/way.ts';
import { isObject } from '../base/core.ts';
import type { StoreContext } from '../base/context.ts';
import type { SearchEntry } from './types.ts';

/** Raised when what is taken from sessions changes, so that nothing older is taken over. */
const version = 3;
/** What no list has named for so long is deleted. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** What was said in sessions, in `.index/sessions/`, so that no process reads a transcript another has read. */
export class SessionTexts {
  readonly #context: StoreContext;
  readonly #folder: string;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#folder = join(indexFolder(context.folder), 'sessions');
  }

  /** What is kept of a transcript, if it still has this fingerprint. */
  async read(path: string, fingerprint: string): Promise<readonly SearchEntry[] | undefined> {
    const read = await readDerived(this.#file(path), parse, this.#context.log);
    return read?.mark === fingerprint ? read.entries : undefined;
  }

  /** Keeps what was said, where there is a history to keep it in. */
  async write(path: string, fingerprint: string, entries: readonly SearchEntry[]): Promise<void> {
    const { folder, isReadOnly } = this.#context;
    if (isReadOnly() || folderAt(folder) === undefined) return;
    await writeDerived(this.#file(path), JSON.stringify({ v: version, path, mark: fingerprint, entries }));
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

interface KeptTexts {
  readonly mark: string;
  readonly entries: readonly SearchEntry[];
}

function parse(value: unknown): KeptTexts {
  if (!isObject(value) || value.v !== version || typeof value.mark !== 'string')
    throw new WrongContent('of another version');
  if (!Array.isArray(value.entries) || !value.entries.every(isEntry)) throw new WrongContent('no entries');
  return { mark: value.mark, entries: value.entries };
}

function isEntry(value: unknown): value is SearchEntry {
  if (!isObject(value) || (value.role !== 'user' && value.role !== 'assistant')) return false;
  if (value.agent !== undefined && typeof value.agent !== 'string') return false;
  return (
    typeof value.text === 'string' &&
    typeof value.ts === 'number' &&
    typeof value.id === 'string' &&
    typeof value.position === 'number'
  );
}
