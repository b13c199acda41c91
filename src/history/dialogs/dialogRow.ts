/** Properties of a dialog in lists, from its `dialog.json`. */
export interface DialogFacts {
  readonly name: string;
  readonly createdAt?: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly tags: readonly string[];
}

/** The listing of a dialog's folder, as needed for searching. */
export interface FolderListing {
  /** Names of the sealed parts, oldest first. */
  readonly sealed: readonly string[];
  readonly open: boolean;
  readonly summary: boolean;
  readonly contexts: boolean;
}

/** A value derived from a path, valid while the path has this fingerprint. */
export interface Cached<T> {
  readonly fingerprint: string;
  readonly value: T;
}

/** Cached data of a dialog's folder. */
export interface DialogRow {
  /** From its `dialog.json`; absent if that has no name. */
  readonly facts: Cached<DialogFacts> | undefined;
  readonly listing: Cached<FolderListing> | undefined;
  /**
   * Last known time of activity, milliseconds, from its open part. The fingerprint is empty if there was none, and in
   * tables of versions that took the time of the file.
   */
  readonly active: Cached<number> | undefined;
}

/** A dialog's name and time of last activity, milliseconds. */
export interface NamedRow {
  readonly name: string;
  readonly activeAt: number;
}
