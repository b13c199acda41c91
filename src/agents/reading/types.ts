import type { JsonObject, JsonValue } from '../../disk/base/core.ts';

/** Id of an agent, see `agents.ts`; `history` for this store, where a session may be one of its recordings. */
export type Agent = string;

/** A part of a message, in the form of Gemini's `Part`. */
export type Part =
  | { readonly text: string }
  /** A picture or document: base64 of small pictures; otherwise a reference or only the type. */
  | { readonly inlineData: { readonly mimeType: string; readonly data?: string } }
  | { readonly fileData: { readonly mimeType: string; readonly fileUri: string } };

export interface Thought {
  readonly subject?: string;
  readonly description: string;
  /** ISO 8601. */
  readonly timestamp?: string;
}

/** Tokens of an answer. Values that the agent does not record are missing, never 0. */
export interface TokenCounts {
  /** All tokens read by the model, cached or not. */
  readonly input?: number;
  /** Tokens written by the model; some agents include thoughts, as `total` shows. */
  readonly output?: number;
  /** Part of the input that was read from a cache. */
  readonly cached?: number;
  /** Part of the input that was written to a cache. */
  readonly written?: number;
  readonly thoughts?: number;
  readonly tool?: number;
  readonly total?: number;
}

/** A request to a model, as recorded in a transcript. Unrecorded values are missing, never 0. */
export interface ModelRequest {
  /** Identifies the request in every copy; missing if the transcript gives it no id. */
  readonly id?: string;
  /** Identifies the answer by its id and words; a helper's copy of its parent's answer shares it. */
  readonly answerId?: string;
  /** Milliseconds; 0 if no record has a time. */
  readonly at: number;
  readonly model?: string;
  /** Tokens read by the model, cached or not. */
  readonly input?: number;
  /** Tokens written by the model, including thoughts. */
  readonly output?: number;
  /** Part of the input that was read from a cache. */
  readonly cacheRead?: number;
  /** Part of the input that was written to a cache. */
  readonly cacheWrite?: number;
  /** Part of `cacheWrite` that is kept for an hour. */
  readonly cacheWriteHour?: number;
}

/** A tool call with its result. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** As in the transcript; missing if the call was never answered. */
  readonly result?: JsonValue;
  readonly status: 'success' | 'error' | 'cancelled' | 'pending';
  /** ISO 8601. */
  readonly timestamp?: string;
  /** What the person saw instead of `result`, such as a diff. */
  readonly resultDisplay?: string;
  /** Pictures in the result, which `result` only names. */
  readonly pictures?: readonly Part[];
  /** Conversation of the subagent that this call started, if any: `SubagentRecord.agentId`. */
  readonly agentId?: string;
}

/** A message of a session. */
export interface MessageRecord {
  /** Unique in its session; taken from the transcript if it has one. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly type: 'user' | 'assistant' | 'info' | 'error' | 'warning';
  readonly content: string | readonly Part[];
  /** What the person saw instead of `content`. */
  readonly displayContent?: string;
  readonly thoughts?: readonly Thought[];
  readonly tokens?: TokenCounts;
  readonly model?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** On an `info` message: whether it is a recap, or was said in another session or channel. */
  readonly isRelayed?: true;
  /** On an `info` message: a compaction of the agent's context. */
  readonly compaction?: { readonly trigger?: string; readonly summary?: string };
}

/** Type of a message in recordings and archives, whose format is Gemini CLI's: any agent's answer is `gemini`. */
export const storedType = (type: MessageRecord['type']): string => (type === 'assistant' ? 'gemini' : type);

/** Conversation between two agents; the user messages are not a person's. */
export interface SubagentRecord {
  readonly agentId: string;
  readonly title?: string;
  readonly messages: readonly MessageRecord[];
  /** Requests in a transcript of its own, if messages do not record all of them. */
  readonly requests?: readonly ModelRequest[];
}

/** What a reader could not read or deliberately left out. */
export interface Omissions {
  /** Number of unreadable lines or records. */
  readonly unreadable: number;
  /** Number of messages in rewound branches. */
  readonly rewound: number;
  /** Number of lines or blocks per unknown kind; missing if there are none. */
  readonly unknown?: Readonly<Record<string, number>>;
}

/** A session of any agent in one neutral form: `SessionRecord` and `MessageRecord` of the original, with additions. */
export interface SessionRecord {
  readonly sessionId: string;
  /** Sha256 hex of the project's path. */
  readonly projectHash: string;
  /** ISO 8601, UTC. */
  readonly startTime: string;
  /** ISO 8601, UTC. */
  readonly lastUpdated: string;
  readonly title?: string;
  readonly summary?: string;
  readonly source?: Agent;
  /** Working folder of the session. */
  readonly cwd?: string;
  /** Further folders it worked in, as far as they were read. */
  readonly alsoIn?: readonly string[];
  readonly gitBranch?: string;
  /** Version of the agent's program. */
  readonly version?: string;
  readonly messages: readonly MessageRecord[];
  readonly subagents?: readonly SubagentRecord[];
  /** Slash commands the person ran, in order; they are not messages. */
  readonly commands?: readonly string[];
  /** Each request recorded in the transcript, once, including rewound ones; if missing, messages hold them. */
  readonly requests?: readonly ModelRequest[];
  /** Parent session of a subagent's session, for agents whose subagents have ordinary transcripts. */
  readonly parentId?: string;
  /** True if a program ran it, without a person who typed. */
  readonly isAutomated?: true;
  /** Time of the last request that was copied from another session and is not in `requests`, milliseconds. */
  readonly copiedUntil?: number;
  /** True if its earlier part was in a file that is gone. */
  readonly isRest?: true;
  readonly omitted: Omissions;
}

