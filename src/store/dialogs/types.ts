import type { JsonObject, JsonValue } from '../base/core.ts';

export type Role = 'user' | 'assistant';

/** A stored message. Text is kept exactly as it was given. */
export interface Message {
  readonly role: Role;
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  readonly id?: string;
  readonly meta?: JsonObject;
}

/** A message as a caller hands it in: without `ts` it gets `max(now, last ts + 1)`. */
export interface NewEntry {
  readonly role: Role;
  readonly text: string;
  readonly ts?: number;
  /** Makes a retry harmless: an id the dialog already holds is not stored twice. */
  readonly id?: string;
  readonly meta?: JsonObject;
}

/** A file that could not be read and was put aside with its old bytes. File names are relative to the dialog's folder. */
export interface Damage {
  readonly file: string;
  readonly keptAs: string;
  /** What is wrong with it, e.g. `not valid JSON: Unexpected end of JSON input`. */
  readonly reason: string;
}

/** What a list shows of a dialog; costs no reading of messages. */
export interface DialogInfo {
  readonly name: string;
  /** Absolute path of the dialog's folder. */
  readonly folder: string;
  /** Last change of its messages, milliseconds. */
  readonly activeAt: number;
  readonly createdAt?: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly tags: readonly string[];
}

/** What people put on a dialog. */
export type DialogLabels = Pick<DialogInfo, 'pinned' | 'archived' | 'tags'>;

/** A dialog with its counts; costs at most reading the open part and what is not yet in the part index. */
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

/** The signal that a dialog has left its comfort zone and how an agent compacts it. */
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
  /** How many of the newest messages; 0 gives none. */
  readonly recentTurns: number;
  readonly includeSummary: boolean;
  readonly includeMessages: boolean;
}

export interface DialogDetail {
  readonly summary?: JsonValue;
  readonly messages?: readonly Message[];
  /** Position of the first of the messages in the dialog, and what comes after the last one, for `messagesSince`. */
  readonly position?: number;
  readonly cursor?: string;
  readonly maintenance?: Maintenance;
  /** Files this reading found damaged and put aside. */
  readonly damaged: readonly Damage[];
}

export interface SinceQuery {
  /** Messages with a greater `ts`; without it and without a cursor, the newest `limit`. */
  readonly sinceTs?: number;
  /** From an earlier page: exactly what came after it, whatever the clocks did. */
  readonly cursor?: string;
  readonly limit: number;
  /** Ends after `limit` messages also where more of the same time follow; only the cursor then tells what is missing. */
  readonly exact?: boolean;
}

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Where each of them stands in the dialog. */
  readonly positions: readonly number[];
  /** The cursor stood within the first message: its text begins after so many characters. */
  readonly textFrom?: number;
  /** Continues after the last message of this page. */
  readonly cursor: string;
  /** Whether more messages wait behind the cursor. */
  readonly more: boolean;
  /** The cursor was of another dialog, or of a state that clear or restore has replaced since; the page starts at the beginning. */
  readonly restarted?: true;
  readonly damaged: readonly Damage[];
}

/** Messages by position, 0 being the oldest of the dialog. */
export interface MessageWindow {
  /** Changes when clear or restore replaces the messages, so that positions mean something else. */
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly Message[];
  readonly damaged: readonly Damage[];
}

