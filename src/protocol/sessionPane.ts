// Messages between the extension and the session pane, which shows an agent's session or an archive of one. The
// extension sends complete states, the pane sends actions; nothing waits for a reply:
// - The pane sends `ready` once; the extension answers immediately with what it knows (`header.reading` is true while
//   the transcript is read) and then with a state that contains the newest messages.
// - `window` requests messages around the scroll position; the answer is a complete state whose window contains them.
//   The pane keeps previous messages, except from `changedFrom` on.
// - When the transcript grows, a state with the newest messages follows.
// - `find` sets the search text; see find.ts.
// - `subagent` expands or collapses a subagent's conversation; later states contain the expanded ones. `run` does the
//   same for messages combined in one row.
// - `filter` sets the kinds shown; see messageKinds.ts. A new page sends it before `ready`.
import type { PaneFind } from './find.ts';
import { defined, isCount, isRecord } from './json.ts';
import { parseKinds, type Filtered, type MessageKind } from './messageKinds.ts';
import {
  actionParser,
  commandParser,
  isPaneState,
  messageParsers,
  type CommonAction,
  type Deletable,
  type Localised,
  type MessageAction,
} from './paneMessages.ts';
import type { SessionPaneStrings } from './sessionPaneStrings.ts';

/** A picture or document in a message. */
export interface PaneMedia {
  readonly mimeType: string;
  /** Base64; only for pictures that all browsers support. */
  readonly data?: string;
  readonly uri?: string;
}

/** A change to a file by a tool. */
export type PaneEdit =
  | { readonly kind: 'texts'; readonly path: string; readonly before: string; readonly after: string }
  /** Lines starting with `+`, `-` or a space, below lines with positions. */
  | { readonly kind: 'patch'; readonly path: string; readonly patch: string };

/** A tool call of an agent. */
export interface PaneToolCall {
  readonly id: string;
  readonly name: string;
  /** What it works on, on one line: a file, a command; may be empty. */
  readonly hint: string;
  readonly status: 'success' | 'error' | 'cancelled' | 'pending';
  /** JSON, truncated for display. */
  readonly args: string;
  /** Text or JSON, truncated for display. */
  readonly result?: string;
  /** Number of characters cut off `args` and `result`. */
  readonly cutChars?: number;
  readonly edits: readonly PaneEdit[];
  readonly media: readonly PaneMedia[];
  /** Id of the subagent it started. */
  readonly agentId?: string;
}

/** A message as displayed. */
export interface SessionPaneMessage {
  /** Row of the list, starting at 0. */
  readonly position: number;
  /** Index in the session, 0 for the oldest message; absent if equal to the row. */
  readonly at?: number;
  /**
   * `notice`: written by the agent's program; `compaction`: the agent compacted its context; `run`: represents
   * several messages.
   */
  readonly role: 'user' | 'assistant' | 'notice' | 'compaction' | 'run';
  /** Only for a run: number of its messages, which consist of tool calls only, and calls per tool. */
  readonly run?: { readonly messages: number; readonly calls: readonly ToolCount[] };
  /** Only for a notice. */
  readonly level?: 'info' | 'warning' | 'error' | 'interrupted';
  /** Truncated for display if too long; see `cutChars`. For a compaction, its summary, possibly empty. */
  readonly text: string;
  readonly cutChars?: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  readonly model?: string;
  /** Only for a compaction: its cause as reported by the agent. */
  readonly trigger?: string;
  readonly thoughts: readonly string[];
  readonly tools: readonly PaneToolCall[];
  readonly media: readonly PaneMedia[];
}

export interface ToolCount {
  readonly name: string;
  readonly count: number;
}

/** Rows of the list; the pane requests others with a `window` action. */
export interface SessionWindow {
  /** Differs for every session and filter. */
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  /** From this row on, messages may differ from those sent before. */
  readonly changedFrom: number;
  readonly messages: readonly SessionPaneMessage[];
}

export interface SessionPaneHeader {
  readonly title: string;
  /** Name the agent uses for itself; empty if unknown. */
  readonly agent: string;
  readonly models: readonly string[];
  readonly branch?: string;
  /** Working folder of the session. */
  readonly cwd?: string;
  /** Absolute path of the transcript or archive. */
  readonly file: string;
  /** Milliseconds. */
  readonly startTs?: number;
  readonly lastTs?: number;
  readonly messages: number;
  readonly tools: number;
  /** Number of messages in branches the person rewound. */
  readonly rewound: number;
  /** Number of unreadable lines. */
  readonly unreadable: number;
  /** Kinds of lines unknown to the agent's reader. */
  readonly unknown: readonly { readonly kind: string; readonly count: number }[];
  /** Slash commands the person ran, in order. */
  readonly commands: readonly string[];
  /** Whether this store recorded the session, so that no agent deletes it. */
  readonly recorded: boolean;
  /** Token usage and cost as text; absent until known. */
  readonly usage?: string;
  /** How much of the session is in the archives. */
  readonly archived: 'no' | 'partly' | 'wholly';
  /** Markdown saved in addition to the transcript. */
  readonly summary?: string;
  /** What was found again of it after its agent had lost it, as text. */
  readonly recovered?: string;
  /** The colleague it was fetched from. */
  readonly fetchedFrom?: string;
  /** People's note on the session. */
  readonly note?: string;
  readonly tags?: readonly string[];
  /** For an archive: its part number in the session. */
  readonly part?: number;
  /** Whether the transcript is being read for the first time. */
  readonly reading: boolean;
  /** Why this does not match the transcript, or no longer does. */
  readonly problem?: string;
  /** False in an untrusted workspace and if deleted, where everything that writes is hidden. */
  readonly editable: boolean;
}

