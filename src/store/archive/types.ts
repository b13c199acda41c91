import type {
  Agent,
  MessageRecord,
  OpenTranscript,
  StreamTranscript,
  ToolCall,
} from '../transcripts/shared/types.ts';

/** An agent's transcript to be archived. */
export interface Transcript {
  /** Absolute path of the file, or of what else it is. It is only read. */
  readonly path: string;
  /** The reader of its agent, in memory that does not grow with the transcript where the agent has such a one. */
  readonly stream: StreamTranscript;
  /** What it holds, and when that changed last in milliseconds, where it is no file but rows of a database. */
  readonly content?: () => Promise<{ readonly mtimeMs: number; readonly open: OpenTranscript } | undefined>;
}

/** Left out, messages are whole, the agent is called `Assistant`, and times are local. The copy of the transcript is never changed. */
export interface ArchiveOptions extends Partial<ArchiveSettings> {
  /** What made the agent archive, e.g. `PreCompact`. */
  readonly event?: string;
  /** `manual` or `auto`, as agents say. */
  readonly trigger?: string;
  /**
   * The agent tells this again and again while the talk goes on: the part is left open, so that later calls write it
   * anew with what was said since instead of making many small parts. A compaction ends it.
   */
  readonly goesOn?: boolean;
  /** The session as the caller knows it: for the log of a failure, and for a transcript that does not name it. */
  readonly session?: string;
  /** The summary that an agent hands over after compacting; kept when the transcript does not have it (yet). */
  readonly compactSummary?: string;
  /** Only the Markdown is written, without the bytes of the transcript beside it. */
  readonly withoutCopy?: boolean;
  /**
   * The bytes are kept also where nothing of them can be read, as of an agent that changed its format: in an archive
   * without messages. Else that is refused.
   */
  readonly evenUnread?: boolean;
  /** Stops it where it is, with the signal's reason: nothing is written then, and nothing is logged as a failure. */
  readonly signal?: AbortSignal;
}

export type ArchiveOutcome =
  | {
      readonly state: 'archived';
      readonly archive: ArchiveInfo;
      /** Earlier parts that could not be read; what they should have held is archived again. */
      readonly damaged: readonly DamagedArchive[];
    }
  /** The earlier parts hold all of it, or it holds no message. */
  | { readonly state: 'unchanged'; readonly session: string; readonly parts: readonly string[] };

/** The head of an archive: one part of one session. */
export interface ArchiveInfo {
  /** File name without `.md`. */
  readonly name: string;
  /** Absolute path of the Markdown file. */
  readonly path: string;
  readonly session: string;
  readonly agent?: Agent | 'history';
  /** What the agent is called in it, where it is not `Assistant`. */
  readonly assistantName?: string;
  readonly title: string;
  /** Folder the session ran in. */
  readonly project?: string;
  readonly branch?: string;
  /** When the session began and was last active, ISO 8601. */
  readonly started: string;
  readonly updated: string;
  /** When this part was written, ISO 8601. */
  readonly archived: string;
  /** All messages in this part. */
  readonly messages: number;
  /** Messages of the person. */
  readonly user: number;
  /** Messages of the agent. */
  readonly assistant: number;
  /** Messages of subagents, if there are any. */
  readonly subagents?: number;
  /** From 1. */
  readonly part: number;
  /** Name of the part before this one. */
  readonly previous?: string;
  /** Path of the copy of the transcript, relative to the archive's folder. */
  readonly raw?: string;
  /** Such paths of earlier copies, whose bytes in this order come before those of `raw`: there only what was new is. */
  readonly rawBefore?: readonly string[];
  readonly event?: string;
  readonly trigger?: string;
  /** Of a part that a later call may write anew: the digest of what follows its head, as long as nobody changed it. */
  readonly open?: string;
  /** The same digest of a part that is closed; missing in those of older versions. */
  readonly digest?: string;
  /** Lines of the transcript that could not be read. */
  readonly unreadable: number;
  /** Messages of branches the person rewound. */
  readonly rewound: number;
  /** How many different secrets were masked in the transcript; missing for none. */
  readonly secrets?: number;
  /** The colleague from whose machine it was fetched; missing in one's own. */
  readonly fetchedFrom?: string;
  /** Version of the agent's program, where a reader met kinds of lines that it does not know. */
  readonly version?: string;
  /** How many lines or blocks of each such kind there are. */
  readonly unknown?: Readonly<Record<string, number>>;
}

/** The head of an archive; none of a file without one. */
export interface KnownHead {
  readonly head?: Omit<ArchiveInfo, 'name' | 'path'>;
}

