import { type Log, timeOfNumber, errorMessage } from '../../disk/base/core.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { IndexFiles, type IndexState } from './indexFiles.ts';
import { lookedInto } from './lookedInto.ts';
import { maxDocuments } from './postings.ts';
import { isSame } from './segment.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { textHash } from '../../disk/text/textHash.ts';
import type { IndexedItem } from './indexedItem.ts';
import type { TextIndex } from './textIndex.ts';
import type { Freshness, IndexedParts, Note, SearchEntry, SearchItem } from './types.ts';
import type { SearchPart, SearchRequest, SearchSource, SourceKind, Waiting } from './types.ts';

/** Number of postings in memory above which they are frozen to a fifth of the size. */
const maxLive = 1_500_000;
/** Work that is worth writing for other processes: parts read, plus entries added divided by `entriesPerPart`. */
const minWorkToWrite = 100;
const entriesPerPart = 10;

/** Keeps an index up to date with the files; unchanged ones are not read again. */
export class IndexUpdater {
  readonly #sources: readonly SearchSource[];
  readonly #files: IndexFiles;
  readonly #log: Log;
  #state: IndexState | undefined;
  /** Parts read and entries added since the index was written, counted in parts. */
  #work = 0;
  /** Last list of each source, once it is completely indexed. */
  #indexed = new Map<SearchSource, readonly SearchItem[]>();
  /** Why a source could not be read the last time. */
  readonly #failures = new Map<SourceKind, Error>();
  /** Why an item is not completely indexed, by source and key. */
  readonly #unread = new Map<string, string>();

  constructor(sources: readonly SearchSource[], context: StoreContext) {
    this.#sources = sources;
    this.#files = new IndexFiles(context);
    this.#log = context.log;
  }