/** Facts about a transcript that it may not hold itself. */
export interface TranscriptSource {
  /** Absolute path. */
  readonly path: string;
  /** Time of last change, milliseconds; the fallback for records without a time. */
  readonly mtimeMs: number;
  /** The session id known to the caller, for Claude Code lines without one. */
  readonly sessionId?: string;
}

/**
 * Reads a transcript to a session. Never throws on content: unreadable parts are counted. `chunks` may be split
 * anywhere, and each may be overwritten by the next.
 */
export type ReadTranscript = (
  chunks: AsyncIterable<Uint8Array>,
  source: TranscriptSource,
) => Promise<SessionRecord>;

/** Opens the transcript again for each pass. */
export type OpenTranscript = () => AsyncIterable<Uint8Array>;

/** A session without its lists of unbounded length. */
export type SessionHeader = Omit<SessionRecord, 'messages' | 'subagents'>;

/** A session read piece by piece. Each iteration reads the transcript again, up to its length at the first pass. */
export interface TranscriptStream {
  readonly header: SessionHeader;
  /** Yields the messages `ReadTranscript` returns, in order. */
  readonly messages: () => AsyncIterable<MessageRecord>;
  /** Yields subagents' conversations within the transcript itself. */
  readonly subagents: () => AsyncIterable<SubagentRecord>;
}

/** Reads a transcript of any length in bounded memory. Never throws on content. */
export type StreamTranscript = (open: OpenTranscript, source: TranscriptSource) => Promise<TranscriptStream>;

/** Facts about a transcript for lists, from its head and tail only. */
export interface TranscriptInfo {
  readonly agent: Agent;
  /** Absolute path. */
  readonly path: string;
  readonly sessionId: string;
  readonly title: string;
  /** Milliseconds. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly activeAt: number;
  /** Bytes. */
  readonly size: number;
  readonly cwd?: string;
  /**
   * True if it ran outside the project folder: in another working tree, a former folder, or one that a person added.
   */
  readonly isElsewhere?: true;
  /** True if it worked in folders apart from each other: it was moved. */
  readonly hasMoved?: true;
  readonly gitBranch?: string;
  /** The session whose helper wrote it. */
  readonly parentId?: string;
  /** True if a program ran it, without a person who typed. */
  readonly isAutomated?: true;
  /** True if nothing of it can be read. */
  readonly isDamaged?: true;
  /** Time of the file's last change, milliseconds. */
  readonly changedAt: number;
  /** When the agent will delete it, milliseconds, if it deletes by age. */
  readonly deletedAt?: number;
  /**
   * Number of further sessions after which it is deleted, if the agent limits their count; 0: the next one replaces it.
   */
  readonly deletedAfter?: number;
  /** True if the agent's settings disable deletion. Without this and the two above, the rule is unknown. */
  readonly neverDeleted?: true;
}

/** The most recently changed transcripts, and the total number of files. */
export interface NewestTranscripts {
  readonly transcripts: readonly TranscriptInfo[];
  readonly files: number;
}

/** A place of an agent that could not be read, so that sessions may be missing from a list. */
export interface UnreadPlace {
  readonly agent: Agent;
  /** Absolute path of a file, folder or database. */
  readonly path: string;
  /**
   * `misplaced`: no file or folder where one should be. `link`: one that leads nowhere. `unknown`: an unknown form.
   * `packed`: a file that cannot be unpacked, or a folder of several.
   */
  readonly reason: 'denied' | 'misplaced' | 'link' | 'unknown' | 'packed' | 'other';
  /** What is unknown, how many are packed, or a program's words, in English. */
  readonly detail?: string;
}

/** Reports a place that could not be read. */
export type ReportUnread = (place: UnreadPlace) => void;

/** Transcripts that belong to a folder. */
export interface DiscoveredTranscripts {
  /** Places of agents that could not be read. */
  readonly unread: readonly UnreadPlace[];
  /** Most recently active first. */
  readonly transcripts: readonly TranscriptInfo[];
  /** Transcripts without a readable message: empty ones, and those whose agent changed its format. */
  readonly silent: readonly SilentTranscript[];
}

/** A transcript of which only path and file state are known. */
export type SilentTranscript = Pick<TranscriptInfo, 'agent' | 'path' | 'size' | 'changedAt'> & DeletionRule;

/** When the agent deletes a transcript. */
export type DeletionRule = Pick<TranscriptInfo, 'deletedAt' | 'deletedAfter' | 'neverDeleted'>;

/** Makes the path of a session in a database. */
export const pathInDatabase = (database: string, session: string): string =>
  `${database}#${encodeURIComponent(session)}`;

/** Splits the path of a session in a database; undefined for other paths. */
export function databasePath(
  path: string,
): { readonly database: string; readonly session: string } | undefined {
  const [, database, session] = /^(.+\.(?:db|sqlite3|vscdb))#([^#/\\]+)$/s.exec(path) ?? [];
  if (database === undefined || session === undefined) return undefined;
  try {
    return { database, session: decodeURIComponent(session) };
  } catch {
    return undefined; // a `%` from elsewhere
  }
}