export interface SaveResult {
  /** How many of the given entries were new and are stored now. */
  readonly saved: number;
  /** How many were left out because the dialog already held their id. */
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

/** A summary that another one has taken the place of. */
export interface ReplacedSummary {
  /** In the trash. */
  readonly id: string;
  /** Milliseconds. */
  readonly replacedAt: number;
  readonly summary: JsonValue;
}

/** A state of a dialog: another one after every change of its messages or its summary. */
export interface DialogVersion {
  readonly epoch: string;
  /** How many there are. */
  readonly messages: number;
  /** A digest. */
  readonly summary: string;
}

/** What is taken out of a dialog because another machine of the person says so. */
export interface MessageRemoval {
  readonly isGone: (message: Message) => boolean;
  /** Whether the summary goes as well. */
  readonly summary: boolean;
}

/** What is left of a dialog that is compacted. */
export interface Compaction {
  /** What it was made of. */
  readonly version: DialogVersion;
  /** The new one, whole. */
  readonly summary: JsonValue;
  /** Places of the messages that stay, 0 being the oldest. */
  readonly keep: readonly number[];
  /** Messages that came since stay as well; otherwise nothing is changed then. */
  readonly keepAdded?: boolean;
}

/** Whether a dialog was compacted, or left alone because it is not what the compaction was made of any more. */
export type Compacted =
  | {
      readonly state: 'compacted';
      /** Restoring it takes the compaction back, messages and summary. */
      readonly backup: string;
      readonly kept: number;
      /** How many of these came since. */
      readonly added: number;
    }
  | { readonly state: 'added'; readonly added: number }
  /** Its messages or its summary were replaced. */
  | { readonly state: 'replaced' };

/** The dialog that is meant where none is named. */
export interface ActiveDialog {
  readonly name: string;
  /** A person has set it, and it exists; else it is `default`. */
  readonly chosen: boolean;
}

/** All that can be done with the dialogs of one store. Unless said otherwise a dialog that does not exist reads as empty. */
export interface DialogStore {
  /** All dialogs, newest activity first. */
  list(): Promise<readonly DialogInfo[]>;
  /**
   * Their names, newest activity first, without looking at every one of many dialogs. What other programs than ours did to the
   * files of a dialog that was known before is in it two seconds later.
   */
  names(): Promise<readonly string[]>;
  /** Undefined when there is no such dialog. */
  overview(name: string): Promise<DialogOverview | undefined>;
  detail(name: string, query: DetailQuery): Promise<DialogDetail>;
  messagesSince(name: string, query: SinceQuery): Promise<MessagePage>;
  /** Messages `offset` to `offset + limit - 1`; a window that reaches over an end is cut to what exists. */
  window(name: string, offset: number, limit: number): Promise<MessageWindow>;
  /** Every message, oldest first, one part at a time. */
  all(name: string): AsyncIterable<readonly Message[]>;
  /** Stores all entries or none, creating the dialog at the first save. */
  save(name: string, entries: readonly NewEntry[]): Promise<SaveResult>;
  summary(name: string): Promise<JsonValue | undefined>;
  /** A summary that is replaced, or of another kind than what is merged into it, goes to the trash. */
  setSummary(name: string, summary: JsonValue, mode: SummaryMode): Promise<SummaryResult>;
  /**
   * Makes the summary what `change` makes of it, which is called once and under the lock, so that what others write
   * meanwhile stays; the old one goes to the trash. What it throws ends the change.
   */
  changeSummary(name: string, change: (summary: JsonValue | undefined) => JsonValue): Promise<SummaryResult>;
  /** Those of the last 30 days, newest first. Setting one with `replace` brings it back. */
  replacedSummaries(name: string): Promise<readonly ReplacedSummary[]>;
  stats(name: string): Promise<DialogStats>;
  version(name: string): Promise<DialogVersion>;
  /**
   * Replaces the summary and leaves only some messages, as they are, in one step; what was there is in a backup. Throws
   * `invalid_argument` for places of no message.
   */
  compact(name: string, compaction: Compaction): Promise<Compacted>;
  /** Empties messages and summary; what was there is in the backup (undefined when there was nothing). */
  clear(name: string): Promise<{ readonly backup: string | undefined }>;
  /** Takes messages out of it, which a backup has then, and gives how many; 0 where there is no dialog. Other machines are told nothing of it. */
  removeMessages(name: string, removal: MessageRemoval): Promise<number>;
  /** Newest first. */
  backups(name: string): Promise<readonly Backup[]>;
  /** Puts a backup in the place of the present state, which becomes the backup `backup` itself. */
  restoreBackup(
    name: string,
    id: string,
  ): Promise<{ readonly restored: string; readonly backup: string | undefined }>;
  /** An empty dialog; `already_exists` if there is one. */
  create(name: string): Promise<DialogInfo>;
  /** `not_found` without the dialog, `already_exists` if the new name is taken. */
  rename(name: string, to: string): Promise<DialogInfo>;
  /**
   * Changes the labels it names, and gives what takes that back. `not_found` without the dialog, `invalid_argument` for too long or too
   * many tags.
   */
  setLabels(name: string, change: Partial<DialogLabels>): Promise<Partial<DialogLabels>>;
  /** The dialog that an empty name means, here and in every other method. It need not exist. */
  active(): Promise<ActiveDialog>;
  /** Chooses it for this folder on this machine, `not_found` without the dialog; undefined takes the choice back. */
  setActive(name: string | undefined): Promise<void>;
}
