import type { JsonObject } from '../../disk/base/core.ts';
import type { Places } from '../../agents/profile/machine.ts';
import type {
  DiscoveredTranscripts,
  NewestTranscripts,
  UnreadPlace,
  SessionRecord,
  Agent,
} from '../../agents/reading/types.ts';
import type { Content } from './content.ts';
import type { ChatRecording, NewMessage, Recorded } from './recordingTypes.ts';

/** The writer of a session: an agent for a transcript, or `history` for a recording of this store. */
export type SessionSource = Agent;

/** The scope of sessions, and the environment of an initial history. */
export interface Workspace {
  /** Absolute paths; its sessions are the transcripts that belong to one of them. */
  readonly folders: readonly string[];
  /** Further folders shown in an initial history. */
  readonly shown?: readonly string[];
  readonly places: Places;
  /** The calling chat, which is not a past session, where known. */
  readonly current?: CurrentSession;
}

/** Identifies the calling chat among the sessions. */
export type CurrentSession =
  /** Its agent reports the id with each call. */
  { readonly sessionId: string } | RunningSession;

/** A session whose agent reports no id with its calls: one active since it connected. */
export interface RunningSession {
  readonly agent: Agent;
  /** Time of the connection, milliseconds. */
  readonly since: number;
  /** The session at the start; it may continue with a new or resumed one. */
  readonly begunWith?: string;
  /** Id of the tool call, which its transcript contains. */
  readonly call?: string;
}

/** A session as listed. */
export interface SessionInfo {
  /** Position in the list of past sessions, 1 for the most recently active; changes with every activity. 0 for the calling chat. */
  readonly number: number;
  readonly source: SessionSource;
  readonly sessionId: string;
  /** The title that people gave it, otherwise its agent's. */
  readonly title: string;
  /** The agent's title, where people gave another. */
  readonly givenTitle?: string;
  /** People's labels; absent for none. */
  readonly labels?: SessionLabels;
  /** Its summary; absent for none. */
  readonly summary?: SessionSummary;
  /** Absolute path of the recording, transcript or archive. */
  readonly path: string;
  /** Milliseconds. */
  readonly startedAt: number;
  /** Last activity, milliseconds. */
  readonly activeAt: number;
  /** Bytes. */
  readonly size: number;
  readonly cwd?: string;
  /** It ran outside the project. */
  readonly isElsewhere?: true;
  readonly gitBranch?: string;
  /** The session whose helper wrote it; lists hold it only where that session is in none. */
  readonly parentId?: string;
  /** True if a program ran it and no person typed. */
  readonly isAutomated?: true;
  /** Last change of the transcript, milliseconds; absent for recordings and sessions left only in archives. */
  readonly changedAt?: number;
  /** When its agent will delete it, milliseconds, if that depends on age. */
  readonly deletedAt?: number;
  /** Number of further sessions until deletion, if its agent keeps a fixed number; 0: the next one replaces it. */
  readonly deletedAfter?: number;
  /** The agent is configured to keep everything. Without this and the two above, its rule is unknown. */
  readonly neverDeleted?: true;
  /** How much of the transcript is archived; absent for nothing. */
  readonly kept?: 'wholly' | 'partly';
  /** Number of distinct secrets masked in its archive; absent for none. */
  readonly secrets?: number;
  /** The transcript is gone or on another machine; `path` is the newest part of its archive. */
  readonly archived?: true;
  /** What was found again after its agent had lost it; without the answers for `prompts`. */
  readonly recovered?: 'answered' | 'prompts';
  /** The colleague it belongs to, where its archives come from a hub. */
  readonly fetchedFrom?: string;
}

/** Finds the transcripts of workspaces. */
export interface TranscriptLists {
  of(workspace: Workspace): Promise<DiscoveredTranscripts>;
  newest(workspace: Workspace, count: number): Promise<NewestTranscripts>;
}

