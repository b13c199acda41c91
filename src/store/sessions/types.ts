import type { JsonObject } from '../base/core.ts';
import type { Places } from '../transcripts/shared/agent.ts';
import {
  agents,
  type Agent,
  type DiscoveredTranscripts,
  type MessageRecord,
  type NewestTranscripts,
  type Part,
  type SessionRecord,
  type Thought,
  type TokenCounts,
  type ToolCall,
} from '../transcripts/shared/types.ts';
import type { ContentPart, Content } from './content.ts';

/** What wrote a session: an agent its transcript, or this store a recording. */
export const sessionSources = ['history', ...agents] as const;
export type SessionSource = (typeof sessionSources)[number];

/** Whose sessions are meant, and what an initial history says of its surroundings. */
export interface Workspace {
  /** Absolute paths; the transcripts of agents that belong to one of them are its sessions. */
  readonly folders: readonly string[];
  /** Other folders that an initial history shows besides. */
  readonly shown?: readonly string[];
  readonly places: Places;
  /** The chat that asks, which is no past session, as far as it can be told. */
  readonly current?: CurrentSession;
}

/** How the chat that asks can be told among the sessions. */
export type CurrentSession =
  /** Its agent tells its id with each call. */
  { readonly sessionId: string } | RunningSession;

/** The session of an agent that tells no id with its calls: one that was active since it began to ask. */
export interface RunningSession {
  readonly agent: Agent;
  /** When it began to ask, milliseconds. */
  readonly since: number;
  /** The session it began with. It may go on with another: a new one, or one that was resumed. */
  readonly begunWith?: string;
  /** Id of the tool call, which the transcript of its session holds. */
  readonly call?: string;
}

/** What a list shows of a session. */
export interface SessionInfo {
  /**
   * Place in the list of all past sessions, the most recently active being 1. Changes with every activity. The chat
   * that asks is 0.
   */
  readonly number: number;
  readonly source: SessionSource;
  readonly sessionId: string;
  /** What people call it: the title they gave it, else that of its agent. */
  readonly title: string;
  /** The title of its agent, where people gave it another. */
  readonly givenTitle?: string;
  /** What people wrote on it; missing where nobody did. */
  readonly labels?: SessionLabels;
  /** What was written down of it; missing where nothing was. */
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
  /** It ran neither in the project nor below. */
  readonly isElsewhere?: true;
  readonly gitBranch?: string;
  /** When the transcript changed last, milliseconds; missing for recordings and for what is only archived. */
  readonly changedAt?: number;
  /** When its agent will delete it, milliseconds, where it does that by age. */
  readonly deletedAt?: number;
  /** How many more sessions it outlives, where its agent keeps so many only; 0: the next one takes its place. */
  readonly deletedAfter?: number;
  /** The agent's own settings say that it deletes nothing. Without this and the two above, its rule is not known. */
  readonly neverDeleted?: true;
  /** How much of the transcript is archived; missing for nothing. */
  readonly kept?: 'wholly' | 'partly';
  /** How many different secrets were masked in what is archived of it; missing for none. */
  readonly secrets?: number;
  /** The transcript is gone (or was another machine's), but archived: `path` is that of the newest part. */
  readonly archived?: true;
  /** The colleague whose session it is, where its archives were fetched from a hub. */
  readonly fetchedFrom?: string;
}

/** The most recently active first. */
export const latestFirst = (a: ListedSession, b: ListedSession): number =>
  b.activeAt - a.activeAt || (a.path < b.path ? -1 : 1);

/** Finds the transcripts of agents that belong to workspaces. */
export interface TranscriptLists {
  of(workspace: Workspace): Promise<DiscoveredTranscripts>;
  newest(workspace: Workspace, count: number): Promise<NewestTranscripts>;
}

/** The sessions that search looks through. */
export interface SessionLists {
  /** Of all agents in a workspace. */
  transcripts(workspace: Workspace): Promise<readonly ListedSession[]>;
  recordings(): Promise<readonly ListedSession[]>;
  /**
   * Transcripts that changed last, at most `count` of a folder, and how many files there are: for who shows something
   * before the list of all is made for the first time.
   */
  newest(workspace: Workspace, count: number): Promise<NewestSessions>;
  /** The same with what people wrote on them and what was written down of them, as of now. */
  labelled(sessions: readonly ListedSession[]): readonly ListedSession[];
}

export interface NewestSessions {
  readonly sessions: readonly SessionInfo[];
  readonly files: number;
}

/** A session before it has its number. */
export type ListedSession = Omit<SessionInfo, 'number'>;

/** What tells where a session is kept. */
export type SessionPlace = Pick<SessionInfo, 'source' | 'path' | 'archived'>;

/** What tells a session from all others, wherever it is kept. */
export type SessionIdentity = Pick<SessionInfo, 'source' | 'sessionId'>;

