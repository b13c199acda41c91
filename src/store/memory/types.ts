import type { TimeRange } from './times/calendar.ts';
import type { JsonObject } from '../base/core.ts';

/** Something worth remembering about the project: a fact, a decision, a note. */
export interface Memory {
  /** `content_hash`: sha256 in hex of the content, trimmed and in lower case. Two memories never share one. */
  readonly hash: string;
  readonly content: string;
  /** Lower case, trimmed, each once, in the order they were given. */
  readonly tags: readonly string[];
  /** `note` unless said otherwise. */
  readonly type: string;
  readonly metadata: JsonObject;
  /** Milliseconds since 1970-01-01 UTC, like every time here. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Id of the consolidation that put it aside; such a memory is found only where archived ones are asked for. */
  readonly archived?: string;
  /** The texts it had before it was edited, the newest first; their hashes lead to it. */
  readonly versions?: readonly MemoryVersion[];
}

/** A text that a memory had. */
export interface MemoryVersion {
  /** The hash of that text. */
  readonly hash: string;
  readonly content: string;
  /** When the memory got it, or was changed last while it had it. */
  readonly at: number;
}

export interface NewMemory {
  readonly content: string;
  readonly tags?: readonly string[];
  readonly type?: string;
  readonly metadata?: JsonObject;
  /** Default now. */
  readonly createdAt?: number;
  /** Default `createdAt`. */
  readonly updatedAt?: number;
}

/** A memory with how similar it is to what was asked, 0 to 1. */
export interface FoundMemory {
  readonly memory: Memory;
  readonly similarity: number;
  /** Words of it that only mean the same as words of the query that it does not hold; shown as `≈`. Empty where only embeddings found it. */
  readonly meant?: readonly string[];
}

export interface StoredMemory {
  /** As it is stored now. */
  readonly memory: Memory;
  /** Whether the same content was there already; its tags and metadata were then merged. */
  readonly duplicate: boolean;
  /** Other memories that say nearly the same, most similar first. */
  readonly similar: readonly FoundMemory[];
}

/** Which memories are meant; everything given must hold. */
export interface MemoryFilter {
  /** Compared exactly, never as parts of other tags. */
  readonly tags?: readonly string[];
  /** Whether a memory needs all of `tags`; default: any of them. */
  readonly allTags?: boolean;
  readonly type?: string;
  /** Created at or after. */
  readonly from?: number;
  /** Created before. */
  readonly to?: number;
  /** Default false: only memories that are not archived; true: only archived ones. */
  readonly archived?: boolean;
  /** Only these, archived or not. */
  readonly hashes?: readonly string[];
}

export interface MemoryFindOptions extends MemoryFilter {
  readonly limit?: number;
  /** 0 to 1. */
  readonly minSimilarity?: number;
  /** Whether nearness of meaning counts besides the words, where the store has embeddings. Default false. */
  readonly byMeaning?: boolean;
}

export interface FoundMemories {
  /** Best first; for a query without words newest first. */
  readonly found: readonly FoundMemory[];
  /** How many there are without the limit. */
  readonly total: number;
  /** What is to be told of the search, as sentences. */
  readonly notes: readonly string[];
}

export interface RecalledMemories extends FoundMemories {
  readonly range: TimeRange;
}

export interface MemoryUpdates {
  /** Another text, as `edit` gives it one: the memory gets another hash. */
  readonly content?: string;
  /** Replace the tags. */
  readonly tags?: readonly string[];
  readonly type?: string;
  /** Merged into the metadata, top-level fields; null deletes a field. */
  readonly metadata?: JsonObject;
}

/** Tags to take away, and tags to add then. */
export interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

export interface SimilarOptions {
  readonly limit?: number;
  /** 0 to 1. */
  readonly minSimilarity?: number;
}

export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

export const removalReasons = ['deleted', 'tags', 'duplicates', 'cleanup'] as const;
export type RemovalReason = (typeof removalReasons)[number];

