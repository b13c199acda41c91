// What crosses between the extension and the session pane, which shows a session of an agent or an archive of one. The
// extension sends whole states, the pane sends actions; nothing is a request that waits for its reply.
//
// - The pane sends `ready` once; the extension answers at once with what it knows (`header.reading` is true while the
//   transcript is read) and then with a state that holds the newest messages.
// - `window` asks for messages around the place the reader has scrolled to; the answer is a whole state whose window holds
//   them. The pane keeps what it was sent, but for what `changedFrom` voids.
// - When the transcript grows, a state comes whose window holds the newest messages.
// - `find` says what is looked for; see find.ts.
// - `subagent` says whose conversation is unfolded or folded; every later state holds those that are unfolded. `run` does
//   the same for messages that stand in one row.
// - `filter` says what is shown; see messageKinds.ts. A new page says it before it is `ready`.
import type { PaneFind } from './find.ts';
import { defined, isCount, isRecord } from './json.ts';
import { parseKinds, type Filtered, type MessageKind } from './messageKinds.ts';
import {
  actionParser,
  commandParser,
  isPaneState,
  messageParsers,
  type CommonAction,
  type Localised,
  type MessageAction,
} from './paneMessages.ts';
import type { SessionPaneStrings } from './sessionPaneStrings.ts';

/** A picture or document of a message. */
export interface PaneMedia {
  readonly mimeType: string;
  /** Base64; only of pictures every browser shows. */
  readonly data?: string;
  readonly uri?: string;
}

/** A change of a file by a tool. */
export type PaneEdit =
  | { readonly kind: 'texts'; readonly path: string; readonly before: string; readonly after: string }
  /** Lines that begin with `+`, `-` or a blank, under lines that name places. */
  | { readonly kind: 'patch'; readonly path: string; readonly patch: string };

/** A tool an agent called. */
export interface PaneToolCall {
  readonly id: string;
  readonly name: string;
  /** What it was called for, on one line: a file, a command; may be empty. */
  readonly hint: string;
  readonly status: 'success' | 'error' | 'cancelled' | 'pending';
  /** JSON, cut for display. */
  readonly args: string;
  /** Text or JSON, cut for display. */
  readonly result?: string;
  /** Characters left out of `args` and `result`. */
  readonly cutChars?: number;
  readonly edits: readonly PaneEdit[];
  readonly media: readonly PaneMedia[];
  /** The subagent it started. */
  readonly agentId?: string;
}

/** One message as the pane shows it. */
export interface SessionPaneMessage {
  /** The row of the list, 0 being the first. */
  readonly position: number;
  /** Place in the session, 0 being the oldest message; absent where it is that of the row. */
  readonly at?: number;
  /** The agent's program wrote a `notice`; at a `compaction` the agent compacted its context; a `run` stands for several. */
  readonly role: 'user' | 'assistant' | 'notice' | 'compaction' | 'run';
  /** Of a run: the messages it stands for, which are nothing but tool calls, and how often which tool was called. */
  readonly run?: { readonly messages: number; readonly calls: readonly ToolCount[] };
  /** Of a notice. */
  readonly level?: 'info' | 'warning' | 'error' | 'interrupted';
  /** Cut for display when longer than the pane shows; see `cutChars`. Of a compaction: its summary, may be empty. */
  readonly text: string;
  readonly cutChars?: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  readonly model?: string;
  /** Of a compaction: what caused it, as the agent says. */
  readonly trigger?: string;
  readonly thoughts: readonly string[];
  readonly tools: readonly PaneToolCall[];
  readonly media: readonly PaneMedia[];
}

export interface ToolCount {
  readonly name: string;
  readonly count: number;
}

/** Rows of the list; the pane asks for others with a `window` action. */
export interface SessionWindow {
  /** Every session has its own, with every filter. */
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  /** From here on messages may be others than those sent before. */
  readonly changedFrom: number;
  readonly messages: readonly SessionPaneMessage[];
}

export interface SessionPaneHeader {
  readonly title: string;
  /** What the agent calls itself; empty when it is not known. */
  readonly agent: string;
  readonly models: readonly string[];
  readonly branch?: string;
  /** Folder the session ran in. */
  readonly cwd?: string;
  /** Absolute path of the transcript or archive. */
  readonly file: string;
  /** Milliseconds. */
  readonly startTs?: number;
  readonly lastTs?: number;
  readonly messages: number;
  readonly tools: number;
  /** Messages of branches the person rewound. */
  readonly rewound: number;
  /** Lines that could not be read. */
  readonly unreadable: number;
  /** Lines of kinds that the reader of its agent does not know. */
  readonly unknown: readonly { readonly kind: string; readonly count: number }[];
  /** Slash commands the person ran, in order. */
  readonly commands: readonly string[];
  /** Whether this store recorded the session, so that no agent deletes it. */
  readonly recorded: boolean;
  /** What models read and wrote in it and what that cost, in words; absent until it is known. */
  readonly usage?: string;
  /** Its agent can go on with it in a terminal. */
  readonly terminal?: boolean;
  /** How much of a session the archives hold. */
  readonly archived: 'no' | 'partly' | 'wholly';
  /** Written down besides the transcript, as Markdown. */
  readonly summary?: string;
  /** The colleague it was fetched from. */
  readonly fetchedFrom?: string;
  /** What people wrote on it. */
  readonly note?: string;
  readonly tags?: readonly string[];
  /** Of an archive: which part of its session it is. */
  readonly part?: number;
  /** The transcript is being read for the first time. */
  readonly reading: boolean;
  /** Why this is not, or no longer, what the transcript holds. */
  readonly problem?: string;
  /** False in an untrusted workspace: everything that writes is hidden. */
  readonly editable: boolean;
}

