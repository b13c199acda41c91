/** What the list tells of a dialog, as its `dialog.json` says. */
export interface DialogFacts {
  readonly name: string;
  readonly createdAt?: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly tags: readonly string[];
}

/** What search reads of a dialog's folder, as its listing says. */
export interface FolderListing {
  /** Names of the sealed parts, oldest first. */
  readonly sealed: readonly string[];
  readonly open: boolean;
  readonly summary: boolean;
  readonly contexts: boolean;
}

/** What was found at a path that had this fingerprint, and is still so as long as it has. */
export interface Cached<T> {
  readonly fingerprint: string;
  readonly value: T;
}

/** What is known of the folder of a dialog. */
export interface DialogRow {
  /** From its `dialog.json`; missing where that does not say the name. */
  readonly facts: Cached<DialogFacts> | undefined;
  readonly listing: Cached<FolderListing> | undefined;
  /** When it was active, as of the last look; milliseconds. */
  readonly activeAt: number | undefined;
}

/** A dialog's name, with the time it was active last; milliseconds. */
export interface NamedRow {
  readonly name: string;
  readonly activeAt: number;
}