/** Memories that were deleted together and come back together. */
export interface TrashedMemories {
  /** Id in the trash. */
  readonly id: string;
  readonly reason: RemovalReason;
  readonly count: number;
  /** The beginning of the first one. */
  readonly preview: string;
  readonly deletedAt: number;
}

/** What a deletion concerns. */
export interface Removal {
  /** Newest first; with a dry run those it would delete. */
  readonly memories: readonly Memory[];
  /** Undefined with a dry run, and when there was nothing to delete. */
  readonly trashed: TrashedMemories | undefined;
}

/** Memories that say nearly the same. */
export interface DuplicateGroup {
  /** The oldest, which stays and takes over tags and metadata of the others. */
  readonly kept: Memory;
  readonly duplicates: readonly FoundMemory[];
}

export interface DuplicateRemoval extends Removal {
  readonly groups: readonly DuplicateGroup[];
}

export interface MemoryHealth {
  readonly memories: number;
  readonly archived: number;
  readonly tags: number;
  /** Bytes of the log. */
  readonly bytes: number;
  /** Absolute path of the log; it need not exist. */
  readonly file: string;
  /** When memories were last exported to a file. */
  readonly lastBackup: number | undefined;
  /** What is wrong, with the repair; empty when all is well. */
  readonly problems: readonly string[];
}

export interface MemoryAnalysis {
  readonly memories: number;
  readonly archived: number;
  readonly untagged: number;
  /** Most frequent first. */
  readonly tags: readonly TagCount[];
  readonly types: readonly { readonly type: string; readonly count: number }[];
  /** `YYYY-MM`, oldest first, local time. */
  readonly months: readonly { readonly month: string; readonly count: number }[];
  /** Tags that stand together most often. */
  readonly tagPairs: readonly { readonly tags: readonly [string, string]; readonly count: number }[];
  /** Words that tell most memories apart from others. */
  readonly terms: readonly { readonly term: string; readonly count: number }[];
  readonly averageChars: number;
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
  readonly duplicateGroups: number;
}

