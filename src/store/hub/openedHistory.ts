import type { HubJournal } from './journal.ts';
import type { LocalHistory } from './localHistory.ts';
import type { HubConnection } from './types.ts';

/** A history that is brought together with a project of a hub. Called under the lock of the hub. */
export interface HubSync {
  readonly local: LocalHistory;
  readonly journal: HubJournal;
  readonly connection: HubConnection;
  /** A UUID. */
  readonly project: string;
  /** Told after each batch how much it was until then. What it throws ends the work; what was done stays done. */
  readonly onBatch?: (done: Partial<Exchanged>) => void;
}

/** How many records went to the hub, and came from it. */
export interface Exchanged {
  readonly sent: number;
  readonly received: number;
}

/** A history on this machine that can be brought together with a hub. */
export interface HubHistory {
  readonly local: LocalHistory;
  /** The UUID of the project, which is made where the history has none yet. Throws `storage` where it cannot be. */
  project(): Promise<string>;
  /**
   * Runs work on the history and the hub (`hub` as `shownHub` gives it), while no other process does. A hub that was made anew or
   * restored from a backup gets everything again.
   */
  sync<T>(connection: HubConnection, hub: string, work: (sync: HubSync) => Promise<T>): Promise<T>;
}
