/** In the history folder: the one part of it that git sees. */
export const sharedFolder = 'shared';

/** Something of the history that was chosen for everybody who has the repository: a file of Markdown. */
export interface SharedItem {
  /** Unique in the folder; stays when its file is renamed. */
  readonly id: string;
  /** Name of its file in `shared/`. */
  readonly file: string;
  /** `memory`, `decision`, `summary`, `messages`, `context`, `session` …; `note` where the file does not say. */
  readonly kind: string;
  readonly title: string;
  /** Who shared it, or edited it last. */
  readonly author?: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Reference of what it was made of, which others may not have. */
  readonly of?: string;
  readonly tags: readonly string[];
  /** Markdown. Where the file has conflict markers, the whole file with them. */
  readonly text: string;
  /** What keeps it from being edited: it is shown all the same. */
  readonly problem?: SharedProblem;
}

/** `conflict`: git could not merge two versions; `sameId`: another file has its id; `tooLarge`: its text was not read. */
export type SharedProblem = 'conflict' | 'sameId' | 'tooLarge' | 'unreadable';

/** Something that was shared and is not any more. */
export interface WithdrawnItem {
  readonly id: string;
  readonly file: string;
  readonly kind: string;
  readonly title: string;
  /** Who withdrew it. */
  readonly author?: string;
  /** Milliseconds. */
  readonly at: number;
  /** In the trash of this machine, where it was withdrawn here. */
  readonly trashId?: string;
}

export interface NewSharedItem {
  readonly kind: string;
  /** One line; made of the text where it is missing or empty. */
  readonly title?: string;
  readonly text: string;
  readonly tags?: readonly string[];
  readonly of?: string;
  /** Who shares it; the name that git knows, unless said otherwise. */
  readonly author?: string;
  /** Shares it although secrets in it had to be masked. */
  readonly masked?: boolean;
  /** Of the draft it is shared as. */
  readonly draft?: Pick<SharedItem, 'id' | 'createdAt'>;
}

/** An item as it would be shared. */
export interface SharedDraft {
  readonly item: SharedItem;
  /** Its whole file. */
  readonly text: string;
  /** How many secrets are masked in it, by now or when it was read, and of which kinds, such as `GITHUB_TOKEN`. */
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

/** What a person should know once something was shared: git leaves it out, nothing sends the folder anywhere, or it is large. */
export interface SharedNote {
  readonly kind: 'ignored' | 'noRepository' | 'large';
  /** A sentence. */
  readonly text: string;
  /** By which git leaves it out: `file:line:pattern`. */
  readonly rule?: string;
  /** Of the whole folder. */
  readonly bytes?: number;
}

/** What was written, and what a person should know of it. */
export interface Shared {
  readonly item: SharedItem;
  /** How many secrets were masked in it. */
  readonly masked: number;
  readonly notes: readonly SharedNote[];
}

export interface Unshared {
  /** In the trash. */
  readonly trashId: string;
  /** Whether a file stays that tells others it was withdrawn, since git has it. */
  readonly tombstone: boolean;
}

export interface SharedFilter {
  readonly kind?: string;
  readonly author?: string;
  readonly tag?: string;
}

/** What is shared through git: `.chat-history/shared/`, a file for each item. */
export interface SharedStore {
  /** Newest first by their last change; without those that were withdrawn. */
  list(filter?: SharedFilter): Promise<readonly SharedItem[]>;
  /** By id, or its beginning from 6 characters on; `not_found` where there is none. */
  get(id: string): Promise<SharedItem>;
  /** What `share` would write, with its secrets masked. Writes nothing; `invalid_argument` where it is larger than 1 MiB. */
  draft(item: NewSharedItem): Promise<SharedDraft>;
  /** Writes a new file. `invalid_argument` where it holds secrets, unless it may be masked, or is larger than 1 MiB. */
  share(item: NewSharedItem): Promise<Shared>;
  /** A new version of its file. `invalid_argument` where the file has a conflict, which is solved first. */
  edit(id: string, edit: SharedEdit): Promise<Shared>;
  /** Takes it back. Its file goes to the trash; others that have it learn of it by what stays in its place. */
  unshare(id: string): Promise<Unshared>;
  /**
   * Undoes `unshare`, by what that gave, or by the id of what was withdrawn on another machine, as the repository knows it.
   * `already_exists` where its file is there again with another text.
   */
  restore(id: string): Promise<SharedItem>;
  /** What was withdrawn, here or by others, newest first; what is shared again is not among it. */
  withdrawn(): Promise<readonly WithdrawnItem[]>;
}
