/** A dialog in the trash. */
export interface TrashedDialog {
  /** In the trash. */
  readonly id: string;
  /** What it was called. */
  readonly name: string;
  /** Milliseconds. */
  readonly deletedAt: number;
  /** How many messages it has; undefined where its item does not say. */
  readonly messages?: number;
}

/** Deleting whole dialogs. Clearing one empties it and leaves a backup in it: that is another thing. */
export interface DialogTrashStore {
  /**
   * Moves a dialog with everything that belongs to it (messages, summary, backups, contexts, tags) into the trash, where it
   * stays for 30 days. Throws `not_found` without the dialog.
   */
  remove(name: string): Promise<TrashedDialog>;
  /** How many dialogs are in the trash; reads none of them. */
  count(): Promise<number>;
  /** Newest first. */
  list(): Promise<readonly TrashedDialog[]>;
  /**
   * Brings a dialog back as it was, under the name `as` where one is given; gives the name it has. Throws `not_found` for what is not in the trash,
   * `already_exists` where there is a dialog of that name.
   */
  restore(id: string, as?: string): Promise<string>;
  /** Deletes these dialogs for good, which cannot be undone; gives how many were there. What is put into the trash meanwhile stays. */
  purge(ids: readonly string[]): Promise<number>;
}
