import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Secrets, StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { indexFolder, readDerivedNow, sweepDerived, writeDerived } from '../files/derived.ts';
import { fileFingerprint } from '../files/fileCache.ts';
import { foreignFileNow } from '../files/foreign.ts';
import { WrongContent, type Parse } from '../files/json.ts';
import { folderAt } from '../files/way.ts';

/** What is kept is of this version, so that nothing older is taken over. */
const version = 3;
/** What nobody wrote for so long is deleted. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** What was kept before a compaction counts after it for so long, and while so much was added. */
const compactionMs = 15 * 60 * 1_000;
const compactionBytes = 8 * 1024 * 1024;

/** What keeps something: a store, or a program that needs nothing else of one. */
export type Keeper = Pick<StoreContext, 'folder' | 'log' | 'clock' | 'isReadOnly'> & {
  readonly secrets: Pick<Secrets, 'state'>;
};

/** What tells a transcript from itself as it was before; undefined where none is. To be taken before it is read. */
export const markOf = (path: string): string | undefined => fileFingerprint(path);

/** What was made of transcripts, in `.index/facts/`, a file each. Without secrets. */
export class KeptOf<T> {
  readonly #context: Keeper;
  readonly #folder: string;
  readonly #kind: string;
  readonly #parse: Parse<T>;
  readonly #leastBytes: number;

  /**
   * `kind` tells what is kept from other things that are kept of the same transcript. Of transcripts that have fewer than
   * `leastBytes` nothing is kept.
   */
  constructor(context: Keeper, kind: string, parse: Parse<T>, leastBytes = 0) {
    this.#leastBytes = leastBytes;
    this.#context = context;
    this.#folder = join(indexFolder(context.folder), 'facts');
    this.#kind = kind;
    this.#parse = parse;
  }

  /**
   * What is kept of a transcript that is as it was, without waiting. With `grown` also of one to which only something was
   * added just now: what happened before a compaction stays what it was.
   */
  read(path: string, { grown = false } = {}): T | undefined {
    const mark = markOf(path);
    if (mark === undefined || folderAt(this.#context.folder) === undefined) return undefined;
    const parse = (value: unknown) => keptIn(value, this.#parse);
    const kept = readDerivedNow(this.#file(path), parse, this.#context.log);
    if (kept?.path !== path || kept.masked !== this.#context.secrets.state) return undefined;
    return kept.mark === mark || (grown && this.#hasOnlyGrown(kept)) ? kept.made : undefined;
  }

  /** Whether anything is kept of a transcript of its size. */
  isWorthwhile(path: string): boolean {
    return (foreignFileNow(path)?.size ?? 0) >= this.#leastBytes;
  }

  /** Keeps what was made of a transcript as it was at `mark`, where there is a history to keep it in. */
  async write(path: string, mark: string | undefined, made: T): Promise<void> {
    const size = foreignFileNow(path)?.size ?? 0;
    const { folder, isReadOnly, secrets, clock } = this.#context;
    if (mark === undefined || size < this.#leastBytes || isReadOnly() || folderAt(folder) === undefined)
      return;
    const kept = { v: version, path, mark, size, masked: secrets.state, at: clock.now(), made };
    await writeDerived(this.#file(path), JSON.stringify(kept));
    await sweepDerived(this.#folder, clock.now() - keptMs);
  }

  #hasOnlyGrown({ path, size, at }: Kept<T>): boolean {
    const now = foreignFileNow(path)?.size ?? 0;
    const isRecent = Math.abs(this.#context.clock.now() - at) < compactionMs;
    return isRecent && now >= size && now - size <= compactionBytes;
  }

  #file(path: string): string {
    const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
    return join(this.#folder, `${name}${this.#kind}.json`);
  }
}

interface Kept<T> {
  readonly path: string;
  readonly mark: string;
  /** How secrets were masked. */
  readonly masked: string;
  /** Of the transcript as it was. Bytes. */
  readonly size: number;
  /** Milliseconds. */
  readonly at: number;
  readonly made: T;
}

function keptIn<T>(value: unknown, parse: Parse<T>): Kept<T> {
  if (!isObject(value) || value.v !== version) throw new WrongContent('of another version');
  const { path, mark, masked, size, at } = value;
  if (typeof path !== 'string' || typeof mark !== 'string' || typeof masked !== 'string')
    throw new WrongContent('of no transcript');
  if (typeof size !== 'number' || typeof at !== 'number') throw new WrongContent('of no time');
  return { path, mark, masked, size, at, made: parse(value.made) };
}
