import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject, jsonOf } from '../base/core.ts';
import { indexFolder, makeIndexFolder, writeDerived } from '../files/derived.ts';
import { appendNow, bytesOf } from '../files/open.ts';
import { folderAt } from '../files/way.ts';
import type { SessionFigures } from './figures.ts';

/** Raised when what is taken from sessions changes, so that nothing older is taken over. */
const version = 1;
/** Lines that newer ones replaced are left until there are so many, and more than those that count. */
const mostReplaced = 200;

/** What is kept of a transcript as it was at `mark`. */
export interface KeptFigures {
  readonly mark: string;
  readonly figures: SessionFigures;
}

/**
 * Figures of all sessions in one file, `.index/figures.jsonl`, a line each: what counts is the last of a transcript. One
 * file is read in a fraction of the time of a thousand. Lines of another version, or torn, are passed over.
 */
export class FiguresFile {
  readonly #context: StoreContext;
  readonly #file: string;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#file = join(indexFolder(context.folder), 'figures.jsonl');
  }

  /** All that is kept, by the paths of transcripts; empty where nothing can be read, for it only saves time. */
  async read(): Promise<Map<string, KeptFigures>> {
    const kept = new Map<string, KeptFigures>();
    const text = await this.#text();
    let lines = 0;
    for (let from = 0; from < text.length;) {
      const end = text.indexOf('\n', from);
      const line = jsonOf(text.slice(from, end === -1 ? undefined : end));
      from = end === -1 ? text.length : end + 1;
      lines++;
      if (isLine(line)) kept.set(line[1], { mark: line[2], figures: line[3] });
    }
    if (lines > kept.size + Math.max(mostReplaced, kept.size)) await this.#rewrite(kept);
    return kept;
  }

  /** Adds what was read, where there is a history to keep it in. */
  add(read: readonly (readonly [path: string, kept: KeptFigures])[]): void {
    if (read.length === 0 || !this.#isWritable()) return;
    makeIndexFolder(this.#file);
    appendNow(this.#file, `\n${read.map(lineOf).join('')}`); // whatever was torn before ends here
  }

  /** Leaves out what is of none of these transcripts, once there is much of it. */
  async sweep(kept: ReadonlyMap<string, KeptFigures>, paths: ReadonlySet<string>): Promise<void> {
    const left = [...kept].filter(([path]) => paths.has(path));
    if (kept.size > left.length + mostReplaced) await this.#rewrite(new Map(left));
  }

  async #text(): Promise<string> {
    try {
      return (await bytesOf(this.#file))?.toString() ?? '';
    } catch (error) {
      this.#context.log.warn(`cannot read ${this.#file}, which is made again: ${String(error)}`);
      return '';
    }
  }

  async #rewrite(kept: ReadonlyMap<string, KeptFigures>): Promise<void> {
    if (this.#isWritable()) await writeDerived(this.#file, [...kept].map(lineOf).join(''));
  }

  #isWritable(): boolean {
    const { folder, isReadOnly } = this.#context;
    return !isReadOnly() && folderAt(folder) !== undefined;
  }
}

type Line = readonly [version: number, path: string, mark: string, figures: SessionFigures];

const lineOf = ([path, { mark, figures }]: readonly [string, KeptFigures]): string =>
  `${JSON.stringify([version, path, mark, figures] satisfies Line)}\n`;

/** The version says what figures have. */
const isLine = (value: unknown): value is Line =>
  Array.isArray(value) &&
  value[0] === version &&
  typeof value[1] === 'string' &&
  typeof value[2] === 'string' &&
  isObject(value[3]) &&
  [value[3].requests, value[3].models, value[3].active, value[3].files].every(Array.isArray);
