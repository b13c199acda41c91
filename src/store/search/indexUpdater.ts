import { type Log, timeOfNumber } from '../base/core.ts';
import type { StoreContext } from '../base/context.ts';
import { IndexFiles, type IndexState } from './indexFiles.ts';
import { maxDocuments } from './postings.ts';
import { isSame } from './segment.ts';
import type { TimeSlices } from '../base/timeSlices.ts';
import { textHash } from '../text/textHash.ts';
import type { IndexedItem } from './indexedItem.ts';
import type { TextIndex } from './textIndex.ts';
import type {
  Freshness,
  IsIndexed,
  SearchEntry,
  SearchItem,
  SearchPart,
  SearchSource,
  SourceKind,
} from './types.ts';

/** So many postings in memory are put into a form that takes a fifth. */
const maxLive = 1_500_000;
/** What is worth being written for other processes: reading so many parts, or so many times `entriesOfPart` entries. */
const worthWriting = 100;
const entriesOfPart = 10;

/** Keeps an index like the files: whatever did not change is not read again. */
export class IndexUpdater {
  readonly #sources: readonly SearchSource[];
  readonly #files: IndexFiles;
  readonly #log: Log;
  #state: IndexState | undefined;
  /** Parts read and entries added since the index was written, as parts. */
  #work = 0;
  /** What each source gave last, once all of it is in the index. */
  #indexed = new Map<SearchSource, readonly SearchItem[]>();
  /** Why a source could not be looked at the last time. */
  readonly #failures = new Map<SourceKind, Error>();
  /** Why not all of an item is in the index, by source and key. */
  readonly #unread = new Map<string, string>();

  constructor(sources: readonly SearchSource[], context: StoreContext) {
    this.#sources = sources;
    this.#files = new IndexFiles(context);
    this.#log = context.log;
  }