/** What people write on a session, their own as well as an agent's. */
export interface SessionLabels {
  /** In place of that of its agent. */
  readonly title?: string;
  /** Trimmed, in lower case, each once; missing for none. */
  readonly tags?: readonly string[];
  /** It is done with, and out of the way of others. Nothing to do with an archive of its transcript. */
  readonly archived?: true;
  readonly note?: string;
}

/** Sets what it names and leaves the rest; an empty text or list takes away. */
export interface LabelChange {
  readonly session: SessionIdentity;
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly archived?: boolean;
  readonly note?: string;
}

/** What was written down of a session besides its transcript. */
export interface SessionSummary {
  /** In sections, as that of a dialog. */
  readonly summary: JsonObject;
  /** Milliseconds. */
  readonly writtenAt: number;
}

export interface SessionQuery {
  readonly source?: SessionSource;
  /** Sessions whose titles, id, folder, branch, tags, note or summary hold all of these words, whatever their case. */
  readonly query?: string;
  /** Those that have this tag. */
  readonly tag?: string;
  /** Only those that people archived, or only the others. */
  readonly isArchived?: boolean;
  readonly limit?: number;
  /** Also the chat that asks; it is left out otherwise. */
  readonly includeCurrent?: boolean;
}

export interface FoundSessions {
  /** The most recently active first. */
  readonly sessions: readonly SessionInfo[];
  /** How many match, also beyond the limit. */
  readonly total: number;
}

/** How an initial history is written: the shapes the APIs of these vendors take, or plain text. */
export const handOverFormats = ['text', 'gemini', 'anthropic', 'openai'] as const;
export type HandOverFormat = (typeof handOverFormats)[number];

export interface HandOverOptions {
  /** Default `text`. */
  readonly format?: HandOverFormat;
  /** Estimated tokens the whole may take, environment included. Default 20,000. */
  readonly maxTokens?: number;
  /**
   * Default true: leave out answers that hold nothing valid, slash commands and notices. False gives the full history,
   * with a mark in the place of an answer that says nothing.
   */
  readonly curated?: boolean;
  /** From an earlier page of the same session: the turns before that page, without the environment. */
  readonly cursor?: string;
  /**
   * In plain text the environment comes first, as in a new chat, or last, so that what was said is seen where a reply is
   * cut; or not at all, for a chat that knows it. Default first.
   */
  readonly environment?: 'first' | 'last' | 'none';
  /** How to get the turns before a page, e.g. a call; told where turns were left out. */
  readonly rest?: (cursor: string) => string;
  /** Added to the environment, e.g. what is remembered of the project. */
  readonly memory?: string;
}

/** What a history to be handed over is of, for its first words. */
export interface HandOverSource {
  /** One line, e.g. whose session it was. */
  readonly title: string;
  /** Where the whole of it is. */
  readonly path: string;
  /** Of the session, for cursors. */
  readonly sessionId?: string;
}

/** A history for the beginning of a new chat: environment context and what was said, the newest within a budget. */
export interface HandOver {
  readonly format: HandOverFormat;
  /** Ready to be handed over: plain text, or JSON of `messages`. What was left out stands in it. */
  readonly text: string;
  /** The turns in the shape of the format; for `text` as for `gemini`. */
  readonly messages: readonly JsonObject[];
  /** Estimated tokens of `text`, pictures included. */
  readonly tokens: number;
  /**
   * Turns of the history that are in it, and that were left out because they are older: at least so many of a long
   * session, of which only the end is read.
   */
  readonly turns: number;
  readonly omittedTurns: number;
  /** Long texts that were shortened. */
  readonly shortened: number;
  /** Gives the turns before, where there are some and it is the history of a session. */
  readonly cursor?: string;
}

export interface ResumedSession extends HandOver {
  readonly session: SessionInfo;
}

export interface StartedSession {
  /** Under which `record` goes on. */
  readonly sessionId: string;
  /** Absolute path of the recording. */
  readonly path: string;
  /** The history to begin with: the environment and, of a resumed session, what was said. */
  readonly initial: HandOver;
  /** The session that was resumed. */
  readonly resumed?: SessionInfo;
}

/** A message to be recorded; what is missing is made up: an id, the present time. */
export interface NewMessage {
  /** A message of the same id is replaced in its place. */
  readonly id?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly type: MessageRecord['type'];
  readonly content: string | readonly ContentPart[];
  /** What a person was shown instead of `content`. */
  readonly displayContent?: string;
  readonly thoughts?: readonly Thought[];
  readonly tokens?: TokenCounts;
  readonly model?: string;
  readonly toolCalls?: readonly ToolCall[];
}

/** A message as conversions take it: of a reader, or one with tools among its parts. */
export type SessionMessage = Pick<MessageRecord, 'type' | 'displayContent' | 'thoughts' | 'toolCalls'> & {
  /** Of messages with the same id only the last counts, in the place of the first. */
  readonly id?: string;
  readonly content: string | readonly (Part | ContentPart)[];
};