export const exportFormats = ['json', 'markdown', 'text'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface MemoryImport {
  /** What the text was taken for. */
  readonly format: ExportFormat | 'graph' | 'log';
  readonly added: number;
  /** Contents that were there already, whose tags and metadata were merged. */
  readonly merged: number;
  /** Entries that could not be read: where and why. */
  readonly skipped: readonly string[];
}

export const horizons = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
/** The last 1, 7, 30, 90 or 365 days. */
export type Horizon = (typeof horizons)[number];

export const scheduleIntervals = ['daily', 'weekly', 'monthly'] as const;
export type ScheduleInterval = (typeof scheduleIntervals)[number];

/** How memories are consolidated by themselves: as with the action `run`. */
export interface Schedule {
  readonly every: ScheduleInterval;
  readonly horizon: Horizon;
  /** When it was set. Milliseconds. */
  readonly since: number;
  /** When it was last done, also where there was nothing to do. Milliseconds. */
  readonly lastRun?: number;
  /** The newest consolidation it made. */
  readonly run?: string;
  /** Whether it waits until it is set anew, because what it did was undone. */
  readonly paused: boolean;
}

export const consolidationActions = [
  'status',
  'associate',
  'cluster',
  'compress',
  'forget',
  'run',
  'undo',
] as const;
export type ConsolidationAction = (typeof consolidationActions)[number];

/** Memories about the same, and the words that say what about. */
export interface MemoryCluster {
  readonly topic: readonly string[];
  readonly memories: readonly Memory[];
}

export interface Consolidation {
  readonly action: ConsolidationAction;
  readonly horizon: Horizon;
  readonly dryRun: boolean;
  /** Of the consolidation that was made, undone or is the newest. */
  readonly run: string | undefined;
  readonly associations: readonly {
    readonly memories: readonly [Memory, Memory];
    readonly similarity: number;
  }[];
  readonly clusters: readonly MemoryCluster[];
  /** Summaries that were made, would be made, or were taken away again by `undo`. */
  readonly summaries: readonly Memory[];
  /** Memories that were archived, would be archived, or came back by `undo`. */
  readonly archived: readonly Memory[];
}

/** How the memories of one project are looked after. */
export interface MemoryCare {
  /** The schedule that holds, and when it comes next (milliseconds; undefined while it is paused). */
  scheduled(): Promise<(Schedule & { readonly next: number | undefined }) | undefined>;
  /** Has memories consolidated by themselves from now on, first after one interval; `off` ends that. */
  schedule(every: ScheduleInterval | 'off', horizon: Horizon): Promise<void>;
  /** Does what the schedule says if it is due, and gives what it did. Otherwise it costs a look at a small file. */
  consolidateIfDue(): Promise<Consolidation | undefined>;
  /** Remembers that memories were exported to a file. Never fails; where there are no memories it does nothing. */
  noteExport(): Promise<void>;
}

/** All that can be done with the memories of one project. Reading creates nothing. */
export interface MemoryStore {
  /** Stores a memory; the same content again merges tags and metadata. Blank content is refused. */
  store(memory: NewMemory): Promise<StoredMemory>;
  /** By its hash or a beginning of it that no other has, 8 characters at least; else `not_found` or `invalid_argument`. */
  get(hash: string): Promise<Memory>;
  /** Newest first. */
  list(filter?: MemoryFilter): Promise<readonly Memory[]>;
  find(query: string, options?: MemoryFindOptions): Promise<FoundMemories>;
  /**
   * As `find`, within the time that the query speaks of; all memories of it, newest first and with similarity 0, where
   * none has the other words. `invalid_argument` when it speaks of no time.
   */
  recall(query: string, options?: MemoryFindOptions): Promise<RecalledMemories>;
  /** The time a text means, all of which must say one; else `invalid_argument` with examples. */
  time(expression: string): Promise<TimeRange>;
  /** Other memories that are about the same, most similar first; archived ones are none. */
  similar(hash: string, options?: SimilarOptions): Promise<readonly FoundMemory[]>;
  /** Every tag in use, most frequent first. */
  tags(): Promise<readonly TagCount[]>;
  update(hash: string, updates: MemoryUpdates, options?: { readonly keepCreated?: boolean }): Promise<Memory>;
  /**
   * Gives a memory another text, and so another hash; its former text becomes a version of it, whose hash leads to it.
   * Where another memory says the same they become one. `invalid_argument` where the hash is that of a former text: then
   * somebody else edited it meanwhile; not where it says this by now.
   */
  edit(hash: string, content: string): Promise<Memory>;
  /** Changes tags under the lock, so that what others add meanwhile stays. */
  changeTags(hash: string, change: TagChange): Promise<Memory>;
  /** Puts a memory into the trash. */
  remove(hash: string): Promise<Removal>;
  /** Puts all memories of a filter into the trash; a filter that says nothing is refused. */
  removeAll(
    filter: MemoryFilter,
    options: { readonly dryRun: boolean; readonly reason?: RemovalReason },
  ): Promise<Removal>;
  /** Puts all but the oldest of memories that are at least so similar (0 to 1) into the trash. */
  removeDuplicates(threshold: number, options: { readonly dryRun: boolean }): Promise<DuplicateRemoval>;
  /** What can come back, newest first. */
  trash(): Promise<readonly TrashedMemories[]>;
  /** Brings memories back, and takes back what their deletion changed in others. Gives them as they are now. */
  restore(trashId: string): Promise<readonly Memory[]>;
  health(): Promise<MemoryHealth>;
  analysis(filter?: MemoryFilter): Promise<MemoryAnalysis>;
  /** Memories as a text that `import` reads back. */
  export(format: ExportFormat, filter?: MemoryFilter): Promise<string>;
  /** Takes in what `export` wrote, the export of the original service, or the knowledge graph of the reference server. */
  import(text: string): Promise<MemoryImport>;
  /** `associate`, `cluster` and `status` only tell; the others archive, or with a dry run tell what they would. */
  consolidate(
    action: ConsolidationAction,
    options: { readonly horizon: Horizon; readonly dryRun: boolean },
  ): Promise<Consolidation>;
  readonly care: MemoryCare;
  /** Absolute path of the log; it need not exist. */
  readonly file: string;
}
