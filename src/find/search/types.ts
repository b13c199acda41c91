import type { Language } from '../../disk/base/core.ts';
import type { Note } from '../../disk/base/texts.ts';

export type { Note };

/** Maximum length of a query. Characters. */
export const maxQueryLength = 2_000;

/** Maximum number of hits on a page. */
export const maxHits = 200;
/** Kinds of sources, in the order of results. */
export const sourceKinds = ['dialogs', 'contexts', 'archives', 'sessions', 'memories', 'shared'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** A search request. */
export interface SearchRequest {
  /**
   * Words, `"exact phrase"`, `-word`, `role:`, `dialog:`, `tag:`, `agent:`, `source:`, `before:`, `after:`, `since:`,
   * `on:` a date, `/regex/`. Without words or phrases the newest come first. Errors name the invalid part.
   */
  readonly query: string;
  /** Default all. */
  readonly sources?: readonly SourceKind[];
  /** Only entries of the dialog with this exact name. */
  readonly dialog?: string;
  /** Id of a session whose transcript is left out; its archives are included. */
  readonly withoutSession?: string;
  /** Default 10, at most 200. */
  readonly limit?: number;
  /** From an earlier page of the same query. */
  readonly cursor?: string;
  /** Leaves snippets empty, so that no text needs to be read for a hit. */
  readonly withoutSnippets?: true;
  /** Language of the notes; default English, as for agents. */
  readonly language?: Language;
  /** Time zone of days; default `utc`. */
  readonly zone?: 'utc' | 'local';
  /** How long to wait for sessions that are still to be read; default a fraction of a second. */
  readonly waiting?: Waiting;
  /** Aborts the search with its reason, for instance when the person continues typing. */
  readonly signal?: AbortSignal;
}

/** How long a search waits for what is still to be read. */
export interface Waiting {
  /** Milliseconds; may be infinite. */
  readonly withinMs: number;
  /** Called now and then with the number of sessions that are left. */
  readonly progress?: (left: number) => void;
}

/** A message that was found, or the like in other sources. */
export interface SearchHit {
  readonly source: SourceKind;
  /** Name of the whole within its source: dialog or archive name, id of a context or session, type of a memory. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** The dialog it belongs to, if any. */
  readonly dialog?: string;
  readonly role: EntryRole;
  readonly agent?: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  readonly id?: string;
  /** Index of the entry in the whole, from 0: the position of a message in its dialog, archive or session. */
  readonly position: number;
  /** Time of the previous entry, if any. */
  readonly previousTs?: number;
  /** Part of the text centred on the matches: plain text on one line, without Markdown. */
  readonly snippet: string;
  /** Ranges of matches in `snippet`, UTF-16 units, ascending. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Distinct words and phrases matched anywhere in the text, in their original form, at most 20. */
  readonly words: readonly string[];
  /**
   * Synonyms in the snippet for words of the query that the text lacks; shown as `≈`. Empty if only embeddings found
   * it.
   */
  readonly meant?: readonly string[];
  /** Contains no word of the query, and was found by meaning only. */
  readonly related?: true;
  /** The query contains its name, title or a tag, regardless of its text. */
  readonly named?: true;
  /** 0 to 1, higher is better; comparable within one search only. 0 without ranking. */
  readonly score: number;
  /** `history://<source>/<encoded name>/<id or ts>`. */
  readonly reference: string;
}

export interface SearchPage {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** Number of hits on all pages. */
  readonly total: number;
  /** Number of them that contain no word of the query, and were found by meaning only; missing for none, at most 20. */
  readonly related?: number;
  /** For the next page; missing on the last. */
  readonly cursor?: string;
  /** What the query leaves out, filters by or takes as text, as sentences; missing if it is words alone. */
  readonly reading?: readonly string[];
  /** What the search could not include, as sentences. */
  readonly notes: readonly string[];
  /** Where nothing was found: what was looked into, and what could not be, as sentences. */
  readonly looked?: readonly string[];
  /** Number of sessions still being read and so not included; missing if none. */
  readonly pending?: number;
}

/** A value for a filter, and the number of entries it selects. */
export interface SearchValue {
  readonly value: string;
  readonly entries: number;
}

/** Values for filters, the most frequent first. */
export interface SearchValues {
  readonly agents: readonly SearchValue[];
  readonly dialogs: readonly SearchValue[];
  readonly tags: readonly SearchValue[];
}

/** Size and state of the index, and what takes part in searches. */
export interface SearchHealth {
  readonly entries: number;
  readonly legs: { readonly lexical: true; readonly embeddings: string };
}

/**
 * Full-text search of everything in one store and its workspace's sessions. The index is built from the files on first
 * use.
 */
export interface SearchStore {
  /** Finds entries. Throws `invalid_argument` with the filter for an invalid query. */
  find(request: SearchRequest): Promise<SearchPage>;
  health(): Promise<SearchHealth>;
  /** Returns the agents, dialogs and tags to filter by. */
  values(signal?: AbortSignal): Promise<SearchValues>;
  /**
   * Writes this process's additions to the index if they would save others time; needed only by processes that end
   * soon. Never fails.
   */
  keep(): Promise<void>;
  /**
   * Builds the index before the first search of any process, if there is a history but no index; for processes with
   * spare time.
   *
   * Works in short slices, for at most a minute, and yields to searches. One process does it at a time, and none waits
   * for it.
   */
  prepare(signal: AbortSignal): Promise<Prepared>;
}

/**
 * Whether an index was built; if not: one exists, another process builds one, or there is nothing to index or no
 * permission to write.
 */
export type Prepared = 'made' | 'there' | 'elsewhere' | 'nothing';

/** Who said it, or what it is: `files` and `errors` are what `SessionWork` gathers. */
export type EntryRole = 'user' | 'assistant' | 'summary' | 'note' | 'files' | 'errors';

/** A text that is found as a whole: a message, a summary, a memory. */
export interface SearchEntry {
  readonly text: string;
  readonly role: EntryRole;
  /** Milliseconds. */
  readonly ts: number;
  readonly id?: string;
  readonly agent?: string;
  /** Position in the whole, if the source does not return all entries. */
  readonly position?: number;
  /** Starts a new session for ranking, for instance after a compaction of the agent's context. */
  readonly startsSession?: boolean;
}

/** A part of an item that changes as a whole, such as a file. */
export interface SearchPart {
  /** Changes with the content: of a file inode, size and time of change. The name does not matter. */
  readonly fingerprint: string;
  /** If it cannot be read, it is retried at each refresh, and searches report it. */
  readonly mustBeRead?: true;
  /** Undefined if it no longer exists, so that the item is requested again. Throws if it cannot be read. */
  read(): Promise<readonly SearchEntry[] | undefined>;
}

/** A conversation or another sequence of related entries. */
export interface SearchItem {
  /** Unique within its source. */
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly dialog?: string;
  readonly tags: readonly string[];
  /** In order; those with unchanged fingerprints are not read again. */
  readonly parts: readonly SearchPart[];
}

/** Whether the last seconds' changes by other programs may be missing. */
export type Freshness = 'recent' | 'exact';

/** Returns the fingerprints of the parts of an indexed item, if the last of them has this one: it need not be read. */
export type IndexedParts = (key: string, fingerprint: string) => readonly string[] | undefined;

/** A searchable source; lists its items at the cost of checking the disk. */
export interface SearchSource {
  readonly kind: SourceKind;
  /**
   * Lists items; returning the same list object means that nothing changed. `indexed` reports what need not be read.
   */
  items(freshness: Freshness, indexed: IndexedParts, waiting?: Waiting): Promise<readonly SearchItem[]>;
  /** What the last list lacks. */
  readonly notes?: readonly Note[];
  /** What could never be read of it; reported only if nothing is found. */
  readonly unread?: readonly Note[];
  /** Number of further items that are still being read for the next list. */
  readonly pending?: number;
}

/** Parts of the ranking, which the benchmark disables one by one to measure their effect. */
export const rankingParts = ['neighbours', 'answers', 'dates', 'speaker', 'time', 'meanings'] as const;
export type RankingPart = (typeof rankingParts)[number];
