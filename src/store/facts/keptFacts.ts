import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { indexFolder, readDerived, sweepDerived, writeDerived } from '../files/derived.ts';
import { fileFingerprint } from '../files/fileCache.ts';
import { foreignFile } from '../files/foreign.ts';
import { WrongContent } from '../files/json.ts';
import { folderAt } from '../files/way.ts';
import type { SessionFacts } from './sessionFacts.ts';

/** Raised when what is gathered of a session changes, so that nothing older is taken over. */
const version = 2;
/** What is read at once is not kept. Bytes. */
const leastBytes = 256 * 1024;
/** What nobody wrote for so long is deleted. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;
/** What was gathered before a compaction counts after it for so long, and while so much was added. */
const compactionMs = 15 * 60 * 1_000;
const compactionBytes = 8 * 1024 * 1024;

/** What was gathered of a session, without its secrets. */
export interface GatheredFacts {
  readonly facts: SessionFacts;
  /** The folder the session ran in. */
  readonly cwd?: string;
}

/** Facts of long sessions, in `.index/facts/`, so that who needs them at once need not read a transcript. */
export class KeptFacts {
  readonly #context: StoreContext;
  readonly #folder: string;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#folder = join(indexFolder(context.folder), 'facts');
  }

  /**
   * What is kept of a transcript that is as it was. With `grown` also of one to which only something was added just now:
   * what happened before a compaction stays what it was.
   */
  async read(path: string, { grown = false } = {}): Promise<GatheredFacts | undefined> {
    const mark = this.#markOf(path);
    if (mark === undefined || folderAt(this.#context.folder) === undefined) return undefined;
    const kept = await readDerived(this.#file(path), parse, this.#context.log);
    if (kept?.path !== path) return undefined;
    if (kept.mark === mark || (grown && (await this.#hasOnlyGrown(kept)))) return kept.gathered;
    return undefined;
  }

  /** Keeps what was gathered of a transcript as it was at `mark`, where there is a history to keep it in. */
  async write(path: string, mark: string | undefined, { facts, cwd }: GatheredFacts): Promise<void> {
    const size = (await foreignFile(path))?.size ?? 0;
    const { folder, isReadOnly, secrets, clock } = this.#context;
    if (mark === undefined || size < leastBytes || isReadOnly() || folderAt(folder) === undefined) return;
    const kept = { v: version, path, mark, size, at: clock.now(), ...(cwd !== undefined && { cwd }) };
    await writeDerived(this.#file(path), JSON.stringify({ ...kept, facts: secrets.value(facts) }));
    await sweepDerived(this.#folder, clock.now() - keptMs);
  }

  /** What tells a transcript from itself as it was before; undefined where none is. Taken before it is read. */
  markOf(path: string): string | undefined {
    return this.#markOf(path);
  }

  #markOf(path: string): string | undefined {
    const fingerprint = fileFingerprint(path);
    return fingerprint && `${fingerprint} ${this.#context.secrets.state}`;
  }

  async #hasOnlyGrown({ path, size, at }: Kept): Promise<boolean> {
    const now = (await foreignFile(path))?.size ?? 0;
    const isRecent = Math.abs(this.#context.clock.now() - at) < compactionMs;
    return isRecent && now >= size && now - size <= compactionBytes;
  }

  #file(path: string): string {
    return join(this.#folder, `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`);
  }
}

interface Kept {
  readonly path: string;
  readonly mark: string;
  /** Of the transcript as it was. Bytes. */
  readonly size: number;
  /** Milliseconds. */
  readonly at: number;
  readonly gathered: GatheredFacts;
}

function parse(value: unknown): Kept {
  if (!isObject(value) || value.v !== version) throw new WrongContent('of another version');
  const { path, mark, size, at, cwd, facts } = value;
  if (typeof path !== 'string' || typeof mark !== 'string') throw new WrongContent('of no transcript');
  if (typeof size !== 'number' || typeof at !== 'number' || !isFacts(facts))
    throw new WrongContent('no facts');
  return { path, mark, size, at, gathered: { facts, ...(typeof cwd === 'string' && { cwd }) } };
}

/** The version says what else they have. */
const isFacts = (value: unknown): value is SessionFacts =>
  isObject(value) &&
  [value.requests, value.rules, value.decisions, value.approved, value.files, value.commands].every(
    areOfSession,
  );

const areOfSession = (items: unknown): boolean =>
  Array.isArray(items) &&
  items.every((item) => isObject(item) && typeof item.time === 'string' && typeof item.entry === 'number');
