import type { TimeRange } from './times/calendar.ts';
import type { JsonObject } from '../../disk/base/core.ts';
import type { MemoryAnalysis, MemoryHealth, TagCount } from './reportTypes.ts';
import type { Horizon, ScheduleInterval, Schedule, ConsolidationAction } from './scheduleTypes.ts';

/** Something to remember about the project: a fact, a decision, a note. */
export interface Memory {
  /** `content_hash`: sha256 in hex of the trimmed, lowercase content; unique. */
  readonly hash: string;
  readonly content: string;
  /** Lowercase, trimmed and distinct, in the given order. */
  readonly tags: readonly string[];
  /** Default `note`. */
  readonly type: string;
  readonly metadata: JsonObject;
  /** Milliseconds since 1970-01-01 UTC, like every time here. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Id of the consolidation that archived it; archived memories are found only on request. */
  readonly archived?: string;
  /** Texts before edits, newest first; their hashes resolve to this memory. */
  readonly versions?: readonly MemoryVersion[];
}

/** A former text of a memory. */
export interface MemoryVersion {
  /** Hash of that text. */
  readonly hash: string;
  readonly content: string;
  /** Time when the memory received it, or last changed while having it. */
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
  /** Former texts, newest first. */
  readonly versions?: readonly MemoryVersion[];
}

/** A memory and its similarity to the query, 0 to 1. */
export interface FoundMemory {
  readonly memory: Memory;
  readonly similarity: number;
  /** Its words that match the query by meaning only, shown as `≈`; empty where only embeddings found it. */
  readonly meant?: readonly string[];
}

export interface StoredMemory {
  /** The memory in its present state. */
  readonly memory: Memory;
  /** Whether the content already existed; tags and metadata were then merged. */
  readonly duplicate: boolean;
  /** Other memories that say nearly the same, most similar first. */
  readonly similar: readonly FoundMemory[];
}

/** Selects memories; all given conditions must hold. */
export interface MemoryFilter {
  /** Compared as whole tags. */
  readonly tags?: readonly string[];
  /** Whether all of `tags` are required; default any. */
  readonly allTags?: boolean;
  readonly type?: string;
  /** Created at or after. */
  readonly from?: number;
  /** Created before. */
  readonly to?: number;
  /** Whether to select archived memories instead of the others; default false. */
  readonly archived?: boolean;
  /** Only these, archived or not. */
  readonly hashes?: readonly string[];
}

export interface MemoryFindOptions extends MemoryFilter {
  readonly limit?: number;
  /** 0 to 1. */
  readonly minSimilarity?: number;
  /** Whether embeddings count besides the words, where the store has them. Default false. */
  readonly byMeaning?: boolean;
}

export interface FoundMemories {
  /** Best first; newest first for a query without words. */
  readonly found: readonly FoundMemory[];
  /** Total number without the limit. */
  readonly total: number;
  /** Sentences about the search. */
  readonly notes: readonly string[];
}

export interface RecalledMemories extends FoundMemories {
  readonly range: TimeRange;
}

export interface MemoryUpdates {
  /** A new text, as with `edit`: the hash changes. */
  readonly content?: string;
  /** Replaces the tags. */
  readonly tags?: readonly string[];
  readonly type?: string;
  /** Merged into the top level of the metadata; null deletes a field. */
  readonly metadata?: JsonObject;
}

/** Tags to remove, then tags to add. */
export interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

export interface SimilarOptions {
  readonly limit?: number;
  /** 0 to 1. */
  readonly minSimilarity?: number;
}

export const removalReasons = ['deleted', 'tags', 'duplicates', 'cleanup'] as const;
export type RemovalReason = (typeof removalReasons)[number];

/** Memories that were deleted together and can be restored together. */
export interface TrashedMemories {
  /** Id in the trash. */
  readonly id: string;
  readonly reason: RemovalReason;
  readonly count: number;
  /** The beginning of the first one. */
  readonly preview: string;
  readonly deletedAt: number;
}

/** The result of a deletion. */
export interface Removal {
  /** Newest first; in a dry run, those it would delete. */
  readonly memories: readonly Memory[];
  /** Undefined in a dry run and when nothing matched. */
  readonly trashed: TrashedMemories | undefined;
}

/** Memories that say nearly the same. */
export interface DuplicateGroup {
  /** The oldest, which remains and takes over the tags and metadata of the others. */
  readonly kept: Memory;
  readonly duplicates: readonly FoundMemory[];
}

export interface DuplicateRemoval extends Removal {
  readonly groups: readonly DuplicateGroup[];
}