/** The sessions that search covers. */
export interface SessionLists {
  /** Of all agents in a workspace. */
  transcripts(workspace: Workspace): Promise<readonly ListedSession[]>;
  /** Places of agents that could not be read when transcripts were last listed. */
  unread(): readonly UnreadPlace[];
  recordings(): Promise<readonly ListedSession[]>;
  /** The most recently changed transcripts, at most `count` per folder, and the number of files: a preview before the first full list. */
  newest(workspace: Workspace, count: number): Promise<NewestSessions>;
  /** Adds the current labels and summaries. */
  labelled(sessions: readonly ListedSession[]): readonly ListedSession[];
}

export interface NewestSessions {
  readonly sessions: readonly SessionInfo[];
  readonly files: number;
}

/** A session without its number. */
export type ListedSession = Omit<SessionInfo, 'number'>;

/** Where a session is stored. */
export type SessionLocation = Pick<SessionInfo, 'source' | 'path' | 'archived'>;

/** Identifies a session, wherever it is stored. */
export type SessionIdentity = Pick<SessionInfo, 'source' | 'sessionId'>;

/** People's labels on a session, their own or an agent's. */
export interface SessionLabels {
  /** Replaces the agent's title. */
  readonly title?: string;
  /** Trimmed, lowercase and distinct; absent for none. */
  readonly tags?: readonly string[];
  /** Done and moved out of the way; unrelated to an archive of its transcript. */
  readonly archived?: true;
  readonly note?: string;
}

/** Sets the given members and leaves the rest; an empty text or list clears. */
export interface LabelChange {
  readonly session: SessionIdentity;
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly archived?: boolean;
  readonly note?: string;
}

/** A summary written about a session. */
export interface SessionSummary {
  /** In sections, like a dialog's. */
  readonly summary: JsonObject;
  /** Milliseconds. */
  readonly writtenAt: number;
}

export interface SessionQuery {
  readonly source?: SessionSource;
  /** Words that must all appear in the titles, id, folder, branch, tags, note or summary, ignoring case. */
  readonly query?: string;
  /** Sessions with this tag. */
  readonly tag?: string;
  /** Only archived sessions, or only the others. */
  readonly isArchived?: boolean;
  /** Only sessions that a program ran, or only the others. */
  readonly isAutomated?: boolean;
  readonly limit?: number;
  /** Whether to include the calling chat; default false. */
  readonly includeCurrent?: boolean;
}

export interface FoundSessions {
  /** Most recently active first. */
  readonly sessions: readonly SessionInfo[];
  /** Total number, ignoring the limit. */
  readonly total: number;
  /** Places of agents that could not be read, so that sessions may be missing. */
  readonly unread: readonly UnreadPlace[];
}

/** Formats of an initial history: the API shapes of these vendors, or plain text. */
export const handOverFormats = ['text', 'gemini', 'anthropic', 'openai'] as const;
export type HandOverFormat = (typeof handOverFormats)[number];

export interface HandOverOptions {
  /** Default `text`. */
  readonly format?: HandOverFormat;
  /** Maximum estimated tokens, including the environment. Default 20,000. */
  readonly maxTokens?: number;
  /** Maximum characters, for readers that limit these; used without `maxTokens`. */
  readonly maxChars?: number;
  /** Whether to omit invalid answers, slash commands and notices; default true. False returns the full history with placeholders for empty answers. */
  readonly curated?: boolean;
  /** From an earlier page of the same session: continues with the turns before it, without the environment. */
  readonly cursor?: string;
  /** Position of the environment in plain text: first as in a new chat, last so that a truncated reply keeps the messages, or none. Default first. */
  readonly environment?: 'first' | 'last' | 'none';
  /** Describes how to get the turns before a page, e.g. by a call; used where turns were omitted. */
  readonly rest?: (cursor: string) => string;
  /** Added to the environment, e.g. memory about the project. */
  readonly memory?: string;
}

/** The source of a handed over history, for its introduction. */
export interface HandOverSource {
  /** One line, e.g. the agent and id of the session. */
  readonly title: string;
  /** Where the whole is. */
  readonly path: string;
  /** Id of the session, for cursors. */
  readonly sessionId?: string;
}

