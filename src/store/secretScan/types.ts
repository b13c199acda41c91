/** A file of the history that holds secrets. */
export interface SecretPlace {
  /** From the history folder, with slashes. */
  readonly file: string;
  /** What would stand for each, and how it begins: enough to know it, too little to use it. */
  readonly secrets: readonly { readonly mask: string; readonly preview: string }[];
}

/** A file that was left as it is, and why. */
export interface LeftFile {
  readonly file: string;
  readonly reason: string;
}

export interface FoundSecrets {
  readonly places: readonly SecretPlace[];
  readonly left: readonly LeftFile[];
}

export interface ScanOptions {
  readonly signal?: AbortSignal;
  /** Called after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Secrets in what was stored before they were masked: dialogs, contexts, summaries, memories, archives and their
 * copies, recordings, backups, the trash and what search derived. It asks for nothing and is asked by people only.
 */
export interface SecretScanStore {
  /** Looks through all files; changes nothing. Rejects with the reason of the signal. */
  find(options?: ScanOptions): Promise<FoundSecrets>;
  /**
   * Masks the secrets of these files, each as a whole or not at all, under the locks of whoever writes them. Cannot be
   * undone. Where it is stopped, the rest can be masked later. What the search knows is deleted; where it cannot be, that is
   * among what is left.
   */
  mask(
    files: readonly string[],
    options?: ScanOptions,
  ): Promise<{ masked: number; left: readonly LeftFile[] }>;
}
