import type { Secrets } from '../../disk/base/context.ts';
import type { GoingOn, ReadOn } from '../../agents/reading/continued.ts';
import type {
  MessageRecord,
  OpenTranscript,
  StreamTranscript,
  ToolCall,
  Agent,
} from '../../agents/reading/types.ts';

/** A transcript to archive. */
export interface Transcript {
  /** Absolute path of the file or stored session, which is only read. */
  readonly path: string;
  /** The agent's reader, in constant memory if the agent has such a reader. */
  readonly stream: StreamTranscript;
  /** Reads what follows a place in it; preferred to `stream` where its agent only appends to it. */
  readonly goOn?: (secrets: Secrets, further: GoingOn) => ReadOn;
  /** State of the files in which its subagents write; undefined if that is unknown. */
  readonly helperState?: () => Promise<string | undefined>;
  /** Content and time of last change in milliseconds, for sessions in a database. */
  readonly content?: () => Promise<{ readonly mtimeMs: number; readonly open: OpenTranscript } | undefined>;
}

/**
 * By default messages are whole, the agent is called `Assistant`, and times are local. The copy of the transcript is
 * not affected.
 */
export interface ArchiveOptions extends Partial<ArchiveSettings> {
  /** The agent's event, e.g. `PreCompact`. */
  readonly event?: string;
  /** `manual` or `auto`, as agents report. */
  readonly trigger?: string;
  /**
   * Whether the event recurs during a session: the part stays open, so that later calls extend it instead of adding
   * many small ones. A compaction closes it.
   */
  readonly goesOn?: boolean;
  /** The session id known to the caller: for logging failures, and for transcripts without one. */
  readonly session?: string;
  /** Summary that the agent passed after a compaction; added if the transcript does not have it (yet). */
  readonly compactSummary?: string;
  /** The subagent whose compaction it is, where the agent names it. */
  readonly subagent?: string;
  /** Writes the Markdown only, without a copy of the transcript. */
  readonly withoutCopy?: boolean;
  /** Archives the bytes even if no message can be read, as after a change of format; otherwise that is refused. */
  readonly allowUnreadable?: boolean;
  readonly recovered?: Recovered;
  /** Aborts with the signal's reason; nothing is written, and no failure is logged. */
  readonly signal?: AbortSignal;
}

export const recoveredStates = ['answered', 'prompts'] as const;
/** What was found again of a lost session: with what its agent answered, or only what a person said. */
export type Recovered = (typeof recoveredStates)[number];

/** What came of archiving. */
export type ArchiveOutcome = ArchiveResult & {
  /** Number of compactions in the transcript. */
  readonly compactions: number;
};

/** What was written. */
export type ArchiveResult =
  | {
      readonly state: 'archived';
      readonly archive: ArchiveInfo;
      /** Earlier parts that could not be read; their messages are archived again. */
      readonly damaged: readonly DamagedArchive[];
      /** The subagent whose compaction the summary passed by the agent belongs to. */
      readonly summaryOf?: string;
    }
  /** The earlier parts hold all of it, or it has no messages. */
  | {
      readonly state: 'unchanged';
      readonly session: string;
      readonly parts: readonly string[];
      readonly summaryOf?: string;
    };

/** Head of an archive, which is one part of one session. */
export interface ArchiveInfo {
  /** File name without `.md`. */
  readonly name: string;
  /** Absolute path of the Markdown file. */
  readonly path: string;
  readonly session: string;
  readonly agent?: Agent;
  /** The agent's name in headings, if not `Assistant`. */
  readonly assistantName?: string;
  readonly title: string;
  /** Working folder of the session. */
  readonly project?: string;
  readonly branch?: string;
  /** True if a program ran the session. */
  readonly automated?: true;
  readonly recovered?: Recovered;
  /** When the session began and was last active, ISO 8601. */
  readonly started: string;
  readonly updated: string;
  /** When this part was written, ISO 8601. */
  readonly archived: string;
  /** Number of messages in this part. */
  readonly messages: number;
  /** Number of the person's messages. */
  readonly user: number;
  /** Number of the agent's messages. */
  readonly assistant: number;
  /** Number of subagents' messages, if any. */
  readonly subagents?: number;
  /** From 1. */
  readonly part: number;
  /** Name of the previous part. */
  readonly previous?: string;
  /** Path of the copy of the transcript, relative to the archives' folder. */
  readonly raw?: string;
  /** Relative paths of earlier copies whose bytes, in order, precede those of `raw`. */
  readonly rawBefore?: readonly string[];
  readonly event?: string;
  readonly trigger?: string;
  /** Digest of the content below the head, of a part that may still be extended if it is unchanged. */
  readonly open?: string;
  /** The same digest of a closed part; missing in older versions. */
  readonly digest?: string;
  /** Number of unreadable lines in the transcript. */
  readonly unreadable: number;
  /** Number of messages in rewound branches. */
  readonly rewound: number;
  /** Number of distinct secrets masked in the transcript; missing if none. */
  readonly secrets?: number;
  /** Team member it was fetched from; missing for one's own. */
  readonly fetchedFrom?: string;
  /** Version of the agent's program, if the reader met unknown kinds. */
  readonly version?: string;
  /** Number of lines or blocks of each unknown kind. */
  readonly unknown?: Readonly<Record<string, number>>;
}

/** The head of an archive; missing for a file without one. */
export interface KnownHead {
  readonly head?: Omit<ArchiveInfo, 'name' | 'path'>;
}