  /** What is missing in the index of what these sources have (of all by default), as sentences. */
  notes(kinds?: readonly SourceKind[]): readonly string[] {
    const asked = this.#sources.filter(({ kind }) => kinds?.includes(kind) ?? true);
    return asked.flatMap(({ kind, notes = [] }) => {
      const unread = [...this.#unread].flatMap(([key, why]) => (key.startsWith(`${kind}/`) ? why : []));
      const failure = this.#failures.get(kind);
      const all = failure ? [`Not all ${kind} were searched: ${failure.message}`] : [];
      return [...notes, ...unread, ...all];
    });
  }

  /** How many items of these sources (of all by default) are still being read. */
  pending(kinds?: readonly SourceKind[]): number {
    const asked = this.#sources.filter(({ kind }) => kinds?.includes(kind) ?? true);
    return asked.reduce((sum, { pending = 0 }) => sum + pending, 0);
  }

  /** Whether processes share an index. */
  isShared(): Promise<boolean> {
    return this.#files.isThere();
  }

  /**
   * The index as of now. One refresh at a time. A source that fails stays as it was; throws where there is nothing else. What is not
   * in it when `enough` is aborted comes with the next refresh.
   */
  async refresh(slices: TimeSlices, freshness: Freshness, enough?: AbortSignal): Promise<TextIndex> {
    const state = (this.#state ??= await this.#files.read(slices));
    this.#failures.clear();
    for (const source of this.#sources)
      await this.#refreshSource(state, source, { slices, freshness, enough }).catch((error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        this.#log.warn(`search of ${source.kind}: ${failure.message}`);
        this.#failures.set(source.kind, failure);
      });
    const [failure] = this.#failures.values();
    if (failure !== undefined && state.index.size === 0) throw failure;
    return state.index;
  }

  /** Whether what was read would save other processes time. */
  get isWorthWriting(): boolean {
    return this.#work >= worthWriting || this.#state?.index.needsRebuild === true;
  }

  /** Writes the index for other processes, and forgets it. Not during a refresh. What fails is told, and tried again when there is more. */
  async write(slices: TimeSlices): Promise<void> {
    if (!this.#state) return;
    this.#work = 0;
    try {
      const outcome = await this.#files.write(this.#state, slices);
      if (outcome !== 'refused' || this.#state.index.needsRebuild) this.#forget();
    } catch (error) {
      this.#log.warn(`cannot write the index of the search: ${String(error)}`);
    }
  }

  #forget(): void {
    this.#state = undefined;
    this.#indexed = new Map();
  }

  async #refreshSource(
    state: IndexState,
    source: SearchSource,
    { slices, freshness, enough }: Refreshing,
  ): Promise<void> {
    if (enough?.aborted) return;
    const isIndexed: IsIndexed = (key, fingerprint) => {
      const { parts = [] } = state.items.get(`${source.kind}/${key}`) ?? {};
      return parts.length === 1 && parts[0]?.fingerprint === fingerprint;
    };
    const first = await source.items(freshness, isIndexed);
    if (this.#indexed.get(source) === first) return;
    this.#indexed.delete(source);
    const gone = new Set([...state.items.keys()].filter((key) => key.startsWith(`${source.kind}/`)));
    // A file that moves while it is looked for makes its item incomplete: then everything is looked at once more.
    for (let moved = true, tries = 0, items = first; moved && tries < 5; tries++) {
      moved = false;
      if (tries > 0) items = await source.items('exact', isIndexed);
      for (const item of items) {
        const key = `${source.kind}/${item.key}`;
        gone.delete(key);
        const known = knownOf(state, key, source, item);
        const same = keepParts(known, item);
        // Nothing is waited for where nothing changed, as in nearly all of a thousand dialogs.
        const isSame = same === item.parts.length && same === known.parts.length;
        if (!isSame && !(await this.#refreshItem(state.index, known, { item, same }, { slices, enough })))
          moved = true;
        if (enough?.aborted) return;
        if (slices.isOver) await slices.pause();
      }
      if (!moved) this.#indexed.set(source, items);
    }
    for (const key of gone) {
      this.#unread.delete(key);
      forget(state, key);
    }
  }

  /** Reads the parts behind those that are the same. False when one is gone meanwhile. */
  async #refreshItem(
    index: TextIndex,
    item: IndexedItem,
    { item: { parts: now }, same }: { readonly item: SearchItem; readonly same: number },
    { slices, enough }: Omit<Refreshing, 'freshness'>,
  ): Promise<boolean> {
    item.segment = Infinity;
    item.parts = item.parts.slice(0, same);
    let place = item.parts.at(-1)?.end ?? 0;
    const key = `${item.kind}/${item.key}`;
    this.#unread.delete(key);
    for (const part of now.slice(same)) {
      if (enough?.aborted) return true;
      const { entries, failure } = await this.#read(part);
      if (entries === undefined) return false;
      place = await this.#take(index, item, { place, entries }, slices);
      const isTold = failure !== undefined && part.mustBeRead === true;
      if (isTold) this.#unread.set(key, `Not all of ${JSON.stringify(item.name)} was searched: ${failure}`);
      item.parts.push({ fingerprint: isTold ? unreadMark : part.fingerprint, end: place, part });
      if (index.postings.live.size > maxLive) await index.freeze(slices);
    }
    index.cut(item, place);
    return true;
  }

  /** Puts entries into an item from a place on, leaving alone what is there already, and tells the next place. */
  async #take(
    index: TextIndex,
    item: IndexedItem,
    { place: from, entries }: { readonly place: number; readonly entries: readonly SearchEntry[] },
    slices: TimeSlices,
  ): Promise<number> {
    let place = from;
    this.#work++;
    for (const raw of entries) {
      const entry = sound(raw);
      if (!isIndexed(index, item.entries.at(place), entry)) {
        if (place < item.entries.length) index.cut(item, place);
        await add(index, item, entry, slices);
        this.#work += 1 / entriesOfPart;
      }
      place++;
      if (slices.isOver) await slices.pause();
    }
    return place;
  }

  async #read(part: SearchPart): Promise<ReadPart> {
    try {
      return { entries: await part.read() };
    } catch (error) {
      this.#log.warn(`search leaves out what it cannot read: ${String(error)}`);
      return { entries: [], failure: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Stands for what a file was that could not be read: with the next look it is tried again, in the next process as well. */
const unreadMark = 'unread';

/** Without entries a part is gone. */
interface ReadPart {
  readonly entries: readonly SearchEntry[] | undefined;
  /** Why it could not be read. */
  readonly failure?: string;
}

interface Refreshing {
  readonly slices: TimeSlices;
  readonly freshness: Freshness;
  readonly enough: AbortSignal | undefined;
}

function knownOf(state: IndexState, key: string, { kind }: SearchSource, item: SearchItem): IndexedItem {
  const known = state.items.get(key);
  const { name, title, dialog, tags } = item;
  const facts = { kind, key: item.key, name, title, dialog, tags };
  if (known && isSame(known, facts)) return known;
  forget(state, key);
  const next = state.index.newItem(facts);
  state.items.set(key, next);
  return next;
}

/** Takes the first parts of an item that are as they were when they were indexed, and tells how many these are. */
function keepParts(item: IndexedItem, { parts: now }: SearchItem): number {
  let same = 0;
  while (same < now.length && item.parts[same]?.fingerprint === now[same]?.fingerprint) same++;
  item.parts = item.parts.map((known, n) => {
    const part = n < same ? now[n] : undefined;
    return part ? { fingerprint: known.fingerprint, end: known.end, part } : known;
  });
  return same;
}

function forget({ index, items }: IndexState, key: string): void {
  const known = items.get(key);
  if (known) index.cut(known, 0);
  items.delete(key);
}

const isIndexed = ({ columns, ids }: TextIndex, number: number, { ts, id, text }: SearchEntry): boolean =>
  number >= 0 &&
  columns.ts[number] === ts &&
  columns.hashes[number] === textHash(text) &&
  ids.at(number) === id;

async function add(
  index: TextIndex,
  item: IndexedItem,
  entry: SearchEntry,
  slices: TimeSlices,
): Promise<void> {
  if (index.columns.size >= maxDocuments) throw new Error(`more than ${maxDocuments} entries`);
  const added = index.add(item, entry);
  for (const piece of piecesOf(entry.text)) {
    index.post(added, piece);
    if (slices.isOver) await slices.pause();
  }
}

/** An entry whose time is a time and whose id can be written into a reference, whatever a source made of a file. */
function sound(entry: SearchEntry): SearchEntry {
  const ts = timeOfNumber(entry.ts) ?? 0;
  if (ts === entry.ts && entry.id?.isWellFormed() !== false) return entry;
  return { ...entry, ts, ...(entry.id !== undefined && { id: entry.id.toWellFormed() }) };
}

/** What is indexed at a stretch. Characters. */
const pieceChars = 32_768;
/** A word that crosses the end of a piece is followed no further. */
const maxWordChars = 200;

/** A text in pieces that end between words. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + pieceChars;
    const blank = text.slice(end, end + maxWordChars).search(/[^\p{L}\p{N}\p{M}]/u);
    const next = blank === -1 ? end : end + blank;
    yield text.slice(start, next);
    start = next;
  }
}
