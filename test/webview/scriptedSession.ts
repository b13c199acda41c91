import type { Gone } from '../../src/protocol/paneMessages.ts';
import {
  type OpenSubagent,
  type PaneSubagent,
  type PaneToolCall,
  type SessionPaneHeader,
  type SessionPaneAction,
  type SessionPaneMessage,
  type SessionPaneState,
  parseSessionPaneAction,
} from '../../src/protocol/sessionPane.ts';
import { sessionPaneStrings, type SessionPaneStrings } from '../../src/protocol/sessionPaneStrings.ts';
import type { SessionContent } from '../../src/extension/sessions/sessionReading.ts';
import type { SessionRows } from '../../src/extension/sessions/sessionRows.ts';
import { ShownRows } from '../../src/extension/sessions/shownRows.ts';
import type { MessageKind } from '../../src/protocol/messageKinds.ts';
import { withPanePage, type PageOptions, type PanePage, type Post } from './panePage.ts';

export interface ScriptedTranscript {
  readonly messages: readonly SessionPaneMessage[];
  readonly id?: string;
  readonly kind?: 'session' | 'archive';
  readonly header?: Partial<SessionPaneHeader>;
  readonly subagents?: readonly PaneSubagent[];
  /** The conversations of subagents, by id. */
  readonly conversations?: Readonly<Record<string, OpenSubagent>>;
  readonly changedFrom?: number;
  readonly locale?: string;
  readonly strings?: SessionPaneStrings;
  readonly gone?: Gone | undefined;
}

const begun = Date.UTC(2026, 1, 5, 9);

/** A message of a session, of the person at even places. */
export function spoken(position: number, more: Partial<SessionPaneMessage> = {}): SessionPaneMessage {
  const role = position % 2 === 0 ? 'user' : 'assistant';
  return {
    position,
    role,
    text: `Message ${position}`,
    ts: begun + position * 60_000,
    ...(role === 'assistant' && { model: 'model-1' }),
    thoughts: [],
    tools: [],
    media: [],
    ...more,
  };
}

export function toolCall(id: string, more: Partial<PaneToolCall> = {}): PaneToolCall {
  return { id, name: 'Bash', hint: 'npm test', status: 'success', args: '', edits: [], media: [], ...more };
}

/** What the extension reads of these messages, as far as rows are made of it. */
const contentOf = (messages: readonly SessionPaneMessage[]): SessionContent => ({
  messages,
  marks: [],
  models: [],
  tools: 0,
  called: new Set<string>(),
  facts: {
    title: '',
    file: '',
    startTs: 0,
    lastTs: 0,
    rewound: 0,
    unreadable: 0,
    commands: [],
    session: { source: 'history', sessionId: '' },
  },
});

/** Stands in for the extension: keeps to the protocol, finds in texts, notes every action. */
export class ScriptedSession {
  readonly actions: SessionPaneAction[] = [];
  /** Messages that were no action of the protocol. */
  readonly refused: unknown[] = [];
  readonly #post: Post;
  readonly #open = new Set<string>();
  readonly #shown = new ShownRows();
  #start: number | undefined;
  #transcript: ScriptedTranscript;
  #query = '';
  #content: SessionContent | undefined;

  constructor(transcript: ScriptedTranscript, post: Post) {
    this.#transcript = transcript;
    this.#post = post;
  }

  /** The actions after those every pane sends by itself. */
  get later(): readonly SessionPaneAction[] {
    return this.actions.filter(({ type }) => type !== 'ready' && type !== 'window');
  }

  async receive(message: unknown): Promise<void> {
    const action = parseSessionPaneAction(message);
    if (action === undefined) {
      this.refused.push(message);
      return;
    }
    this.actions.push(action);
    if (action.type === 'find') this.#query = action.query;
    if (action.type === 'filter') this.#filter(action.kinds, action.at);
    if (action.type === 'run') this.#shown.unfold(action.at, action.open);
    if (action.type === 'subagent') this.#open[action.open ? 'add' : 'delete'](action.agentId);
    if (action.type === 'window') await this.#post(this.#state(action.offset, action.limit));
    else if (['ready', 'find', 'subagent', 'run'].includes(action.type)) await this.change({});
    else if (action.type === 'filter' && this.#isReady) await this.change({});
    this.#start = undefined;
  }

  /** Changes the session and sends the new state, as after a write of the agent. */
  async change(changes: Partial<ScriptedTranscript>): Promise<void> {
    this.#transcript = { ...this.#transcript, ...changes };
    this.#content = undefined;
    await this.#post(this.#state(this.#offset(), 100));
  }

  get #isReady(): boolean {
    return this.actions.some(({ type }) => type === 'ready');
  }

  #filter(kinds: readonly MessageKind[], at: number | undefined): void {
    this.#shown.filter(kinds);
    this.#start = at === undefined ? undefined : this.#rows.rowFrom(at);
  }

  get #rows(): SessionRows {
    this.#content ??= contentOf(this.#transcript.messages);
    return this.#shown.rows(this.#content);
  }

  #offset(): number {
    return Math.max(0, this.#start === undefined ? this.#rows.total - 100 : this.#start - 50);
  }

  #state(offset: number, limit: number): SessionPaneState {
    const { messages, id = '/home/dev/s.jsonl', kind = 'session', locale, strings, gone } = this.#transcript;
    const { subagents = [], conversations = {}, changedFrom = messages.length } = this.#transcript;
    return {
      type: 'state',
      resource: { folder: '/project', kind, id },
      header: this.#header(),
      window: {
        epoch: `${id} ${this.#shown.kinds.join()}`,
        offset,
        total: this.#rows.total,
        changedFrom: this.#rows.rowFrom(changedFrom),
        messages: this.#rows.window(offset, limit),
      },
      filter: { kinds: this.#shown.kinds, ...(this.#start !== undefined && { start: this.#start }) },
      runs: this.#shown.runs(this.#content),
      subagents,
      open: [...this.#open].flatMap((agentId) => conversations[agentId] ?? []),
      ...(this.#query !== '' && { find: { query: this.#query, matches: this.#matches() } }),
      locale: locale ?? 'en',
      strings: strings ?? sessionPaneStrings,
      ...(gone && { gone }),
    };
  }

  #matches(): number[] {
    const wanted = this.#query.toLowerCase();
    return this.#transcript.messages
      .filter((message) => JSON.stringify(message).toLowerCase().includes(wanted))
      .flatMap(({ position }) => this.#rows.rowOf(position) ?? [])
      .filter((row, index, all) => all.indexOf(row) === index);
  }

  #header(): SessionPaneHeader {
    const { messages, header } = this.#transcript;
    return {
      title: 'Round tax once',
      agent: 'Claude Code',
      models: ['model-1'],
      branch: 'main',
      file: '/home/dev/s.jsonl',
      startTs: begun,
      lastTs: begun + messages.length * 60_000,
      messages: messages.length,
      tools: messages.flatMap(({ tools }) => tools).length,
      rewound: 0,
      unreadable: 0,
      unknown: [],
      commands: [],
      archived: 'no',
      recorded: false,
      reading: false,
      editable: true,
      ...header,
    };
  }
}

/** Opens the pane on a session, in a page of its own, for the time of `use`. */
export function withSessionPane<T>(
  options: ScriptedTranscript & PageOptions,
  use: (pane: PanePage & { readonly extension: ScriptedSession }) => Promise<T>,
): Promise<T> {
  return withPanePage('session', options, (post) => new ScriptedSession(options, post), use);
}
