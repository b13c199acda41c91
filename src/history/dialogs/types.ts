import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import type { DialogVersion, Compaction, Compacted } from './compactionTypes.ts';

export type Role = 'user' | 'assistant';

/** A stored message. The text is kept unchanged. */
export interface Message {
  readonly role: Role;
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  readonly id?: string;
  readonly meta?: JsonObject;
}

/** A message to be saved; without `ts` it gets `max(now, last ts + 1)`. */
export interface NewEntry {
  readonly role: Role;
  readonly text: string;
  readonly ts?: number;
  /** Makes retries safe: a known id is not saved twice. */
  readonly id?: string;
  readonly meta?: JsonObject;
}

/** An unreadable file that was set aside unchanged. File names are relative to the dialog's folder. */
export interface Damage {
  readonly file: string;
  readonly keptAs: string;
  /** What is wrong with it, e.g. `not valid JSON: Unexpected end of JSON input`. */
  readonly reason: string;
}

/** A dialog in lists, determined without reading more than the end of what changed. */
export interface DialogInfo {
  readonly name: string;
  /** Absolute path of the dialog's folder. */
  readonly folder: string;
  /** Time of its newest message, or of its file where that is older or has none; milliseconds. */
  readonly activeAt: number;
  readonly createdAt?: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly tags: readonly string[];
}

/** Labels people give a dialog. */
export type DialogLabels = Pick<DialogInfo, 'pinned' | 'archived' | 'tags'>;

/** A dialog with counts; costs at most reading the open part and parts missing in the part index. */
export interface DialogOverview extends DialogInfo {
  readonly messages: number;
  /** Bytes on disk of all parts and the summary. */
  readonly bytes: number;
  readonly firstTs?: number;
  readonly lastTs?: number;
  readonly hasSummary: boolean;
  readonly backups: number;
  /** Names of damaged files kept in the dialog's folder. */
  readonly damaged: readonly string[];
  readonly maintenance?: Maintenance;
}

export type MaintenanceReason = 'messages_count_exceeds_comfort_zone' | 'bytes_exceed_comfort_zone';

/** Informs an agent that a dialog exceeds its recommended size and how to compact it. */
export interface Maintenance {
  readonly action: 'compact';
  readonly importance: 'high';
  readonly reason: MaintenanceReason;
  readonly guidance: string;
  readonly thresholds: { readonly maxMessages: number; readonly maxBytes: number };
  readonly metrics: { readonly messages: number; readonly approxBytes: number };
  readonly backup: { readonly enabled: true; readonly retention: number };
}

export interface DetailQuery {
  /** Number of newest messages; 0 for none. */
  readonly recentTurns: number;
  readonly includeSummary: boolean;
  readonly includeMessages: boolean;
}

export interface DialogDetail {
  readonly summary?: JsonValue;
  readonly messages?: readonly Message[];
  /** Position of the first of the messages in the dialog, and a cursor after the last one for `messagesSince`. */
  readonly position?: number;
  readonly cursor?: string;
  readonly maintenance?: Maintenance;
  /** Files found damaged and set aside while reading. */
  readonly damaged: readonly Damage[];
}

export interface SinceQuery {
  /** Only messages with a greater `ts`; without it and a cursor, the newest `limit`. */
  readonly sinceTs?: number;
  /** From an earlier page: exactly what follows it, independent of clocks. */
  readonly cursor?: string;
  readonly limit: number;
  /**
   * Ends after `limit` messages even between messages of equal time; only the cursor then knows which are missing.
   */
  readonly exact?: boolean;
}

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Their positions in the dialog. */
  readonly positions: readonly number[];
  /** Number of characters of the first message's text before the cursor, which are omitted. */
  readonly textFrom?: number;
  /** Continues after the last message of this page. */
  readonly cursor: string;
  /** Whether there are more messages after the cursor. */
  readonly more: boolean;
  /**
   * Set if the cursor belongs to another dialog or to a state replaced by clear or restore; the page starts at the
   * beginning.
   */
  readonly restarted?: true;
  readonly damaged: readonly Damage[];
}

/** Messages by position, 0 being the dialog's oldest. */
export interface MessageWindow {
  /** Changes when clear or restore replaces the messages, which invalidates positions. */
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly Message[];
  readonly damaged: readonly Damage[];
}

export interface SaveResult {
  /** Number of new entries saved. */
  readonly saved: number;
  /** Number of entries skipped because the dialog already has their id. */
  readonly duplicates: number;
  readonly damaged: readonly Damage[];
}

export type SummaryMode = 'merge' | 'replace';

export interface SummaryResult {
  readonly mode: SummaryMode;
  readonly summary: JsonValue;
  readonly damaged: readonly Damage[];
}

export interface DialogStats {
  readonly messages: number;
  readonly approxBytes: number;
  readonly lastTs: number | null;
  readonly backups: number;
  readonly thresholds: { readonly maxMessages: number; readonly maxBytes: number };
  /** Names of damaged files kept in the dialog's folder. */
  readonly damaged: readonly string[];
}

