import type { JsonObject, JsonValue } from '../../base/core.ts';

/** The programs whose own logs of conversations are read. */
export const agents = [
  ...(['claude', 'codex', 'gemini', 'vscode', 'copilot', 'copilot-cli', 'cline'] as const),
  ...(['cursor', 'qwen', 'roo', 'kilo', 'openclaude', 'iflow', 'traex'] as const),
  ...(['droid', 'pi', 'kiro', 'continue', 'antigravity', 'amp', 'aider', 'specstory'] as const),
  ...(['opencode', 'goose', 'zed'] as const),
] as const;
export type Agent = (typeof agents)[number];

/** A piece of a message, in the shape of Gemini's `Part`. */
export type Part =
  | { readonly text: string }
  /** Pictures and documents: base64 of pictures that are small enough; else where they are, or that they were there. */
  | { readonly inlineData: { readonly mimeType: string; readonly data?: string } }
  | { readonly fileData: { readonly mimeType: string; readonly fileUri: string } };

export interface Thought {
  readonly subject?: string;
  readonly description: string;
  /** ISO 8601. */
  readonly timestamp?: string;
}

/** What an answer took, in tokens. What its agent does not tell is missing, never 0. */
export interface TokenCounts {
  /** All that the model read, from a cache or not. */
  readonly input?: number;
  /** What the model wrote; some agents count thoughts in. `total` tells. */
  readonly output?: number;
  /** Of the input, what came from a cache. */
  readonly cached?: number;
  /** Of the input, what went into a cache. */
  readonly written?: number;
  readonly thoughts?: number;
  readonly tool?: number;
  readonly total?: number;
}

/** A request to a model, as a transcript tells of it. What it does not tell is missing, never 0. */
export interface ModelRequest {
  /** The same for the same request wherever it was copied to; missing where the transcript gives it no name. */
  readonly id?: string;
  /** Milliseconds. */
  readonly at: number;
  readonly model?: string;
  /** Tokens the model read, from a cache or not. */
  readonly input?: number;
  /** Tokens the model wrote, thoughts included. */
  readonly output?: number;
  /** Of the input, what came from a cache. */
  readonly cacheRead?: number;
  /** Of the input, what went into a cache. */
  readonly cacheWrite?: number;
  /** Of the latter, what stays there for an hour. */
  readonly cacheWriteHour?: number;
}

/** A tool an agent called, together with what came back. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** As the transcript has it; missing when the call was never answered. */
  readonly result?: JsonValue;
  readonly status: 'success' | 'error' | 'cancelled' | 'pending';
  /** ISO 8601. */
  readonly timestamp?: string;
  /** What a person was shown instead of `result`, e.g. a diff. */
  readonly resultDisplay?: string;
  /** Pictures among what came back; `result` names them only. */
  readonly pictures?: readonly Part[];
  /** The conversation of a subagent this call started, if it has one: `SubagentRecord.agentId`. */
  readonly agentId?: string;
}

/** One message of a session. `gemini` is any agent's answer, as the original format names it. */
export interface MessageRecord {
  /** Unique in its session, from the transcript where that has one. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly type: 'user' | 'gemini' | 'info' | 'error' | 'warning';
  readonly content: string | readonly Part[];
  /** What a person was shown instead of `content`. */
  readonly displayContent?: string;
  readonly thoughts?: readonly Thought[];
  readonly tokens?: TokenCounts;
  readonly model?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** On an `info` message: here the agent compacted its context. */
  readonly compaction?: { readonly trigger?: string; readonly summary?: string };
}

/** The conversation of an agent with an agent; not the person talking. */
export interface SubagentRecord {
  readonly agentId: string;
  readonly title?: string;
  readonly messages: readonly MessageRecord[];
  /** What a transcript of its own tells of its requests, where messages do not tell of all. */
  readonly requests?: readonly ModelRequest[];
}

/** What a reader could not or did not take over. */
export interface Omissions {
  /** Lines or records that could not be read. */
  readonly unreadable: number;
  /** Messages of branches the person rewound. */
  readonly rewound: number;
  /** How many lines or blocks there are of each kind that the reader does not know; missing where there are none. */
  readonly unknown?: Readonly<Record<string, number>>;
}

