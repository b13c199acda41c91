/** What can be searched, in the order results are told in. */
export const sourceKinds = ['dialogs', 'contexts', 'archives', 'sessions', 'memories', 'shared'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What a search looks for. */
export interface SearchRequest {
  /**
   * Words, `"exact phrase"`, `-word`, `role:`, `dialog:`, `tag:`, `agent:`, `source:`, `before:`, `after:`, `since:`, `on:` a
   * date, `/regex/`. Without words or phrases the newest come first. What is wrong in it is named by the error.
   */
  readonly query: string;
  /** Default all. */
  readonly sources?: readonly SourceKind[];
  /** Only what belongs to this dialog, by its exact name. */
  readonly dialog?: string;
  /** Id of a session whose transcript is left out; what is archived of it is found. */
  readonly withoutSession?: string;
  /** Default 10, at most 200. */
  readonly limit?: number;
  /** From an earlier page of the same query. */
  readonly cursor?: string;
  /** What days of dates are meant to be; default `utc`. */
  readonly zone?: 'utc' | 'local';
  /** Ends the search with its reason, for instance because the person typed on. */
  readonly signal?: AbortSignal;
}

/** A message, or what is like one in other sources, that was found. */
export interface SearchHit {
  readonly source: SourceKind;
  /** Name the source knows the whole by: of the dialog, the archive, …; id of the context or session, type of the memory. */
  readonly name: string;
  /** What a person calls it. */
  readonly title: string;
  /** The dialog it belongs to, if it belongs to one. */
  readonly dialog?: string;
  readonly role: EntryRole;
  readonly agent?: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  readonly id?: string;
  /** Which entry of the whole it is, from 0: the position of a message in its dialog, archive or session. */
  readonly position: number;
  /** Time of the entry before it, where there is one. */
  readonly previousTs?: number;
  /** The part of the text around the matches, which are in its middle: plain text on one line, without marks of Markdown. */
  readonly snippet: string;
  /** Where matches begin and end in `snippet`, UTF-16 units, ascending. */
  readonly ranges: readonly (readonly [number, number])[];
  /** What matched anywhere in the text, as it stands there: each word or phrase once, at most 20. */
  readonly words: readonly string[];
  /** What in the snippet only means the same as words of the query that the text does not hold; shown as `≈`. Empty where only embeddings found it. */
  readonly meant?: readonly string[];
  /** 0 to 1, higher is better; comparable within one search only. 0 where nothing was ranked. */
  readonly score: number;
  /** `history://<source>/<encoded name>/<id or ts>`. */
  readonly reference: string;
}

export interface SearchPage {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** How many there are on all pages. */
  readonly total: number;
  /** For the next page; missing on the last. */
  readonly cursor?: string;
  /** What could not take part in the search, as sentences. */
  readonly notes: readonly string[];
  /** How many sessions are still being read, so that what is in them is missing; none where there are none. */
  readonly pending?: number;
}

/** What a filter can be given, and how many entries it lets pass. */
export interface SearchValue {
  readonly value: string;
  readonly entries: number;
}

/** What filters can be given, the values most entries have first. */
export interface SearchValues {
  readonly agents: readonly SearchValue[];
  readonly dialogs: readonly SearchValue[];
  readonly tags: readonly SearchValue[];
}

/** How much is indexed, and what takes part. */
export interface SearchHealth {
  readonly entries: number;
  readonly legs: { readonly lexical: true; readonly embeddings: string };
}

/** Full-text search over everything in one store, and the sessions of its workspace. The index is made from the files on first use. */
export interface SearchStore {
  /** Throws `invalid_argument`, naming the filter, for a query that cannot be read. */
  find(request: SearchRequest): Promise<SearchPage>;
  health(): Promise<SearchHealth>;
  /** Which agents, dialogs and tags there are to filter by. */
  values(signal?: AbortSignal): Promise<SearchValues>;
  /** Writes what searches of this process made of the index, where it would save others time. Another than a process that ends soon need not ask for it. Never fails. */
  keep(): Promise<void>;
  /**
   * Makes the index for the first search of any process, where there is a history and nobody has made one: for a process that has time.
   * It works in short slices, for a minute at most, and gives way to a search; one process does it at a time, and none stays for it.
   */
  prepare(signal: AbortSignal): Promise<Prepared>;
}

/** Whether an index was made; if not, because there is one, another process makes one, or there is nothing to make one of, or nothing may be written. */
export type Prepared = 'made' | 'there' | 'elsewhere' | 'nothing';

export type EntryRole = 'user' | 'assistant' | 'summary' | 'note';

/** A piece of text that is found as a whole: a message, a summary, a memory. */
export interface SearchEntry {
  readonly text: string;
  readonly role: EntryRole;
  /** Milliseconds. */
  readonly ts: number;
  readonly id?: string;
  readonly agent?: string;
  /** Which entry of the whole it is, where not all of them are handed over. */
  readonly position?: number;
  /** Begins a new session of ranking, for instance because the agent compacted its context before it. */
  readonly startsSession?: boolean;
}

/** A file, or another piece that changes as a whole, of an item. */
export interface SearchPart {
  /** Differs whenever the content does: of a file inode, size and time of change. The name does not matter. */
  readonly fingerprint: string;
  /** As long as it cannot be read, it is tried again with each look, and searches say so. */
  readonly mustBeRead?: true;
  /** Undefined when it is gone meanwhile: the item is asked for again. Throws where it cannot be read. */
  read(): Promise<readonly SearchEntry[] | undefined>;
}

/** A conversation, or another sequence of entries that belong together. */
export interface SearchItem {
  /** Unique within its source. */
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly dialog?: string;
  readonly tags: readonly string[];
  /** In order. Those that have the fingerprints they had before are not read again. */
  readonly parts: readonly SearchPart[];
}

/** Whether what other programs did in the last seconds may be missing. */
export type Freshness = 'recent' | 'exact';

/** Whether an item of this key, with one part of this fingerprint, is in the index already. */
export type IsIndexed = (key: string, fingerprint: string) => boolean;

/** Something that can be searched: gives what there is, at the cost of a look at the disk. */
export interface SearchSource {
  readonly kind: SourceKind;
  /** The same list as the last time tells that nothing changed. `isIndexed` tells what need not be read. */
  items(freshness: Freshness, isIndexed: IsIndexed): Promise<readonly SearchItem[]>;
  /** What is missing in the items given last, as sentences. */
  readonly notes?: readonly string[];
  /** How many more items there will be when the next are asked for, as they are still being read. */
  readonly pending?: number;
}