export interface Backup {
  /** `<ISO time with - for :>_<random>`; sorts by time. */
  readonly id: string;
  /** Milliseconds. */
  readonly mtime: number;
  readonly files: readonly string[];
}

/** A summary that was replaced by another. */
export interface ReplacedSummary {
  /** Id in the trash. */
  readonly id: string;
  /** Milliseconds. */
  readonly replacedAt: number;
  readonly summary: JsonValue;
}

/** Messages to remove from a dialog because another of the person's machines removed them. */
export interface MessageRemoval {
  readonly isGone: (message: Message) => boolean;
  /** Whether to remove the summary as well. */
  readonly summary: boolean;
}

/** An order of a dialog's messages. */
export interface MessageOrder {
  /** The epoch it is based on. */
  readonly epoch: string;
  /** A key per position; messages get ascending keys, equal ones stay in their order, and later ones follow. */
  readonly keys: readonly number[];
}

/** The dialog used when none is named. */
export interface ActiveDialog {
  readonly name: string;
  /** Whether a person chose it and it exists; otherwise it is `default`. */
  readonly chosen: boolean;
}

/** Result of clearing a dialog. */
export interface Cleared {
  /** True name of the dialog. */
  readonly dialog: string;
  /** Id of the backup; undefined if the dialog was empty. */
  readonly backup: string | undefined;
}

/** Result of restoring a backup. */
export interface Restored extends Cleared {
  /** Id of the restored backup. */
  readonly restored: string;
}

/** The dialogs of a store. Unless stated otherwise, a missing dialog reads as empty. */
export interface DialogStore {
  /** Returns all dialogs, most recently active first. */
  list(): Promise<readonly DialogInfo[]>;
  /**
   * Returns all names, most recently active first, without checking each of many dialogs. Changes by other programs
   * to known dialogs appear two seconds later.
   */
  names(): Promise<readonly string[]>;
  /** Returns undefined for a missing dialog. */
  overview(name: string): Promise<DialogOverview | undefined>;
  detail(name: string, query: DetailQuery): Promise<DialogDetail>;
  messagesSince(name: string, query: SinceQuery): Promise<MessagePage>;
  /** Returns messages `offset` to `offset + limit - 1`, as far as they exist. */
  window(name: string, offset: number, limit: number): Promise<MessageWindow>;
  /** Yields every message, oldest first, one part at a time. */
  all(name: string): AsyncIterable<readonly Message[]>;
  /** Saves all entries or none, creating the dialog with the first save. */
  save(name: string, entries: readonly NewEntry[]): Promise<SaveResult>;
  summary(name: string): Promise<JsonValue | undefined>;
  /** Sets the summary. One that is replaced, or of another kind than what is merged into it, goes to the trash. */
  setSummary(name: string, summary: JsonValue, mode: SummaryMode): Promise<SummaryResult>;
  /**
   * Replaces the summary with the result of `change`, called once under the lock so that no concurrent change is
   * lost; the old one goes to the trash. Errors of `change` cancel it. Throws `not_found` without the dialog.
   */
  changeSummary(name: string, change: (summary: JsonValue | undefined) => JsonValue): Promise<SummaryResult>;
  /** Returns summaries replaced in the last 30 days, newest first. Setting one with `replace` restores it. */
  replacedSummaries(name: string): Promise<readonly ReplacedSummary[]>;
  stats(name: string): Promise<DialogStats>;
  version(name: string): Promise<DialogVersion>;
  /**
   * Replaces the summary and keeps only some messages, unchanged, in one step, after a backup. Throws
   * `invalid_argument` for invalid positions.
   */
  compact(name: string, compaction: Compaction): Promise<Compacted>;
  /** Removes messages and summary after a backup (undefined if there was nothing). */
  clear(name: string): Promise<Cleared>;
  /**
   * Removes messages after a backup and returns how many; 0 for a missing dialog. Other machines are not informed.
   */
  removeMessages(name: string, removal: MessageRemoval): Promise<number>;
  /**
   * Puts messages into another order after a backup, so that cursors start over. Returns the epoch from then on;
   * undefined if others replaced the messages since.
   */
  reorder(name: string, order: MessageOrder): Promise<string | undefined>;
  /** Newest first. */
  backups(name: string): Promise<readonly Backup[]>;
  /** Replaces the present state with a backup; the result's `backup` is the replaced state. */
  restoreBackup(name: string, id: string): Promise<Restored>;
  /** Creates an empty dialog. Throws `already_exists`. */
  create(name: string): Promise<DialogInfo>;
  /** Renames a dialog. Throws `not_found`, or `already_exists` if the new name is taken. */
  rename(name: string, to: string): Promise<DialogInfo>;
  /**
   * Changes the given labels and returns the change that reverts this. Throws `not_found`, or `invalid_argument` for
   * tags too long or too many.
   */
  setLabels(name: string, change: Partial<DialogLabels>): Promise<Partial<DialogLabels>>;
  /** Returns the dialog an empty name means in all methods. It need not exist. */
  active(): Promise<ActiveDialog>;
  /**
   * Sets the active dialog of this folder on this machine, or resets the choice for undefined. Throws `not_found`.
   */
  setActive(name: string | undefined): Promise<void>;
}
