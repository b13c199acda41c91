import { setTimeout as pause } from 'node:timers/promises';
import { basename } from 'node:path';
import {
  commands,
  env,
  EventEmitter,
  l10n,
  workspace,
  type LogOutputChannel,
  type Uri,
  type WebviewPanel,
} from 'vscode';
import {
  previewChars,
  type ContextCommand,
  type ContextPaneAction,
  type ContextPaneContent,
  type ContextPaneFailure,
  type ContextPaneState,
  type PreviewQuery,
} from '../../protocol/contextPane.ts';
import { parseContextPaneAction } from '../../protocol/contextPaneMessages.ts';
import { StoreError } from '../../store/errors.ts';
import { paneHtml, paneIcon, paneOptions } from '../dialogs/paneHtml.ts';
import { openLink } from '../dialogs/paneLinks.ts';
import { Disposable } from '../disposable.ts';
import type { Pane, ShowOptions } from '../panes.ts';
import type { ProjectChange } from '../project.ts';
import { contextFailure, readContextState, type ReadContextState } from './contextPaneState.ts';
import { activeId, isSameContext, type ContextTarget } from './contextTarget.ts';
import { copyText, openInChat } from '../chat.ts';

const commandIds: Readonly<Record<ContextCommand, string>> = {
  newContext: 'historyStore.newContext',
  clearActive: 'historyStore.clearActiveContext',
  remove: 'historyStore.deleteContext',
  restore: 'historyStore.restoreContext',
  compare: 'historyStore.compareContexts',
  openDialog: 'historyStore.openDialog',
  reveal: 'historyStore.revealContext',
};

/** A context that is not found may be on its way to another folder: it is looked for again after this. Milliseconds. */
const secondLookMs = 500;

/** What a context pane works with. */
export interface ContextPaneServices {
  readonly extension: Uri;
  readonly onError: (error: unknown) => void;
  readonly log: LogOutputChannel;
}

/** The title of the pane's tab before the context was read. */
export const provisionalTitle = ({ dialog, contextId }: ContextTarget): string =>
  contextId === activeId ? dialog : contextId;

export interface ContextShowOptions extends ShowOptions {
  /** The time of a turn to scroll to. Milliseconds. */
  readonly ts?: number | undefined;
}

/** One editor tab that shows a context. The page in it goes whenever it is hidden and asks anew when it is shown. */
export class ContextPane extends Disposable implements Pane<ContextTarget, ContextShowOptions> {
  readonly #panel: WebviewPanel;
  readonly #services: ContextPaneServices;
  readonly #sent = this._register(new EventEmitter<ContextPaneContent>());
  readonly #disposed = this._register(new EventEmitter<void>());
  #target: ContextTarget;
  #query: PreviewQuery = { mode: 'summary', maxChars: previewChars.usual };
  /** The time of the turn to scroll to with the next state. */
  #reveal: number | undefined;
  /** Where the dialog is kept, once read. */
  #folder: string | undefined;
  /** The page has said that it listens; until then and after it was hidden, what is sent would be lost. */
  #listening = false;
  /** A state is about to be read; what changes until then will be in it. */
  #sendWaits = false;
  /** One state is read and sent after the other. */
  #queue: Promise<void> = Promise.resolve();

  readonly onDidDispose = this.#disposed.event;
  /** A state, or why there is none, was sent to the page. */
  readonly onDidSend = this.#sent.event;

