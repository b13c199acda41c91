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
}

const begun = Date.UTC(2026, 1, 5, 9);

/** A message of a session, of the person at even places. */
export function spoken(position: number, more: Partial<SessionPaneMessage> = {}): SessionPaneMessage {
  const role = position % 2 === 0 ? 'user' : 'assistant';
  return {
    ...{ position, role, text: `Message ${position}`, ts: begun + position * 60_000 },
    ...(role === 'assistant' && { model: 'model-1' }),
    ...{ thoughts: [], tools: [], media: [] },
    ...more,
  };
}

export function toolCall(id: string, more: Partial<PaneToolCall> = {}): PaneToolCall {
  return { id, name: 'Bash', hint: 'npm test', status: 'success', args: '', edits: [], media: [], ...more };
}

/** Stands in for the extension: keeps to the protocol, finds in texts, notes every action. */
export class ScriptedSession {
  readonly actions: SessionPaneAction[] = [];
  /** Messages that were no action of the protocol. */
  readonly refused: unknown[] = [];
  readonly #post: Post;
  readonly #open = new Set<string>();
  #transcript: ScriptedTranscript;
  #query = '';

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
    if (action.type === 'subagent') this.#open[action.open ? 'add' : 'delete'](action.agentId);
    if (action.type === 'window') await this.#post(this.#state(action.offset, action.limit));
    else if (['ready', 'find', 'subagent'].includes(action.type)) await this.change({});
  }

  /** Changes the session and sends the new state, as after a write of the agent. */
  async change(changes: Partial<ScriptedTranscript>): Promise<void> {
    this.#transcript = { ...this.#transcript, ...changes };
    await this.#post(this.#state(Math.max(0, this.#transcript.messages.length - 100), 100));
  }

  #state(offset: number, limit: number): SessionPaneState {
    const { messages, id = '/home/dev/s.jsonl', kind = 'session', locale, strings } = this.#transcript;
    const { subagents = [], conversations = {}, changedFrom = messages.length } = this.#transcript;
    return {
      type: 'state',
      resource: { folder: '/project', kind, id },
      header: this.#header(),
      window: {
        ...{ epoch: id, offset, total: messages.length, changedFrom },
        messages: messages.slice(offset, offset + limit),
      },
      subagents,
      open: [...this.#open].flatMap((agentId) => conversations[agentId] ?? []),
      ...(this.#query !== '' && { find: { query: this.#query, matches: this.#matches() } }),
      locale: locale ?? 'en',
      strings: strings ?? sessionPaneStrings,
    };
  }

  #matches(): number[] {
    const wanted = this.#query.toLowerCase();
    return this.#transcript.messages
      .filter((message) => JSON.stringify(message).toLowerCase().includes(wanted))
      .map(({ position }) => position);
  }

  #header(): SessionPaneHeader {
    const { messages, header } = this.#transcript;
    return {
      ...{ title: 'Round tax once', agent: 'Claude Code', models: ['model-1'], branch: 'main' },
      ...{ file: '/home/dev/s.jsonl', startTs: begun, lastTs: begun + messages.length * 60_000 },
      ...{ messages: messages.length, tools: messages.flatMap(({ tools }) => tools).length },
      ...{ rewound: 0, unreadable: 0, unknown: [], commands: [], archived: 'no' },
      ...{ recorded: false, reading: false, editable: true },
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