export const exportFormats = ['json', 'markdown', 'text'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface MemoryImport {
  /** The detected format. */
  readonly format: ExportFormat | 'graph' | 'log';
  readonly added: number;
  /** Number of existing contents, whose tags and metadata were merged. */
  readonly merged: number;
  /** Entries that could not be read: where and why. */
  readonly skipped: readonly string[];
}

/** Memories about one subject, and the words that describe it. */
export interface MemoryCluster {
  readonly topic: readonly string[];
  readonly memories: readonly Memory[];
}

export interface Consolidation {
  readonly action: ConsolidationAction;
  readonly horizon: Horizon;
  readonly dryRun: boolean;
  /** Id of the consolidation made, undone, or latest. */
  readonly run: string | undefined;
  readonly associations: readonly {
    readonly memories: readonly [Memory, Memory];
    readonly similarity: number;
  }[];
  readonly clusters: readonly MemoryCluster[];
  /** Summaries that were or would be created, or that `undo` removed. */
  readonly summaries: readonly Memory[];
  /** Memories that were or would be archived, or that `undo` restored. */
  readonly archived: readonly Memory[];
}

/** Scheduled maintenance of a project's memories. */
export interface MemoryMaintenance {
  /** The current schedule and its next run (milliseconds; undefined while paused). */
  scheduled(): Promise<(Schedule & { readonly next: number | undefined }) | undefined>;
  /** Schedules consolidation, first after one interval; `off` ends it. */
  schedule(every: ScheduleInterval | 'off', horizon: Horizon): Promise<void>;
  /**
   * Runs the schedule if due and returns the result. Removes what the trash dropped from the log, whatever the
   * schedule.
   */
  consolidateIfDue(): Promise<Consolidation | undefined>;
  /** Records an export to a file. Never fails; does nothing where there are no memories. */
  noteExport(): Promise<void>;
}

/** The memories of one project. Reading creates nothing. */
export interface MemoryStore {
  /** Stores a memory; the same content again merges tags and metadata. Refuses blank content. */
  store(memory: NewMemory): Promise<StoredMemory>;
  /** Returns a memory by its hash or a unique prefix of at least 8 characters; throws `not_found` or `invalid_argument`. */
  get(hash: string): Promise<Memory>;
  /** Newest first. */
  list(filter?: MemoryFilter): Promise<readonly Memory[]>;
  find(query: string, options?: MemoryFindOptions): Promise<FoundMemories>;
  /**
   * Like `find`, within the time in the query. If none has the other words, returns all memories of that time, newest
   * first, with similarity 0. Throws `invalid_argument` for a query without a time.
   */
  recall(query: string, options?: MemoryFindOptions): Promise<RecalledMemories>;
  /** Parses a text that is only a time; throws `invalid_argument` with examples. */
  time(expression: string): Promise<TimeRange>;
  /** Finds other memories about the same subject, most similar first, without archived ones. */
  similar(hash: string, options?: SimilarOptions): Promise<readonly FoundMemory[]>;
  /** Lists all tags, most frequent first. */
  tags(): Promise<readonly TagCount[]>;
  update(hash: string, updates: MemoryUpdates, options?: { readonly keepCreated?: boolean }): Promise<Memory>;
  /**
   * Changes the text of a memory, and so its hash; the former text becomes a version, whose hash resolves to it. Merges
   * with another memory of the same text. Throws `invalid_argument` for the hash of a former text, i.e. after someone
   * else's edit, unless the text is the same.
   */
  edit(hash: string, content: string): Promise<Memory>;
  /** Changes tags under the lock, so that concurrent changes are kept. */
  changeTags(hash: string, change: TagChange): Promise<Memory>;
  /** Moves a memory to the trash. */
  remove(hash: string): Promise<Removal>;
  /** Moves all matching memories to the trash; refuses an empty filter. */
  removeAll(
    filter: MemoryFilter,
    options: { readonly dryRun: boolean; readonly reason?: RemovalReason },
  ): Promise<Removal>;
  /** Moves all but the oldest of memories at least this similar (0 to 1) to the trash. */
  removeDuplicates(threshold: number, options: { readonly dryRun: boolean }): Promise<DuplicateRemoval>;
  /** Deletions that can be restored, newest first. */
  trash(): Promise<readonly TrashedMemories[]>;
  /** Returns the newest deletion of a memory that can be restored. */
  trashed(hash: string): Promise<TrashedMemories | undefined>;
  /** Restores memories and undoes what their deletion changed in others; returns their present state. */
  restore(trashId: string): Promise<readonly Memory[]>;
  health(): Promise<MemoryHealth>;
  analysis(filter?: MemoryFilter): Promise<MemoryAnalysis>;
  /** Exports memories as text that `import` can read. */
  export(format: ExportFormat, filter?: MemoryFilter): Promise<string>;
  /** Imports a text from `export`, the original service, or the knowledge graph of the reference server. */
  import(text: string): Promise<MemoryImport>;
  /** `associate`, `cluster` and `status` only report; the others archive, or in a dry run report what they would do. */
  consolidate(
    action: ConsolidationAction,
    options: { readonly horizon: Horizon; readonly dryRun: boolean },
  ): Promise<Consolidation>;
  readonly maintenance: MemoryMaintenance;
  /** Absolute path of the log, which need not exist. */
  readonly file: string;
}