  constructor(panel: WebviewPanel, target: ContextTarget, services: ContextPaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    this._register(panel);
    this._register(panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)));
    this._register(panel.onDidDispose(() => this.dispose()));
    this._register(panel.onDidChangeViewState(() => (this.#listening &&= panel.visible)));
    panel.webview.options = paneOptions(services.extension);
    panel.iconPath = paneIcon(services.extension, 'context');
    panel.title = provisionalTitle(target);
    panel.webview.html = paneHtml(panel.webview, services.extension, 'contextPane');
  }

  get target(): ContextTarget {
    return this.#target;
  }

  show(target: ContextTarget, { preserveFocus = false, ts }: ContextShowOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    this.#reveal = ts;
    this.follow(target);
  }

  /** Shows this context from now on, wherever the pane is. */
  follow(target: ContextTarget): void {
    if (!isSameContext(target, this.#target)) this.#panel.title = provisionalTitle(target);
    this.#target = target;
    this.#send();
  }

  update({ project, folders }: ProjectChange): void {
    if (project !== this.#target.project) return;
    if (folders && this.#folder !== undefined && !folders.has(basename(this.#folder))) return;
    this.#send();
  }

  /** Does what a message from the page asks for; what is none of the protocol's is dropped. */
  receive(message: unknown): void {
    const action = parseContextPaneAction(message);
    if (action === undefined) return;
    void Promise.resolve(this.#run(action)).catch(this.#services.onError);
  }

  override dispose(): void {
    this.#disposed.fire();
    super.dispose();
  }

  #send(): void {
    if (this.#sendWaits) return;
    this.#sendWaits = true;
    const post = (): Promise<void> => {
      this.#sendWaits = false;
      return this.#post();
    };
    this.#queue = this.#queue.then(post).catch(this.#services.onError);
  }

  async #post(): Promise<void> {
    if (this.disposed || !this.#listening) return;
    const target = this.#target;
    const read = await this.#read(target).catch((error: unknown) => this.#failed(target, error));
    if (target !== this.#target) return; // another one is to be shown, and its state comes next
    if (read === undefined) {
      this.#panel.dispose();
      return;
    }
    const ts = this.#reveal;
    const content = 'state' in read ? withReveal(this.#take(read), ts) : read;
    if (!(await this.#panel.webview.postMessage(content))) return;
    if (this.#reveal === ts) this.#reveal = undefined;
    this.#sent.fire(content);
  }

  #take({ state, folder }: ReadContextState): ContextPaneState {
    this.#folder = folder;
    this.#target = { ...this.#target, dialog: state.header.dialog };
    this.#panel.title = state.header.title || l10n.t('{0} (active)', state.header.dialog);
    return state;
  }

  /** The pane itself says what is wrong, so there is no notice. */
  #failed(target: ContextTarget, error: unknown): ContextPaneFailure {
    this.#services.log.error(error instanceof Error ? error : String(error));
    return contextFailure(target, error);
  }

  /** Undefined when there is no such context any more. */
  async #read(target: ContextTarget): Promise<ReadContextState | undefined> {
    try {
      return await readContextState(target, this.#query);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    await pause(secondLookMs);
    try {
      return await readContextState(target, this.#query);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  async #run(action: ContextPaneAction): Promise<void> {
    switch (action.type) {
      case 'ready':
        this.#listening = true;
        this.#send();
        return;
      case 'preview':
        this.#query = { mode: action.mode, maxChars: action.maxChars };
        this.#send();
        return;
      case 'copyInjection':
        return copyText(await this.#injection());
      case 'openInChat':
        return openInChat(await this.#injection());
      case 'setSummary':
        return this.#setSummary(action.text);
      case 'copyText':
        return env.clipboard.writeText(action.text);
      case 'openLink':
        return openLink(action.href, this.#target.project.root);
      case 'command':
        return commands.executeCommand(commandIds[action.command], this.#resource());
    }
  }

  async #injection(): Promise<string> {
    const { project, contextId } = this.#target;
    return (await project.contexts.injection(contextId, this.#query)).text;
  }

  async #setSummary(summary: string): Promise<void> {
    const { project, contextId } = this.#target;
    if (workspace.isTrusted && contextId !== activeId) await project.contexts.summarize(contextId, summary);
  }

  #resource(): { readonly folder: string; readonly dialog: string; readonly contextId: string } {
    const { project, dialog, contextId } = this.#target;
    return { folder: project.root, dialog, contextId };
  }
}

function withReveal(state: ContextPaneState, ts: number | undefined): ContextPaneState {
  const reveal = state.turns.findIndex((turn) => turn.ts === ts);
  return reveal === -1 ? state : { ...state, reveal };
}

const isGone = (error: unknown): boolean => error instanceof StoreError && error.code === 'not_found';
