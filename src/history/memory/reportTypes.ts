/* What is reported about the memories of a project. */

export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

export interface MemoryHealth {
  readonly memories: number;
  readonly archived: number;
  readonly tags: number;
  /** Size of the log. Bytes. */
  readonly bytes: number;
  /** Absolute path of the log, which need not exist. */
  readonly file: string;
  /** Time of the last export to a file. */
  readonly lastBackup: number | undefined;
  /** Problems with their repair; empty for none. */
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
  /** The most frequent pairs of tags. */
  readonly tagPairs: readonly { readonly tags: readonly [string, string]; readonly count: number }[];
  /** The most distinctive words. */
  readonly terms: readonly { readonly term: string; readonly count: number }[];
  readonly averageChars: number;
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
  readonly duplicateGroups: number;
}