  /** Returns what the index lacks of the given sources (default all). */
  notes(kinds?: readonly SourceKind[]): readonly Note[] {
    const selected = this.#sources.filter(({ kind }) => kinds?.includes(kind) ?? true);
    return selected.flatMap(({ kind, notes = [] }) => {
      const own: Note[] = [...notes];
      for (const [key, why] of this.#unread) if (key.startsWith(`${kind}/`)) own.push(() => why);
      const failure = this.#failures.get(kind);
      if (failure) own.push((say) => say('Not all {0} were searched: {1}', kind, failure.message));
      return own;
    });
  }

  /** Returns what a search of the given sources (default all) that found nothing looked into. */
  looked(request: Pick<SearchRequest, 'dialog'>, kinds?: readonly SourceKind[]): readonly Note[] {
    const selected = this.#sources.filter(({ kind }) => kinds?.includes(kind) ?? true);
    return lookedInto(this.#state?.index.items() ?? [], selected, request);
  }

  /** Number of items of the given sources (default all) that are still being read. */
  pending(kinds?: readonly SourceKind[]): number {
    const selected = this.#sources.filter(({ kind }) => kinds?.includes(kind) ?? true);
    return selected.reduce((sum, { pending = 0 }) => sum + pending, 0);
  }

  /** Whether a shared index exists. */
  isShared(): Promise<boolean> {
    return this.#files.exists();
  }

  /**
   * Returns the up-to-date index. Must not run concurrently. A failing source keeps its old state; throws if nothing
   * else is indexed. After `enough` is aborted, the rest is left to the next refresh.
   */
  async refresh(slices: TimeSlices, freshness: Freshness, until: Until = {}): Promise<TextIndex> {
    const state = (this.#state ??= await this.#files.read(slices));
    this.#failures.clear();
    for (const source of this.#sources)
      await this.#refreshSource(state, source, { slices, freshness, ...until }).catch((error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        this.#log.warn(`search of ${source.kind}: ${failure.message}`);
        this.#failures.set(source.kind, failure);
      });
    const [failure] = this.#failures.values();
    if (failure !== undefined && state.index.size === 0) throw failure;
    return state.index;
  }

  /** Whether the work done would save other processes time. */
  get isWorthWriting(): boolean {
    return this.#work >= minWorkToWrite || this.#state?.index.needsRebuild === true;
  }

  /**
   * Writes the index for other processes and drops it from memory. Must not run during a refresh. Errors are logged,
   * and writing is retried after more work.
   */
  async write(slices: TimeSlices): Promise<void> {
    if (!this.#state) return;
    this.#work = 0;
    try {
      const outcome = await this.#files.write(this.#state, slices);
      if (outcome !== 'refused' || this.#state.index.needsRebuild) this.#forget();
    } catch (error) {
      this.#log.warn(`cannot write the index of the search: ${errorMessage(error)}`);
    }
  }

  #forget(): void {
    this.#state = undefined;
    this.#indexed = new Map();
  }

  async #refreshSource(
    state: IndexState,
    source: SearchSource,
    { slices, freshness, enough, waiting }: Refreshing,
  ): Promise<void> {
    if (enough?.aborted) return;
    const indexed: IndexedParts = (key, fingerprint) => {
      const { parts = [] } = state.items.get(`${source.kind}/${key}`) ?? {};
      const isSame = parts.at(-1)?.fingerprint === fingerprint;
      return isSame ? parts.map((part) => part.fingerprint) : undefined;
    };
    const first = await source.items(freshness, indexed, waiting);
    if (this.#indexed.get(source) === first) return;
    this.#indexed.delete(source);
    const missing = new Set([...state.items.keys()].filter((key) => key.startsWith(`${source.kind}/`)));
    // A file that moves while it is searched for makes its item incomplete; then everything is checked once more.
    for (let moved = true, tries = 0, items = first; moved && tries < 5; tries++) {
      moved = false;
      if (tries > 0) items = await source.items('exact', indexed);
      for (const item of items) {
        const key = `${source.kind}/${item.key}`;
        missing.delete(key);
        const known = knownOf(state, key, source, item);
        const same = keepParts(known, item);
        // Nothing is awaited for unchanged items, which nearly all of a thousand dialogs are.
        const isSame = same === item.parts.length && same === known.parts.length;
        if (!isSame && !(await this.#refreshItem(state.index, known, { item, same }, { slices, enough })))
          moved = true;
        if (enough?.aborted) return;
        if (slices.isOver) await slices.pause();
      }
      if (!moved) this.#indexed.set(source, items);
    }
    for (const key of missing) {
      this.#unread.delete(key);
      forget(state, key);
    }
  }

  /** Reads the parts after the unchanged ones. Returns false if one no longer exists. */
  async #refreshItem(
    index: TextIndex,
    item: IndexedItem,
    { item: { parts: now }, same }: { readonly item: SearchItem; readonly same: number },
    { slices, enough }: Pick<Refreshing, 'slices' | 'enough'>,
  ): Promise<boolean> {
    item.segment = Infinity;
    item.parts = item.parts.slice(0, same);
    let ordinal = item.parts.at(-1)?.end ?? 0;
    const key = `${item.kind}/${item.key}`;
    this.#unread.delete(key);
    for (const part of now.slice(same)) {
      if (enough?.aborted) return true;
      const { entries, failure } = await this.#read(part);
      if (entries === undefined) return false;
      ordinal = await this.#take(index, item, { ordinal, entries }, slices);
      const isReported = failure !== undefined && part.mustBeRead === true;
      if (isReported)
        this.#unread.set(key, `Not all of ${JSON.stringify(item.name)} was searched: ${failure}`);
      item.parts.push({ fingerprint: isReported ? unreadFingerprint : part.fingerprint, end: ordinal, part });
      if (index.postings.live.size > maxLive) await index.freeze(slices);
    }
    index.cut(item, ordinal);
    return true;
  }

  /** Adds entries to an item from an index on, skipping those already there; returns the next index. */
  async #take(
    index: TextIndex,
    item: IndexedItem,
    { ordinal: from, entries }: { readonly ordinal: number; readonly entries: readonly SearchEntry[] },
    slices: TimeSlices,
  ): Promise<number> {
    let ordinal = from;
    this.#work++;
    for (const raw of entries) {
      const entry = sanitized(raw);
      if (!isIndexed(index, item.entries.at(ordinal), entry)) {
        if (ordinal < item.entries.length) index.cut(item, ordinal);
        await add(index, item, entry, slices);
        this.#work += 1 / entriesPerPart;
      }
      ordinal++;
      if (slices.isOver) await slices.pause();
    }
    return ordinal;
  }

  async #read(part: SearchPart): Promise<ReadPart> {
    try {
      return { entries: await part.read() };
    } catch (error) {
      this.#log.warn(`search leaves out what it cannot read: ${errorMessage(error)}`);
      return { entries: [], failure: errorMessage(error) };
    }
  }
}

/** Fingerprint for a part that could not be read, so that the next refresh retries it, also in another process. */
const unreadFingerprint = 'unread';

/** A part's entries; undefined if it no longer exists. */
interface ReadPart {
  readonly entries: readonly SearchEntry[] | undefined;
  /** Why it could not be read. */
  readonly failure?: string;
}

interface Until {
  readonly enough?: AbortSignal | undefined;
  readonly waiting?: Waiting | undefined;
}

interface Refreshing extends Until {
  readonly slices: TimeSlices;
  readonly freshness: Freshness;
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

/** Keeps the leading parts of an item that are unchanged since they were indexed; returns their number. */
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

/** Returns an entry with a valid time and an id that fits into a reference, for any content of the file. */
function sanitized(entry: SearchEntry): SearchEntry {
  const ts = timeOfNumber(entry.ts) ?? 0;
  if (ts === entry.ts && entry.id?.isWellFormed() !== false) return entry;
  return { ...entry, ts, ...(entry.id !== undefined && { id: entry.id.toWellFormed() }) };
}

/** Length of text indexed at once. Characters. */
const pieceChars = 32_768;
/** Distance that a piece is extended to end between words. Characters. */
const maxWordChars = 200;

/** Splits a text to pieces that end between words. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + pieceChars;
    const blank = text.slice(end, end + maxWordChars).search(/[^\p{L}\p{N}\p{M}]/u);
    const next = blank === -1 ? end : end + blank;
    yield text.slice(start, next);
    start = next;
  }
}
