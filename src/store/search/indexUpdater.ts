import { type Log, timeOfNumber } from '../base/core.ts';
import { maxDocuments } from './postings.ts';
import type { TimeSlices } from './timeSlices.ts';
import { TextIndex, type IndexedItem } from './textIndex.ts';
import type { SearchEntry, SearchItem, SearchPart, SearchSource, SourceKind } from './types.ts';

interface KnownItem {
  readonly item: IndexedItem;
  /** By part: its fingerprint, and how many entries of the item come before its end. */
  readonly parts: { readonly fingerprint: string; readonly end: number }[];
}

/** Keeps an index like the files: whatever did not change is not read again. */
export class IndexUpdater {
  readonly #sources: readonly SearchSource[];
  readonly #log: Log;
  #known = new Map<string, KnownItem>();
  /** Why a source could not be looked at the last time. */
  readonly #failures = new Map<SourceKind, Error>();
  #index = new TextIndex();

  constructor(sources: readonly SearchSource[], log: Log) {
    this.#sources = sources;
    this.#log = log;
  }

  /** What is missing in the index of what these sources have (of all by default), as sentences. */
  notes(kinds?: readonly SourceKind[]): readonly string[] {
    const asked = this.#sources.filter(({ kind }) => kinds?.includes(kind) ?? true);
    return asked.flatMap(({ kind, notes = [] }) => {
      const failure = this.#failures.get(kind);
      if (failure === undefined) return notes;
      return [...notes, `Not all ${kind} were searched: ${failure.message}`];
    });
  }

  /** The index as of now. One refresh at a time. A source that fails stays as it was; throws where there is nothing else. */
  async refresh(slices: TimeSlices): Promise<TextIndex> {
    if (this.#index.needsRebuild) this.#startAnew();
    this.#failures.clear();
    for (const source of this.#sources)
      await this.#refreshSource(source, slices).catch((error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        this.#log.warn(`search of ${source.kind}: ${failure.message}`);
        this.#failures.set(source.kind, failure);
      });
    const [failure] = this.#failures.values();
    if (failure !== undefined && this.#index.size === 0) throw failure;
    return this.#index;
  }

  async #refreshSource(source: SearchSource, slices: TimeSlices): Promise<void> {
    const gone = new Set([...this.#known.keys()].filter((key) => key.startsWith(`${source.kind}/`)));
    // A file that moves while it is looked for makes its item incomplete: then everything is looked at once more.
    for (let moved = true, tries = 0; moved && tries < 5; tries++) {
      moved = false;
      for (const item of await source.items()) {
        const key = `${source.kind}/${item.key}`;
        gone.delete(key);
        if (!(await this.#refreshItem(this.#knownOf(key, source, item), item, slices))) moved = true;
        await slices.pause();
      }
    }
    for (const key of gone) this.#forget(key);
  }

  #knownOf(key: string, { kind }: SearchSource, { name, title, dialog, tags }: SearchItem): KnownItem {
    const known = this.#known.get(key);
    const same =
      known?.item.name === name &&
      known.item.title === title &&
      known.item.dialog === dialog &&
      known.item.tags.join('\0') === tags.join('\0');
    const item: IndexedItem = { kind, name, title, dialog, tags, entries: [] };
    const next = same ? known : { item, parts: [] };
    if (!same) this.#forget(key);
    this.#known.set(key, next);
    return next;
  }

  #forget(key: string): void {
    const known = this.#known.get(key);
    if (known) this.#index.cut(known.item, 0);
    this.#known.delete(key);
  }

  /** False when a part of it is gone meanwhile. */
  async #refreshItem(
    { item, parts }: KnownItem,
    { parts: now }: SearchItem,
    slices: TimeSlices,
  ): Promise<boolean> {
    let same = 0;
    while (same < now.length && parts[same]?.fingerprint === now[same]?.fingerprint) same++;
    if (same === now.length && parts.length === now.length) return true;
    parts.length = same;
    let place = parts.at(-1)?.end ?? 0;
    for (const part of now.slice(same)) {
      const entries = await this.#read(part);
      if (entries === undefined) return false;
      place = await this.#take(item, place, entries, slices);
      parts.push({ fingerprint: part.fingerprint, end: place });
    }
    this.#index.cut(item, place);
    return true;
  }

  /** Puts entries into an item from a place on, leaving alone what is there already. */
  async #take(
    item: IndexedItem,
    from: number,
    entries: readonly SearchEntry[],
    slices: TimeSlices,
  ): Promise<number> {
    let place = from;
    for (const raw of entries) {
      const entry = sound(raw);
      const known = item.entries[place];
      const same = known?.text === entry.text && known.ts === entry.ts && known.id === entry.id;
      if (!same) {
        if (known) this.#index.cut(item, place);
        await this.#add(item, entry, slices);
      }
      place++;
      if (slices.isOver) await slices.pause();
    }
    return place;
  }

  async #add(item: IndexedItem, entry: SearchEntry, slices: TimeSlices): Promise<void> {
    if (this.#index.entries.length >= maxDocuments) throw new Error(`more than ${maxDocuments} entries`);
    const added = this.#index.add(item, entry);
    for (const piece of piecesOf(entry.text)) {
      this.#index.post(added, piece);
      if (slices.isOver) await slices.pause();
    }
  }

  async #read(part: SearchPart): Promise<readonly SearchEntry[] | undefined> {
    try {
      return await part.read();
    } catch (error) {
      this.#log.warn(`search leaves out what it cannot read: ${String(error)}`);
      return [];
    }
  }

  #startAnew(): void {
    this.#index = new TextIndex();
    this.#known = new Map();
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
