import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isObject } from '../base/core.ts';
import type { StoreContext } from '../base/context.ts';
import { readDerived, searchFolder, sweepUnfinished, writeDerived } from '../files/derived.ts';
import { filesIn, removeFile } from '../files/folders.ts';
import { WrongContent } from '../files/json.ts';
import { bytesOf } from '../files/open.ts';
import { fileAt, folderAt } from '../files/way.ts';
import { freezeTerms } from './freezeTerms.ts';
import { addSegment, encodeSegment, type SegmentStretch } from './segment.ts';
import { segmentVersion } from './segmentBytes.ts';
import type { IndexedItem } from './indexedItem.ts';
import { TextIndex } from './textIndex.ts';
import type { TimeSlices } from '../base/timeSlices.ts';

/** A file of the index, and how many entries it holds. */
interface Segment {
  readonly name: string;
  readonly entries: number;
}

/** An index in memory, with the segments on disk it was begun with. */
export interface IndexState {
  readonly index: TextIndex;
  /** By kind and key. */
  readonly items: Map<string, IndexedItem>;
  readonly segments: readonly Segment[];
}

/** What no list names is left alone for so long: whoever has just read the list may be about to open it. Milliseconds. */
const sparedMs = 10 * 60_000;

/** What processes share of the index, in `.index/search/`: a list of segments, each of which adds to those before it. */
export class IndexFiles {
  readonly #context: StoreContext;
  readonly #folder: string;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#folder = searchFolder(context.folder);
  }

  /** Whether there is one. */
  async isThere(): Promise<boolean> {
    return (await this.#list()).length > 0;
  }

  /** The index as it was written last; an empty one where there is none that can be read. */
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
      this.#context.log.warn(`the index of the search is made again: ${String(error)}`);
      return { index: new TextIndex(), items: new Map(), segments: [] };
    }
  }

  /**
   * Writes what the index has learned since it was read, with the smaller ones of the last segments; `outdated`, and it does not
   * count, where another process was quicker; `refused` where nothing may be written. Nothing may be added to the index meanwhile.
   */
  async write(state: IndexState, slices: TimeSlices): Promise<'written' | 'outdated' | 'refused'> {
    const { folder, isReadOnly } = this.#context;
    if (isReadOnly() || folderAt(folder) === undefined) return 'refused';
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
    return (await readDerived(this.#listFile, parseList, this.#context.log)) ?? [];
  }

  async #sweep(kept: readonly Segment[]): Promise<void> {
    await sweepUnfinished(this.#folder, this.#context.clock.now());
    const names = new Set(kept.map(({ name }) => name));
    for (const name of await filesIn(this.#folder)) {
      if (names.has(name) || !name.endsWith('.segment')) continue;
      const { mtimeMs = 0 } = fileAt(join(this.#folder, name)) ?? {};
      if (this.#context.clock.now() - mtimeMs > sparedMs) await removeFile(join(this.#folder, name));
    }
  }
}

const namesOf = (segments: readonly Segment[]): string => segments.map(({ name }) => name).join(' ');

/** How many entries the first segments have. */
const endOf = (segments: readonly Segment[], count: number): number =>
  segments.slice(0, count).reduce((sum, { entries }) => sum + entries, 0);

/** How many of the segments stay as they are: those at least twice as large as all that comes after them. */
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

/** What is to be written in the place of all but the first segments. */
async function stretchOf(
  { index, items, segments }: IndexState,
  kept: number,
  slices: TimeSlices,
): Promise<SegmentStretch> {
  const first = endOf(segments, kept);
  const numbers: number[] = [];
  const places = new Int32Array(index.columns.size - first).fill(-1);
  for (let number = first; number < index.columns.size; number++)
    if (index.columns.gone[number] !== 1) places[number - first] = numbers.push(number) - 1;
  const placeOf = (document: number): number => places[document - first] ?? -1;
  const terms = await freezeTerms(index.postings.piecesFrom(first), placeOf, slices);
  const changed = [...items.values()].flatMap((item) => {
    const from = item.entries.placeOf(first);
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
