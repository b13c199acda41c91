import type { JsonValue } from '../../disk/base/core.ts';

/** A version of a dialog, different after every change of its messages or summary. */
export interface DialogVersion {
  readonly epoch: string;
  /** Number of messages. */
  readonly messages: number;
  /** A digest. */
  readonly summary: string;
}

/** The content of a compacted dialog. */
export interface Compaction {
  /** The version it is based on. */
  readonly version: DialogVersion;
  /** The complete new summary. */
  readonly summary: JsonValue;
  /** Positions of the messages that stay, 0 being the oldest. */
  readonly keep: readonly number[];
  /** Also keeps messages added since; without it, they prevent the compaction. */
  readonly keepAdded?: boolean;
}

/**
 * Whether a dialog was compacted, or left unchanged because it no longer has the version the compaction is based on.
 */
export type Compacted =
  | {
      readonly state: 'compacted';
      /** Restoring it reverts the compaction of messages and summary. */
      readonly backup: string;
      readonly kept: number;
      /** How many of them were added since. */
      readonly added: number;
    }
  | { readonly state: 'added'; readonly added: number }
  /** Its messages or summary were replaced. */
  | { readonly state: 'replaced' };