/** A session of any agent in one neutral form; `SessionRecord` and `MessageRecord` of the original, and what else readers find. */
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
  readonly source?: Agent | 'history';
  /** Folder the session ran in. */
  readonly cwd?: string;
  readonly gitBranch?: string;
  /** Version of the agent's program. */
  readonly version?: string;
  readonly messages: readonly MessageRecord[];
  readonly subagents?: readonly SubagentRecord[];
  /** Slash commands the person ran, in order; they are no messages. */
  readonly commands?: readonly string[];
  /** Each request that the transcript itself tells of once, also what was rewound; where this is missing, messages tell. */
  readonly requests?: readonly ModelRequest[];
  /** The session whose subagent this one is, where subagents have transcripts like others. */
  readonly parentId?: string;
  readonly omitted: Omissions;
}

/** What tells a reader what it cannot find in the transcript itself. */
export interface TranscriptSource {
  /** Absolute path of the transcript. */
  readonly path: string;
  /** Its time of change, milliseconds, for records without a time. */
  readonly mtimeMs: number;
  /** The session as whoever names the transcript knows it, for lines of Claude Code that do not tell. */
  readonly sessionId?: string;
}

/**
 * A reader turns the content of a transcript into a session. It never throws on content: what it cannot read is
 * counted. `chunks` come as they are read from disk, split anywhere, each in memory that the next one may overwrite.
 */
export type ReadTranscript = (
  chunks: AsyncIterable<Uint8Array>,
  source: TranscriptSource,
) => Promise<SessionRecord>;

/** Opens the same transcript anew each time, for readers that go over it more than once. */
export type OpenTranscript = () => AsyncIterable<Uint8Array>;

/** A session without what may be too long to hold in memory. */
export type SessionHeader = Omit<SessionRecord, 'messages' | 'subagents'>;

/** A session read piece by piece. Each iteration reads the transcript once more, up to where it stood at first. */
export interface TranscriptStream {
  readonly header: SessionHeader;
  /** The messages `ReadTranscript` gives, in order. */
  readonly messages: () => AsyncIterable<MessageRecord>;
  /** Conversations of subagents that the transcript itself holds. */
  readonly subagents: () => AsyncIterable<SubagentRecord>;
}

/** Reads a transcript of any length in bounded memory. Never throws on content. */
export type StreamTranscript = (open: OpenTranscript, source: TranscriptSource) => Promise<TranscriptStream>;

/** What a list shows of a transcript, from its head and tail alone. */
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
  /** It ran neither in the project nor below: in another working tree, where the project was before, in a folder a person added. */
  readonly isElsewhere?: true;
  readonly gitBranch?: string;
  /** When the file changed last, milliseconds. */
  readonly changedAt: number;
  /** When the agent will delete it, milliseconds, where it does that by age. */
  readonly deletedAt?: number;
  /** How many more sessions it outlives, where its agent keeps so many only; 0: the next one takes its place. */
  readonly deletedAfter?: number;
  /** The agent's own settings say that it deletes nothing. Without this and the two above, its rule is not known. */
  readonly neverDeleted?: true;
}

/** The transcripts that changed last, and how many files there are in all. */
export interface NewestTranscripts {
  readonly transcripts: readonly TranscriptInfo[];
  readonly files: number;
}

/** What there is of transcripts that belong to a folder. */
export interface DiscoveredTranscripts {
  /** The most recently active first. */
  readonly transcripts: readonly TranscriptInfo[];
  /** Those in which nothing that was said can be read: empty ones, and those whose agent changed its format. */
  readonly silent: readonly SilentTranscript[];
}

/** A transcript of which no more is known than what its place and its file tell. */
export type SilentTranscript = Pick<TranscriptInfo, 'agent' | 'path' | 'size' | 'changedAt'> & DeletionRule;

/** When the agent deletes a transcript. */
export type DeletionRule = Pick<TranscriptInfo, 'deletedAt' | 'deletedAfter' | 'neverDeleted'>;

/** The path of a session in a database. */
export const pathInDatabase = (database: string, session: string): string =>
  `${database}#${encodeURIComponent(session)}`;

/** The database and the session of such a path; undefined for what is none. */
export function databasePath(
  path: string,
): { readonly database: string; readonly session: string } | undefined {
  const [, database, session] = /^(.+\.(?:db|sqlite3|vscdb))#([^#/\\]+)$/s.exec(path) ?? [];
  if (database === undefined || session === undefined) return undefined;
  try {
    return { database, session: decodeURIComponent(session) };
  } catch {
    return undefined; // a `%` that nothing here wrote
  }
}
