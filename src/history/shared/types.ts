/** The only folder of the history that git sees. */
export const sharedFolder = 'shared';

/** A Markdown file with content of the history, chosen for everyone with the repository. */
export interface SharedItem {
  /** Unique in the folder; unaffected by renaming the file. */
  readonly id: string;
  /** Name of its file in `shared/`. */
  readonly file: string;
  /** `memory`, `decision`, `summary`, `messages`, `context`, `session` …; `note` if the file states none. */
  readonly kind: string;
  readonly title: string;
  /** Person who shared or last edited it. */
  readonly author?: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Reference of its source, which others may not have. */
  readonly of?: string;
  readonly tags: readonly string[];
  /** Markdown; with conflict markers, the whole file. */
  readonly text: string;
  /** Why it cannot be edited; it is displayed nevertheless. */
  readonly problem?: SharedProblem;
}

/**
 * `conflict`: git could not merge two versions; `sameId`: another file has its id; `tooLarge`: its text was not read.
 */
export type SharedProblem = 'conflict' | 'sameId' | 'tooLarge' | 'unreadable';

/** An item that is no longer shared. */
export interface WithdrawnItem {
  readonly id: string;
  readonly file: string;
  readonly kind: string;
  readonly title: string;
  /** Person who withdrew it. */
  readonly author?: string;
  /** Milliseconds. */
  readonly at: number;
  /** Id in this machine's trash, if withdrawn here. */
  readonly trashId?: string;
}

export interface NewSharedItem {
  readonly kind: string;
  /** One line; derived from the text if missing or empty. */
  readonly title?: string;
  readonly text: string;
  readonly tags?: readonly string[];
  readonly of?: string;
  /** Person who shares it; git's name by default. */
  readonly author?: string;
  /** Allows sharing although secrets have to be masked. */
  readonly masked?: boolean;
  /** Id and time of the draft it is shared as. */
  readonly draft?: Pick<SharedItem, 'id' | 'createdAt'>;
}

/** An item as it would be shared. */
export interface SharedDraft {
  readonly item: SharedItem;
  /** Its whole file. */
  readonly text: string;
  /** Number of secrets masked in it, now or earlier, and their kinds, such as `GITHUB_TOKEN`. */
  readonly masked: number;
  readonly secrets: readonly string[];
}

export interface SharedEdit {
  readonly text?: string;
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly author?: string;
  readonly masked?: boolean;
}

/** Something to know after sharing: git ignores the file, no repository distributes it, or the folder is large. */
export interface SharedNote {
  readonly kind: 'ignored' | 'noRepository' | 'large';
  /** A sentence. */
  readonly text: string;
  /** The rule by which git ignores it: `file:line:pattern`. */
  readonly rule?: string;
  /** Size of the whole folder. */
  readonly bytes?: number;
}

/** The written item and notes for the person. */
export interface Shared {
  readonly item: SharedItem;
  /** Number of secrets masked in it. */
  readonly masked: number;
  readonly notes: readonly SharedNote[];
}

export interface Unshared {
  /** Id in the trash. */
  readonly trashId: string;
  /** Whether a file remains that marks the item as withdrawn, since git has it. */
  readonly tombstone: boolean;
}

export interface SharedFilter {
  readonly kind?: string;
  readonly author?: string;
  readonly tag?: string;
}

/** Items shared through git: `.chat-history/shared/`, one file per item. */
export interface SharedStore {
  /** Returns items, most recently changed first, without withdrawn ones. */
  list(filter?: SharedFilter): Promise<readonly SharedItem[]>;
  /** Returns the item with an id or its beginning of at least 6 characters. Throws `not_found`. */
  get(id: string): Promise<SharedItem>;
  /**
   * Returns what `share` would write, with secrets masked, without writing. Throws `invalid_argument` above 1 MiB.
   */
  draft(item: NewSharedItem): Promise<SharedDraft>;
  /** Writes a new file. Throws `invalid_argument` for secrets that may not be masked, and above 1 MiB. */
  share(item: NewSharedItem): Promise<Shared>;
  /** Writes a new version of a file. Throws `invalid_argument` until a conflict in it is resolved. */
  edit(id: string, edit: SharedEdit): Promise<Shared>;
  /** Withdraws an item. Its file goes to the trash; if git has it, a file in its place informs others. */
  unshare(id: string): Promise<Unshared>;
  /**
   * Undoes `unshare`, by its result or by the id of an item withdrawn elsewhere, using the repository. Throws
   * `already_exists` if the file exists again with another text.
   */
  restore(id: string): Promise<SharedItem>;
  /** Returns withdrawn items, by anyone, newest first; without those shared again. */
  withdrawn(): Promise<readonly WithdrawnItem[]>;
}