/** A session as the panes of an agent show it. */
export type UiItem =
  | { readonly type: MessageRecord['type']; readonly text: string }
  | { readonly type: 'thinking'; readonly thought: Thought }
  | { readonly type: 'tool_group'; readonly tools: readonly UiTool[] };

export interface UiTool {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly status: ToolCall['status'];
  /** What a person is shown of the result; missing where there was none. */
  readonly resultDisplay?: string;
}

export interface Recorded {
  readonly sessionId: string;
  /** Absolute path of the recording. */
  readonly path: string;
  /** Messages written. */
  readonly recorded: number;
}

/** A recording to go on with: `ResumedSessionData` of the original. */
export interface ResumedSessionData {
  readonly conversation: Pick<SessionRecord, 'sessionId' | 'messages'>;
  /** Absolute path of the recording. */
  readonly filePath: string;
}

/** Records one chat as it goes on. Calls come out in the order they were made. A full disk does not throw: it is logged, and what is missing is written when there is space again. */
export interface ChatRecording {
  readonly sessionId: string;
  /** Absolute; undefined before `initialize`, and while the disk is too full to begin. */
  readonly path: string | undefined;
  /** Begins a new recording, or goes on with one. Thoughts and tokens that wait are forgotten. */
  initialize(resumed?: ResumedSessionData): Promise<void>;
  /** Gives the id of the message. An answer takes the thoughts and tokens that wait. */
  recordMessage(message: NewMessage): Promise<string>;
  /** Waits for the next answer. */
  recordThought(thought: Thought): void;
  /** Goes to the last answer if that has none yet, else waits for the next. */
  recordMessageTokens(tokens: TokenCounts): Promise<void>;
  /** Adds calls to the last answer, or changes those of the same id; begins an answer where the last message is none. */
  recordToolCalls(model: string, calls: readonly ToolCall[]): Promise<void>;
  saveSummary(summary: string): Promise<void>;
  /** Takes back a message and all after it. An unknown id changes nothing and is logged. */
  rewindTo(messageId: string): Promise<void>;
}

/**
 * The sessions of a project: recordings in `.chat-history/.sessions/`, and the transcripts agents keep elsewhere,
 * which are only read.
 */
export interface SessionStore {
  /** All sessions that belong to a workspace. What did not change since the last list is not read again. */
  list(workspace: Workspace, query?: SessionQuery): Promise<FoundSessions>;
  /** The id of the chat that asks, where it can be told. */
  current(workspace: Workspace): Promise<string | undefined>;
  /**
   * The session meant by `latest` (last activity, never the chat that asks), its number in the list, its id or the
   * beginning of that. Throws
   * `not_found` where there is no session at all or none of that name, `invalid_argument` where several begin so.
   */
  find(workspace: Workspace, identifier: string): Promise<SessionInfo>;
  /** All of a session in the neutral form of the readers. */
  read(session: SessionPlace): Promise<SessionRecord>;
  /** Undefined where nobody wrote one. */
  summary(session: SessionIdentity): Promise<SessionSummary | undefined>;
  /** Writes the summary of a session, or removes it. What is replaced goes to the trash. */
  setSummary(session: SessionIdentity, summary: JsonObject | undefined): Promise<void>;
  /**
   * Changes what people wrote on sessions, all in one step, and gives the changes that take it back. Throws `invalid_argument` for what
   * is too long.
   */
  setLabels(changes: readonly LabelChange[]): Promise<readonly LabelChange[]>;
  /** A session as initial history of another chat, whichever agent wrote it. */
  resume(workspace: Workspace, identifier: string, options?: HandOverOptions): Promise<ResumedSession>;
  /** Any history, e.g. of a dialog, as initial history of a chat; an empty one gives the environment alone. */
  handOver(
    workspace: Workspace,
    history: readonly Content[],
    options?: HandOverOptions & { readonly source?: HandOverSource },
  ): Promise<HandOver>;
  /**
   * Begins a recording. A resumed recording is gone on with in its own file; of a resumed transcript, which belongs
   * to its agent, the new recording begins with a copy of the messages.
   */
  start(
    workspace: Workspace,
    options?: HandOverOptions & { readonly resume?: string; readonly sessionId?: string },
  ): Promise<StartedSession>;
  /**
   * Appends messages to the recording of an id, which is begun where there is none; without an id a new one is. All
   * or none are written. Throws `invalid_argument` for what is no message.
   */
  record(sessionId: string | undefined, messages: readonly NewMessage[]): Promise<Recorded>;
  /** Records a chat in this process; see `ChatRecording`. `sessionId` is made up where it is missing. */
  recorder(sessionId?: string): ChatRecording;
  /** Puts a recording into the trash, and gives its id there. Transcripts of agents are not ours to delete. */
  remove(session: SessionPlace): Promise<string>;
  /** Takes a recording out of the trash again, under its old name or, where that is taken, with a number. */
  restore(trashId: string): Promise<void>;
}
