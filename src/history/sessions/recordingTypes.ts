import type { JsonObject } from '../../disk/base/core.ts';
import type {
  MessageRecord,
  SessionRecord,
  Thought,
  TokenCounts,
  ToolCall,
} from '../../agents/reading/types.ts';
import type { ContentPart } from './content.ts';

/** A message to record; a missing id or time is generated. */
export interface NewMessage {
  /** Replaces an earlier message with this id. */
  readonly id?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly type: MessageRecord['type'];
  readonly content: string | readonly ContentPart[];
  /** The text displayed to a person instead of `content`. */
  readonly displayContent?: string;
  readonly thoughts?: readonly Thought[];
  readonly tokens?: TokenCounts;
  readonly model?: string;
  readonly toolCalls?: readonly ToolCall[];
}

/** A session as agents display it. */
export type UiItem =
  | { readonly type: MessageRecord['type']; readonly text: string }
  | { readonly type: 'thinking'; readonly thought: Thought }
  | { readonly type: 'tool_group'; readonly tools: readonly UiTool[] };

export interface UiTool {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly status: ToolCall['status'];
  /** The displayed result; absent for none. */
  readonly resultDisplay?: string;
}

export interface Recorded {
  readonly sessionId: string;
  /** Absolute path of the recording. */
  readonly path: string;
  /** Number of messages written. */
  readonly recorded: number;
}

/** A recording to continue: `ResumedSessionData` of the original. */
export interface ResumedSessionData {
  readonly conversation: Pick<SessionRecord, 'sessionId' | 'messages'>;
  /** Absolute path of the recording. */
  readonly filePath: string;
}

/** Records a chat live, in the order of the calls. A full disk does not throw: it is logged, and missing lines are written once there is space. */
export interface ChatRecording {
  readonly sessionId: string;
  /** Absolute; undefined before `initialize`, and while the disk is too full to begin. */
  readonly path: string | undefined;
  /** Starts a new recording or continues one. Discards pending thoughts and tokens. */
  initialize(resumed?: ResumedSessionData): Promise<void>;
  /** Returns the id of the message. An answer takes the pending thoughts and tokens. */
  recordMessage(message: NewMessage): Promise<string>;
  /** Pending until the next answer. */
  recordThought(thought: Thought): void;
  /** Adds to the last answer if it has none yet, otherwise pending until the next. */
  recordMessageTokens(tokens: TokenCounts): Promise<void>;
  /** Adds calls to the last answer, or replaces those with the same id; starts an answer where the last message is not one. */
  recordToolCalls(model: string, calls: readonly ToolCall[]): Promise<void>;
  saveSummary(summary: string): Promise<void>;
  /** Removes a message and all after it. An unknown id is logged and changes nothing. */
  rewindTo(messageId: string): Promise<void>;
}
