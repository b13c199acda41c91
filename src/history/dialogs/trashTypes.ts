/** A dialog in the trash. */
export interface TrashedDialog {
  /** Id in the trash. */
  readonly id: string;
  /** Its former name. */
  readonly name: string;
  /** Milliseconds. */
  readonly deletedAt: number;
  /** Number of messages; undefined if not recorded. */
  readonly messages?: number;
}

/** Deletes and restores whole dialogs, unlike clearing, which empties a dialog and leaves a backup in it. */
export interface DialogTrashStore {
  /**
   * Moves a dialog with everything that belongs to it (messages, summary, backups, contexts, tags) to the trash for
   * 30 days. Throws `not_found`.
   */
  remove(name: string): Promise<TrashedDialog>;
  /** Returns the number of dialogs in the trash without reading them. */
  count(): Promise<number>;
  /** Newest first. */
  list(): Promise<readonly TrashedDialog[]>;
  /**
   * Restores a dialog unchanged, optionally under the name `as`, and returns its name. Throws `not_found` if it is
   * not in the trash, `already_exists` if the name is taken.
   */
  restore(id: string, as?: string): Promise<string>;
  /** Deletes these dialogs permanently and returns how many existed. Dialogs trashed in the meantime stay. */
  purge(ids: readonly string[]): Promise<number>;
}
