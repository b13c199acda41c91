import type { JsonObject } from '../../src/disk/base/core.ts';
import type { Role } from '../../src/history/dialogs/types.ts';

/** One turn of a sample dialog: who speaks, and the text. */
export type Turn = readonly [Role, string];

/** A working context of a sample dialog; all but the last one of a dialog are archived. */
export interface SampleContext {
  /** Its first turn in the dialog, 0 being the oldest. */
  readonly from: number;
  readonly title: string;
  /** Why it was archived. */
  readonly reason?: string;
  readonly summary?: string;
}

/** A dialog of the sample workspace. */
export interface SampleDialog {
  readonly name: string;
  /** Which agent answered. */
  readonly agent: string;
  /** How long ago the last message was written. */
  readonly minutesAgo: number;
  /** Minutes between two messages. */
  readonly pace: number;
  readonly turns: readonly Turn[];
  readonly summary?: JsonObject;
  readonly pinned?: true;
  /** An earlier state, which clearing put into the dialog's backups. */
  readonly before?: readonly Turn[];
  /** Oldest first; the first one begins with the dialog. */
  readonly contexts?: readonly SampleContext[];
}
