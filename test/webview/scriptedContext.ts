import type { Gone } from '../../src/protocol/paneMessages.ts';
import {
  type ContextDraft,
  type ContextHeader,
  type ContextPaneAction,
  type ContextPaneFailure,
  type ContextPaneState,
  type ContextPreview,
  type PaneTurn,
  type PreviewQuery,
  parseContextPaneAction,
} from '../../src/protocol/contextPane.ts';
import { contextPaneStrings, type ContextPaneStrings } from '../../src/protocol/contextPaneStrings.ts';
import { injectionText } from '../../src/history/contexts/injection.ts';
import { withPanePage, type PageOptions, type PanePage, type Post } from './panePage.ts';

export interface ScriptedSnapshot {
  readonly turns: readonly PaneTurn[];
  readonly status?: 'active' | 'archived';
  readonly title?: string;
  readonly contextId?: string;
  readonly summary?: string;
  readonly checkpoint?: number;
  readonly header?: Partial<ContextHeader>;
  /** Takes the place of the text an agent would receive. */
  readonly text?: string;
  readonly locale?: string;
  readonly language?: 'en' | 'zh';
  readonly strings?: ContextPaneStrings;
  readonly gone?: Gone | undefined;
  /** Typed before the page began, and not saved. */
  readonly draft?: ContextDraft;
  readonly reveal?: number;
}

const createdAt = Date.UTC(2026, 1, 5, 9);

/** Stands in for the extension: keeps to the protocol, makes the preview as the store does, notes every action. */
export class ScriptedContext {
  readonly actions: ContextPaneAction[] = [];
  /** Messages that were no action of the protocol. */
  readonly refused: unknown[] = [];
  #snapshot: ScriptedSnapshot;
  #query: PreviewQuery = { mode: 'summary', maxChars: 12_000 };
  readonly #post: Post;
  #held: Promise<void> | undefined;
  #draftsSeen = 0;
  #drafts = new Map<string, ContextDraft>();

  constructor(snapshot: ScriptedSnapshot, post: Post) {
    this.#snapshot = snapshot;
    this.#post = post;
    if (snapshot.draft) this.#drafts.set(this.#header().contextId, snapshot.draft);
  }

  async receive(message: unknown): Promise<void> {
    const action = parseContextPaneAction(message);
    if (action === undefined) {
      this.refused.push(message);
      return;
    }
    this.actions.push(action);
    if (action.type === 'ready') await this.#post(this.#state());
    if (action.type === 'draftSummary') this.#keep(action);
    if (action.type !== 'preview') return;
    this.#query = { mode: action.mode, maxChars: action.maxChars };
    await this.#held;
    await this.#post(this.#state());
  }

  #keep({ resource: { contextId }, draft }: Extract<ContextPaneAction, { type: 'draftSummary' }>): void {
    this.#draftsSeen++;
    if (draft) this.#drafts.set(contextId, draft);
    else this.#drafts.delete(contextId);
  }

  /** What is typed as the summary and not saved. */
  get draft(): ContextDraft | undefined {
    return this.#drafts.get(this.#header().contextId);
  }

  /** The summary was stored: what was typed is no draft any more. */
  async stored(summary: string): Promise<void> {
    this.#drafts.delete(this.#header().contextId);
    await this.change({ summary });
  }

  /** Keeps answers to `preview` back until what it gives is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise((resolve) => (release = resolve));
    return () => release();
  }

  /** The actions after `ready`. */
  get later(): readonly ContextPaneAction[] {
    return this.actions.filter(({ type }) => type !== 'ready');
  }

  /** Changes the context and sends the new state, as after a write of an agent. */
  async change(changes: Partial<ScriptedSnapshot>): Promise<void> {
    this.#snapshot = { ...this.#snapshot, ...changes };
    await this.#post(this.#state());
  }

  /** Sends that the context cannot be read. */
  async fail(reason: string): Promise<void> {
    const { resource, locale, strings } = this.#state();
    const failure: ContextPaneFailure = { type: 'failure', resource, reason, locale, strings };
    await this.#post(failure);
  }

  /** The text the pane is to show. */
  preview(): ContextPreview {
    const { turns, summary, text, title = 'Nightly import', language = 'en' } = this.#snapshot;
    const { contextId } = this.#header();
    const context = {
      ...({ v: 1, contextId, status: 'archived', createdAt, updatedAt: createdAt, title } as const),
      archivedAt: createdAt,
      archiveReason: 'completed',
      meta: {},
      turns: turns.map((turn) => ({ v: 1, ...turn }) as const),
      ...(summary === undefined ? {} : { summary }),
    };
    const made = injectionText(context, this.#query, language);
    const shown = text ?? made.text;
    return {
      ...this.#query,
      text: shown,
      chars: shown.length,
      tokens: shown.length / 4,
      omittedTurns: made.omittedTurns,
    };
  }

  #state(): ContextPaneState {
    const { turns, summary, checkpoint, locale, strings, gone, status = 'archived' } = this.#snapshot;
    const header = this.#header();
    const { draft } = this;
    const end = turns.findLastIndex(({ role }) => role === 'assistant') + 1;
    return {
      type: 'state',
      resource: {
        folder: '/project',
        dialog: header.dialog,
        contextId: status === 'active' ? 'active' : header.contextId,
      },
      header,
      turns,
      checkpoint: checkpoint ?? end,
      ...(summary === undefined ? {} : { summary }),
      ...(status === 'archived' && header.enabled && gone === undefined && { preview: this.preview() }),
      ...(draft && { draft }),
      draftsSeen: this.#draftsSeen,
      ...(this.#snapshot.reveal !== undefined && { reveal: this.#snapshot.reveal }),
      locale: locale ?? 'en',
      strings: strings ?? contextPaneStrings,
      ...(gone && { gone }),
    };
  }

  #header(): ContextHeader {
    const { turns, status = 'archived', title = 'Nightly import', contextId } = this.#snapshot;
    const chars = turns.reduce((sum, { text }) => sum + text.length, 0);
    return {
      contextId: contextId ?? 'c_20260205_ab3d9f',
      title,
      dialog: 'nightly-import',
      status,
      createdAt,
      updatedAt: turns.at(-1)?.ts ?? createdAt,
      ...(status === 'archived' && { archivedAt: createdAt + 5_400_000, archiveReason: 'completed' }),
      ...(status === 'active' && { budget: { maxTurns: 120, maxChars: 48_000 } }),
      chars,
      tokens: chars / 4,
      droppedTurns: 0,
      trashed: 0,
      damaged: [],
      enabled: true,
      editable: true,
      ...this.#snapshot.header,
    };
  }
}

/** Opens the pane on a context, in a page of its own, for the time of `use`. */
export function withContextPane<T>(
  options: ScriptedSnapshot & PageOptions,
  use: (pane: PanePage & { readonly extension: ScriptedContext }) => Promise<T>,
): Promise<T> {
  return withPanePage('context', options, (post) => new ScriptedContext(options, post), use);
}