/** The session shown in a pane, which saves this in the webview's state to reopen it after a reload. */
export interface SessionResource {
  /** The project's folder, in the form the extension uses to find its store. */
  readonly folder: string;
  readonly kind: 'session' | 'archive';
  /** Path of a transcript or name of an archive. */
  readonly id: string;
}

/** What the pane saves with `vscode.setState`; a panel serializer reads it with `parseSessionPaneMemory`. */
export interface SessionPaneMemory extends SessionResource {
  /** The row at the top of the viewport; absent at the newest message. */
  readonly position?: number;
  /** The kinds shown; absent for the default. */
  readonly kinds?: readonly MessageKind[];
}

/** A subagent's conversation. */
export interface PaneSubagent {
  readonly agentId: string;
  readonly title: string;
  readonly messages: number;
  /** Whether a tool call of the session shows it. */
  readonly called: boolean;
}

/** An expanded subagent. */
export interface OpenSubagent {
  readonly agentId: string;
  /** The first messages, as many as are shown. */
  readonly messages: readonly SessionPaneMessage[];
  /** Number of further messages. */
  readonly left: number;
}

/** An expanded run of messages that consist of tool calls only. */
export interface OpenRun {
  /** Index of its first message. */
  readonly at: number;
  readonly messages: readonly SessionPaneMessage[];
}

/** Extension → pane. */
export interface SessionPaneState extends Localised<SessionPaneStrings>, Deletable {
  readonly type: 'state';
  readonly resource: SessionResource;
  readonly header: SessionPaneHeader;
  readonly window: SessionWindow;
  readonly subagents: readonly PaneSubagent[];
  readonly open: readonly OpenSubagent[];
  /** The expanded runs. */
  readonly runs: readonly OpenRun[];
  readonly filter: Filtered;
  readonly find?: PaneFind;
  /** Scrolls to this position once, e.g. from a search. */
  readonly reveal?: number;
}

/** Pane → extension. */
export type SessionPaneAction =
  | CommonAction
  | MessageAction
  | { readonly type: 'subagent'; readonly agentId: string; readonly open: boolean }
  | { readonly type: 'run'; readonly at: number; readonly open: boolean }
  // A new session that ends with the message at this index in the conversation.
  | { readonly type: 'continueFrom'; readonly position: number }
  | { readonly type: 'command'; readonly command: SessionCommand };

/** The first five apply to sessions only. */
export const sessionCommands = [
  'archiveSession',
  'importSession',
  'resumeSession',
  'continueIn',
  'copyHistory',
  'copyLink',
  'share',
  'copyPath',
  'reveal',
  'openMarkdown',
  'summarize',
  'sampleSession',
] as const;
export type SessionCommand = (typeof sessionCommands)[number];

const maxId = 1_000;

/** Parses an action of the pane, dropping extra fields; undefined if the message is not one. */
export const parseSessionPaneAction = actionParser<SessionPaneAction>({
  ...messageParsers,
  subagent: ({ agentId, open }) =>
    typeof agentId === 'string' && agentId !== '' && agentId.length <= maxId && typeof open === 'boolean'
      ? { type: 'subagent', agentId, open }
      : undefined,
  run: ({ at, open }) => (isCount(at) && typeof open === 'boolean' ? { type: 'run', at, open } : undefined),
  continueFrom: ({ position }) => (isCount(position) ? { type: 'continueFrom', position } : undefined),
  command: commandParser(sessionCommands),
});

/** Parses what a pane saved in its webview's state; undefined if malformed. */
export function parseSessionPaneMemory(value: unknown): SessionPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, kind, id, position } = value;
  if (typeof folder !== 'string' || typeof id !== 'string') return undefined;
  if (kind !== 'session' && kind !== 'archive') return undefined;
  return {
    folder,
    kind,
    id,
    ...(isCount(position) && { position }),
    ...defined({ kinds: parseKinds(value.kinds) }),
  };
}

/** Reports whether a message is a state. */
export const isSessionPaneState = (message: unknown): message is SessionPaneState =>
  isPaneState(message, ['header', 'window', 'filter'], ['subagents', 'open', 'runs']);