/** A history for the start of a new chat: environment and messages, newest within a budget. */
export interface HandOver {
  readonly format: HandOverFormat;
  /** The complete text, plain or JSON of `messages`, with a note about omissions. */
  readonly text: string;
  /** The turns in the shape of the format; for `text` as for `gemini`. */
  readonly messages: readonly JsonObject[];
  /** Estimated tokens of `text`, including pictures. */
  readonly tokens: number;
  /** Numbers of included turns and of omitted older ones; of a long session, of which only the end is read, a minimum. */
  readonly turns: number;
  readonly omittedTurns: number;
  /** Number of shortened texts. */
  readonly shortened: number;
  /** Returns the earlier turns of a session, where there are any. */
  readonly cursor?: string;
}

export interface ResumedSession extends HandOver {
  readonly session: SessionInfo;
}

export interface StartedSession {
  /** The id to `record` under. */
  readonly sessionId: string;
  /** Absolute path of the recording. */
  readonly path: string;
  /** The initial history: the environment, and the messages of a resumed session. */
  readonly initial: HandOver;
  /** The resumed session. */
  readonly resumed?: SessionInfo;
}

/** The sessions of a project: recordings in `.chat-history/.sessions/`, and agents' transcripts elsewhere, which are only read. */
export interface SessionStore {
  /** Lists all sessions of a workspace; unchanged ones are not read again. */
  list(workspace: Workspace, query?: SessionQuery): Promise<FoundSessions>;
  /** Returns the id of the calling chat, where known. */
  current(workspace: Workspace): Promise<string | undefined>;
  /**
   * Finds a session by `latest` (never the calling chat), its number in the list, its id or a prefix. Throws
   * `not_found` for none and `invalid_argument` for several.
   */
  find(workspace: Workspace, identifier: string): Promise<SessionInfo>;
  /** Reads a whole session in the neutral form of the readers. */
  read(session: SessionLocation): Promise<SessionRecord>;
  /** Undefined where there is none. */
  summary(session: SessionIdentity): Promise<SessionSummary | undefined>;
  /** Writes or removes the summary of a session. The previous one goes to the trash. */
  setSummary(session: SessionIdentity, summary: JsonObject | undefined): Promise<void>;
  /** Changes people's labels on sessions in one step and returns the changes that undo it. Throws `invalid_argument` for texts that are too long. */
  setLabels(changes: readonly LabelChange[]): Promise<readonly LabelChange[]>;
  /** Converts a session of any agent to the initial history of another chat. */
  resume(workspace: Workspace, identifier: string, options?: HandOverOptions): Promise<ResumedSession>;
  /** Converts a history, e.g. of a dialog, to the initial history of a chat; an empty one yields the environment alone. */
  handOver(
    workspace: Workspace,
    history: readonly Content[],
    options?: HandOverOptions & { readonly source?: HandOverSource },
  ): Promise<HandOver>;
  /**
   * Starts a recording. A resumed recording continues in its own file; a resumed transcript, which belongs to its
   * agent, is copied into a new recording.
   */
  start(
    workspace: Workspace,
    options?: HandOverOptions & { readonly resume?: string; readonly sessionId?: string },
  ): Promise<StartedSession>;
  /**
   * Appends messages to the recording with an id, or creates it; generates a missing id. All or nothing. Throws
   * `invalid_argument` for an invalid message.
   */
  record(sessionId: string | undefined, messages: readonly NewMessage[]): Promise<Recorded>;
  /** Records a chat in this process, see `ChatRecording`. Generates a missing `sessionId`. */
  recorder(sessionId?: string): ChatRecording;
  /** Moves a recording to the trash and returns its id there. Agents' transcripts are not ours to delete. */
  remove(session: SessionLocation): Promise<string>;
  /** Returns the id in the trash of the recording that was deleted last at a path; undefined for none. */
  trashed(path: string): Promise<string | undefined>;
  /** Restores a recording from the trash under its old name, numbered if taken. */
  restore(trashId: string): Promise<void>;
}