/** Kinds unknown to the reader in sessions of one version of an agent, whose format has changed. */
export interface UnknownOfVersion {
  readonly agent: Agent;
  /** Missing if the transcripts do not record it. */
  readonly version?: string;
  /** Number of archived sessions with unknown kinds. */
  readonly sessions: number;
  /** Id of one of them. */
  readonly session: string;
  /** Number of lines and blocks of all unknown kinds. */
  readonly lines: number;
  /** The same for each kind. */
  readonly kinds: Readonly<Record<string, number>>;
}

/** A tool call in an archive. */
export type ArchivedCall = ToolCall;

/** A message in an archive; thoughts and token counts are only in the copy of the transcript. */
export interface ArchivedMessage {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly type: MessageRecord['type'];
  readonly text: string;
  readonly model?: string;
  /** A compaction of the agent's context. */
  readonly compaction?: { readonly trigger?: string; readonly summary?: string };
  readonly toolCalls: readonly ArchivedCall[];
  /** The subagent whose conversation it belongs to; missing in the session's own. */
  readonly subagent?: ArchivedSubagent;
  /** True if texts in it were cut. */
  readonly cut?: true;
  /** True if an earlier part holds an unfinished version of this message. */
  readonly continued?: true;
}

/** An agent started by another, which is the user in its conversation. */
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
  /** Markdown files with unreadable front matter. */
  readonly damaged: readonly DamagedArchive[];
}

export interface ArchivePage {
  readonly archive: ArchiveInfo;
  readonly messages: readonly ArchivedMessage[];
  /** Start of the next page; missing on the last. */
  readonly nextOffset?: number;
  /** Why the file lacks content: it was truncated or changed. */
  readonly damaged?: string;
}

/** A line of `log.jsonl`. */
export interface ArchiveLogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** `noted`: a hook's transcript or history is not the one that its agent named. */
  readonly outcome: 'archived' | 'failed' | 'noted';
  readonly event?: string;
  readonly trigger?: string;
  readonly agent?: Agent;
  readonly session?: string;
  /** Path of the transcript as given. */
  readonly transcript?: string;
  /** Name of the written archive. */
  readonly name?: string;
  readonly messages?: number;
  readonly error?: { readonly code: string; readonly message: string };
  /** What is not as the agent named it, and what was used instead. */
  readonly note?: string;
  /** Earlier parts found damaged. */
  readonly damaged?: readonly string[];
}

export interface ArchiveLog {
  /** Oldest first. */
  readonly entries: readonly ArchiveLogEntry[];
  /** Number of unreadable lines, such as one left incomplete by a power cut. */
  readonly unreadable: number;
}

/** Facts about a failure that occurred before anything could be archived. */
export type ArchiveFailure = Omit<ArchiveLogEntry, 'time' | 'outcome' | 'error' | 'note'>;

/** Readable archives of agents' transcripts in `.chat-history/.conversations/`. */
export interface ArchiveStore {
  /**
   * Archives what earlier parts of the session lack as Markdown, with the transcript's bytes beside it.
   *
   * Existing files are not changed, except the last part if it is open, unedited, and contained in the transcript;
   * concurrent calls take effect one after the other. Success and failure are logged, and failures thrown: `not_found`
   * or `invalid_argument` for other files, `storage` and `busy`.
   */
  archive(transcript: Transcript, options?: ArchiveOptions): Promise<ArchiveOutcome>;
  /** Lists all archives from the heads of their files. */
  list(): Promise<ArchiveList>;
  /** Returns the kinds unknown to readers in archived sessions, by agent and version; the copies hold their content. */
  unknownKinds(): Promise<readonly UnknownOfVersion[]>;
  /**
   * Reads messages of an archive by name, with or without `.md`; `offset` counts messages. Throws `not_found`, and
   * `damaged` for unreadable front matter.
   */
  read(name: string, page?: { readonly offset?: number; readonly limit?: number }): Promise<ArchivePage>;
  /**
   * Yields the bytes of the transcript that this archive was made from, possibly from several copies. A chunk is
   * overwritten by the next. Throws `not_found` and `damaged` as `read` does, and `storage` if a copy is missing.
   */
  transcript(name: string): AsyncIterable<Uint8Array>;
  /** Returns the log of archives and failures. */
  log(): Promise<ArchiveLog>;
  /** Logs that archiving failed. */
  reportFailure(error: unknown, about?: ArchiveFailure): Promise<void>;
  /** Logs what is not as an agent named it. */
  reportDeviation(note: string, about?: ArchiveFailure): Promise<void>;
}

/** An archive in the trash. */
export interface TrashedArchive {
  readonly id: string;
  /** File name without `.md`. */
  readonly name: string;
  /** Milliseconds. */
  readonly deletedAt: number;
}

/** Archives in the trash of one history. */
export interface ArchiveTrashStore {
  /** Newest first. */
  list(): Promise<readonly TrashedArchive[]>;
  /**
   * Restores an archive, which stays in the trash until that is emptied, and returns its name. Throws `not_found` for
   * an unknown id, and `already_exists` if its name is taken, unless it `replaces` the other, which is then moved to
   * the trash.
   */
  restore(id: string, options?: { readonly replaces?: boolean }): Promise<string>;
}

export const archiveTimes = ['local', 'utc'] as const;
/** Time zone of times in Markdown: local with offset, or UTC. */
export type ArchiveTime = (typeof archiveTimes)[number];

/** Appearance of archives, which does not affect parsing. */
export interface ArchiveSettings {
  /** Length to which messages are cut; 0 keeps them whole. Code points. */
  readonly maxMessageChars: number;
  /** The agent's name in headings; default `Assistant`. */
  readonly assistantName?: string;
  readonly time: ArchiveTime;
}