/** Which session a pane shows. The pane keeps it in the webview's state, so a reload can open the same one. */
export interface SessionResource {
  /** The folder of the project, in whatever form the extension needs to find its store again. */
  readonly folder: string;
  readonly kind: 'session' | 'archive';
  /** The path of a transcript or the name of an archive. */
  readonly id: string;
}

/** What the pane leaves in `vscode.setState`; a panel serializer reads it with `parseSessionPaneMemory`. */
export interface SessionPaneMemory extends SessionResource {
  /** The row at the top of the viewport; absent when the reader is at the newest. */
  readonly position?: number;
  /** What is shown; absent for the usual. */
  readonly kinds?: readonly MessageKind[];
}

/** A conversation of the agent with an agent. */
export interface PaneSubagent {
  readonly agentId: string;
  readonly title: string;
  readonly messages: number;
  /** Whether a tool call of the session shows it. */
  readonly called: boolean;
}

/** An unfolded one. */
export interface OpenSubagent {
  readonly agentId: string;
  /** The first ones, as many as are shown. */
  readonly messages: readonly SessionPaneMessage[];
  /** How many more there are. */
  readonly left: number;
}

/** An unfolded run of messages that are nothing but tool calls. */
export interface OpenRun {
  /** The place of its first message. */
  readonly at: number;
  readonly messages: readonly SessionPaneMessage[];
}

/** Extension → pane. */
export interface SessionPaneState extends Localised<SessionPaneStrings> {
  readonly type: 'state';
  readonly resource: SessionResource;
  readonly header: SessionPaneHeader;
  readonly window: SessionWindow;
  readonly subagents: readonly PaneSubagent[];
  readonly open: readonly OpenSubagent[];
  /** The unfolded runs. */
  readonly runs: readonly OpenRun[];
  readonly filter: Filtered;
  readonly find?: PaneFind;
  /** Scroll to this position once, e.g. from a search. */
  readonly reveal?: number;
}

/** Pane → extension. */
export type SessionPaneAction =
  | CommonAction
  | MessageAction
  | { readonly type: 'subagent'; readonly agentId: string; readonly open: boolean }
  | { readonly type: 'run'; readonly at: number; readonly open: boolean }
  | { readonly type: 'command'; readonly command: SessionCommand };

/** The first five are of sessions only. */
export const sessionCommands = [
  'archiveSession',
  'importSession',
  'resumeSession',
  'resumeInTerminal',
  'copyHistory',
  'copyLink',
  'share',
  'copyPath',
  'reveal',
  'openMarkdown',
  'summarize',
] as const;
export type SessionCommand = (typeof sessionCommands)[number];

const maxId = 1_000;

/** Reads the action a message from the pane stands for; undefined when it is not an action of the protocol. Extra fields are dropped. */
export const parseSessionPaneAction = actionParser<SessionPaneAction>({
  ...messageParsers,
  subagent: ({ agentId, open }) =>
    typeof agentId === 'string' && agentId !== '' && agentId.length <= maxId && typeof open === 'boolean'
      ? { type: 'subagent', agentId, open }
      : undefined,
  run: ({ at, open }) => (isCount(at) && typeof open === 'boolean' ? { type: 'run', at, open } : undefined),
  command: commandParser(sessionCommands),
});

/** Reads what a pane left in its webview's state; undefined when it has another form. */
export function parseSessionPaneMemory(value: unknown): SessionPaneMemory | undefined {
  if (!isRecord(value)) return undefined;
  const { folder, kind, id, position } = value;
  if (typeof folder !== 'string' || typeof id !== 'string') return undefined;
  if (kind !== 'session' && kind !== 'archive') return undefined;
  return {
    ...{ folder, kind, id },
    ...(isCount(position) && { position }),
    ...defined({ kinds: parseKinds(value.kinds) }),
  };
}

/** Whether a message is a state. */
export const isSessionPaneState = (message: unknown): message is SessionPaneState =>
  isPaneState(message, ['header', 'window', 'filter'], ['subagents', 'open', 'runs']);