/** What readers met and did not know in the sessions that one version of an agent wrote: its format has changed. */
export interface UnknownOfVersion {
  readonly agent: Agent | 'history';
  /** Missing where the transcripts do not tell it. */
  readonly version?: string;
  /** Archived sessions in which it came up. */
  readonly sessions: number;
  /** Lines and blocks, of all kinds together. */
  readonly lines: number;
  /** The same for each kind. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** A tool an agent called, as an archive keeps it. */
export type ArchivedCall = ToolCall;

/** A message as an archive keeps it; thoughts and counts of tokens are only in the copy of the transcript. */
export interface ArchivedMessage {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly type: MessageRecord['type'];
  readonly text: string;
  readonly model?: string;
  /** Here the agent compacted its context. */
  readonly compaction?: { readonly trigger?: string; readonly summary?: string };
  readonly toolCalls: readonly ArchivedCall[];
  /** The subagent in whose conversation it is; missing in the session's own. */
  readonly subagent?: ArchivedSubagent;
  /** Texts in it were cut. */
  readonly cut?: true;
  /** An earlier part holds this message too, before it was finished. */
  readonly continued?: true;
}

/** An agent that another agent had started: in its conversation the user is that one. */
export interface ArchivedSubagent {
  readonly agentId: string;
  readonly title?: string;
}

export interface DamagedArchive {
  /** File name without `.md`. */
  readonly name: string;
  readonly reason: string;
}

export interface ArchiveList {
  /** Newest first. */
  readonly archives: readonly ArchiveInfo[];
  /** Markdown files whose front matter cannot be read. */
  readonly damaged: readonly DamagedArchive[];
}

export interface ArchivePage {
  readonly archive: ArchiveInfo;
  readonly messages: readonly ArchivedMessage[];
  /** Where the next page begins; missing on the last. */
  readonly nextOffset?: number;
  /** The file does not hold all it says it does: it was cut off or changed. */
  readonly damaged?: string;
}

/** A line of `log.jsonl`. */
export interface ArchiveLogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly outcome: 'archived' | 'failed';
  readonly event?: string;
  readonly trigger?: string;
  readonly agent?: Agent | 'history';
  readonly session?: string;
  /** Path of the transcript, as it was given. */
  readonly transcript?: string;
  /** Of the archive written. */
  readonly name?: string;
  readonly messages?: number;
  readonly error?: { readonly code: string; readonly message: string };
  /** Earlier parts found damaged. */
  readonly damaged?: readonly string[];
}

export interface ArchiveLog {
  /** Oldest first. */
  readonly entries: readonly ArchiveLogEntry[];
  /** Lines that could not be read, e.g. one that a power cut left half written. */
  readonly unreadable: number;
}

/** What a caller tells of a failure that happened before anything could be archived. */
export type ArchiveFailure = Omit<ArchiveLogEntry, 'time' | 'outcome' | 'error'>;

/** The readable archives of agents' transcripts in `.chat-history/.conversations/`. */
export interface ArchiveStore {
  /**
   * Writes what the archives of this session do not hold yet as Markdown, and the bytes of the transcript beside it.
   * Existing files are never changed or overwritten, but for a last part that is open and that nobody changed, where
   * the transcript still has all it holds; calls of any number of processes come out as if made one after the other. Both success and failure are written to the log; failures are thrown as well: `not_found` or
   * `invalid_argument` for what is no transcript, `storage` and `busy` as everywhere.
   */
  archive(transcript: Transcript, options?: ArchiveOptions): Promise<ArchiveOutcome>;
  /** All archives, from the heads of their files. */
  list(): Promise<ArchiveList>;
  /** What of archived sessions the readers did not know, by agent and version; their copies hold it. */
  unknownKinds(): Promise<readonly UnknownOfVersion[]>;
  /**
   * Messages of an archive by its name, with or without `.md`; `offset` counts messages. Throws `not_found`, and
   * `damaged` when the front matter cannot be read.
   */
  read(name: string, page?: { readonly offset?: number; readonly limit?: number }): Promise<ArchivePage>;
  /**
   * The bytes of the transcript as this archive was made from it, also where they are spread over several copies. A
   * chunk is overwritten by the next. Throws `not_found` and `damaged` as `read` does, and `storage` where a copy is gone.
   */
  transcript(name: string): AsyncIterable<Uint8Array>;
  /** What was archived and what failed. */
  log(): Promise<ArchiveLog>;
  /** Writes to the log that archiving failed. */
  reportFailure(error: unknown, about?: ArchiveFailure): Promise<void>;
}

/** An archive in the trash. */
export interface TrashedArchive {
  readonly id: string;
  /** File name without `.md`. */
  readonly name: string;
  /** Milliseconds. */
  readonly deletedAt: number;
}

/** The archives in the trash of one history. */
export interface ArchiveTrashStore {
  /** Newest first. */
  list(): Promise<readonly TrashedArchive[]>;
  /**
   * Brings an archive back from the trash, where it stays until it is emptied, and gives its name. Throws `not_found` where
   * there is none of this id, and `already_exists` where its name is taken, unless it `replaces` what has it, which then is in
   * the trash.
   */
  restore(id: string, options?: { readonly replaces?: boolean }): Promise<string>;
}

export const archiveTimes = ['local', 'utc'] as const;
/** How times stand in Markdown: in the time zone of whoever archives, with its offset, or in UTC. */
export type ArchiveTime = (typeof archiveTimes)[number];

/** How archives look. Whatever they say, archives are read back alike. */
export interface ArchiveSettings {
  /** Code points a message is cut to; 0, messages stay whole. */
  readonly maxMessageChars: number;
  /** What the agent is called in headings; `Assistant` without it. */
  readonly assistantName?: string;
  readonly time: ArchiveTime;
}
