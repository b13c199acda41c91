import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isObject, errorMessage } from '../../disk/base/core.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import {
  derivedContext,
  formName,
  hasDerivedFolder,
  readDerived,
  sweepUnfinished,
  takeDerived,
  writeDerived,
} from '../../disk/files/indexFolder.ts';
import { indexFolder } from '../../disk/files/ignored.ts';
import { filesIn, removeFile } from '../../disk/files/folders.ts';
import { WrongContent } from '../../disk/files/json.ts';
import { bytesOf } from '../../disk/files/open.ts';
import { fileAt } from '../../disk/files/way.ts';
import { freezeTerms } from './freezeTerms.ts';
import { addSegment, encodeSegment, type SegmentStretch } from './segment.ts';
import { segmentVersion } from './segmentBytes.ts';
import type { IndexedItem } from './indexedItem.ts';
import { TextIndex } from './textIndex.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';

/** A file of the index, and its number of entries. */
interface Segment {
  readonly name: string;
  readonly entries: number;
}

/** An index in memory, with the segments on disk that it was read from. */
export interface IndexState {
  readonly index: TextIndex;
  /** By kind and key. */
  readonly items: Map<string, IndexedItem>;
  readonly segments: readonly Segment[];
}

/** Age below which unlisted files are kept, as another process may be about to open them. Milliseconds. */
const minAgeMs = 10 * 60_000;

/** Name of the folder in `.index/`. It contains the words of all searchable text. */
export const searchName = formName('search', segmentVersion);

/** Index files shared by processes in `.index/`: a list of segments, each adding to the previous ones. */
export class IndexFiles {
  readonly #given: StoreContext;
  #context: StoreContext;

  constructor(context: StoreContext) {
    this.#given = context;
    this.#context = derivedContext(context);
  }

  get #folder(): string {
    return join(indexFolder(this.#context.folder), searchName);
  }

  /** Whether an index exists. */
  async exists(): Promise<boolean> {
    return (await this.#list()).length > 0;
  }

  /** Reads the latest index; empty if there is none that can be read. */
  async read(slices: TimeSlices): Promise<IndexState> {
    const state = { index: new TextIndex(), items: new Map<string, IndexedItem>() };
    const segments = await this.#list();
    try {
      for (const [n, { name, entries }] of segments.entries()) {
        const bytes = await bytesOf(join(this.#folder, name));
        if (!bytes) throw new WrongContent(`${name} is gone`);
        await addSegment(bytes, state, n, slices);
        if (state.index.postings.first !== endOf(segments, n + 1))
          throw new WrongContent(`${name} has not the ${entries} entries of the list`);
      }
      return { ...state, segments };
    } catch (error) {
      this.#context.log.warn(`the index of the search is made again: ${errorMessage(error)}`);
      return { index: new TextIndex(), items: new Map(), segments: [] };
    }
  }

  /**
   * Writes the additions since the index was read, merged with the smaller of the last segments. Returns `outdated` if
   * another process wrote first, `refused` if writing is not allowed. The index must not change during it.
   */
  async write(state: IndexState, slices: TimeSlices): Promise<'written' | 'outdated' | 'refused'> {
    await this.#move();
    if (this.#context.isReadOnly() || !(await hasDerivedFolder(this.#context))) return 'refused';
    const kept = keptSegments(state);
    const stretch = await stretchOf(state, kept, slices);
    const name = `${randomBytes(6).toString('hex')}.segment`;
    await writeDerived(join(this.#folder, name), await encodeSegment(state.index, stretch, slices));
    const segments = [...state.segments.slice(0, kept), { name, entries: stretch.numbers.length }];
    const isLatest = namesOf(await this.#list()) === namesOf(state.segments);
    if (isLatest) await writeDerived(this.#listFile, `${JSON.stringify({ v: segmentVersion, segments })}\n`);
    await this.#sweep(isLatest ? segments : [...segments.slice(0, -1), ...(await this.#list())]);
    return isLatest ? 'written' : 'outdated';
  }

  get #listFile(): string {
    return join(this.#folder, 'segments.json');
  }

  async #list(): Promise<readonly Segment[]> {
    await this.#move();
    return (await readDerived(this.#listFile, parseList, this.#context.log)) ?? [];
  }

  /** Moves into the history once it was made. */
  async #move(): Promise<void> {
    const context = derivedContext(this.#given);
    if (context.folder === this.#context.folder) return;
    const former = this.#folder;
    this.#context = context;
    await takeDerived(former, this.#folder, context.log);
  }

  async #sweep(kept: readonly Segment[]): Promise<void> {
    await sweepUnfinished(this.#folder, this.#context.clock.now());
    const names = new Set(kept.map(({ name }) => name));
    for (const name of await filesIn(this.#folder)) {
      if (names.has(name) || !name.endsWith('.segment')) continue;
      const { mtimeMs = 0 } = fileAt(join(this.#folder, name)) ?? {};
      if (this.#context.clock.now() - mtimeMs > minAgeMs) await removeFile(join(this.#folder, name));
    }
  }
}

const namesOf = (segments: readonly Segment[]): string => segments.map(({ name }) => name).join(' ');

/** Number of entries in the first `count` segments. */
const endOf = (segments: readonly Segment[], count: number): number =>
  segments.slice(0, count).reduce((sum, { entries }) => sum + entries, 0);

/** Number of segments to keep: those at least twice as large as everything after them. */
function keptSegments({ index, segments }: IndexState): number {
  if (index.needsRebuild) return 0;
  let kept = segments.length;
  let size = index.columns.size - endOf(segments, kept);
  for (; kept > 0; kept--) {
    const { entries } = segments[kept - 1] ?? { entries: Infinity };
    if (entries >= 2 * size) break;
    size += entries;
  }
  return kept;
}

/** Returns the content that replaces all but the first segments. */
async function stretchOf(
  { index, items, segments }: IndexState,
  kept: number,
  slices: TimeSlices,
): Promise<SegmentStretch> {
  const first = endOf(segments, kept);
  const numbers: number[] = [];
  const newNumbers = new Int32Array(index.columns.size - first).fill(-1);
  for (let number = first; number < index.columns.size; number++)
    if (index.columns.removed[number] !== 1) newNumbers[number - first] = numbers.push(number) - 1;
  const newNumberOf = (document: number): number => newNumbers[document - first] ?? -1;
  const terms = await freezeTerms(index.postings.piecesFrom(first), newNumberOf, slices);
  const changed = [...items.values()].flatMap((item) => {
    const from = item.entries.indexOf(first);
    return from < item.entries.length || item.segment >= kept ? [{ item, from }] : [];
  });
  return { items: changed, numbers, terms };
}

function parseList(value: unknown): readonly Segment[] {
  if (!isObject(value) || value.v !== segmentVersion || !Array.isArray(value.segments))
    throw new WrongContent('of another version');
  const { segments } = value;
  const isSegment = (one: unknown): one is Segment =>
    isObject(one) &&
    typeof one.name === 'string' &&
    /^[0-9a-f]{12}\.segment$/.test(one.name) &&
    Number.isSafeInteger(one.entries) &&
    Number(one.entries) >= 0;
  if (!segments.every(isSegment)) throw new WrongContent('no segments');
  return segments;
}
