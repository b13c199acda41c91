/** A file of the history with secrets. */
export interface FileWithSecrets {
  /** Relative to the history folder, with slashes. */
  readonly file: string;
  /** Replacement, beginning and end of each: enough to recognise it, too little to use it. */
  readonly secrets: readonly { readonly mask: string; readonly preview: string }[];
}

/** A file that was not changed, and why. */
export interface LeftFile {
  readonly file: string;
  readonly reason: string;
}

export interface FoundSecrets {
  readonly places: readonly FileWithSecrets[];
  readonly left: readonly LeftFile[];
}

export interface ScanOptions {
  readonly signal?: AbortSignal;
  /** Called after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Finds and masks secrets that were stored before masking: in dialogs, contexts, summaries, memories, archives and
 * their copies, recordings, backups, trash and search data. Only people start it.
 */
export interface SecretScanStore {
  /** Searches all files without changing anything. Rejects with the reason of the signal. */
  find(options?: ScanOptions): Promise<FoundSecrets>;
  /**
   * Masks the secrets of the given files, each completely or not at all, under the locks of their writers. Cannot be
   * undone; after an abort the rest can be masked later. Search data is deleted, or reported as left.
   */
  mask(
    files: readonly string[],
    options?: ScanOptions,
  ): Promise<{ masked: number; left: readonly LeftFile[] }>;
}
