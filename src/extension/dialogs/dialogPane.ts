import { basename } from 'node:path';
import {
  commands,
  env,
  EventEmitter,
  Uri,
  workspace,
  type LogOutputChannel,
  type WebviewPanel,
} from 'vscode';
import type { DialogPaneAction, PaneCommand, PaneWindow } from '../../protocol/dialogPane.ts';
import { parseDialogPaneAction } from '../../protocol/dialogPaneMessages.ts';
import { Disposable } from '../disposable.ts';
import type { Pane, ShowOptions as PaneOptions } from '../panes.ts';
import type { ProjectChange } from '../project.ts';
import type { MessageDocuments } from './messageDocuments.ts';
import { Activity } from './activity.ts';
import { DialogFinding } from './dialogFinding.ts';
import { paneHtml, paneIcon, paneOptions } from './paneHtml.ts';
import { openLink } from './paneLinks.ts';
import { dialogFailure, readPaneState, type WantedWindow } from './paneState.ts';
import type { Target } from './target.ts';

/** How many messages a state holds when the pane has not asked for certain ones. */
const newest: WantedWindow = { newest: 100 };

const commandIds: Readonly<Record<PaneCommand, string>> = {
  clear: 'historyStore.clearDialog',
  restoreBackup: 'historyStore.restoreBackup',
  export: 'historyStore.exportDialog',
  reveal: 'historyStore.revealFiles',
  togglePin: 'historyStore.togglePin',
};

/** What a pane works with. */
export interface PaneServices {
  readonly extension: Uri;
  readonly documents: MessageDocuments;
  readonly onError: (error: unknown) => void;
  readonly log: LogOutputChannel;
}

export interface ShowOptions extends PaneOptions {
  /** The place of a message to scroll to, 0 being the oldest. */
  readonly position?: number | undefined;
}

/** One editor tab that shows a dialog. The page in it goes whenever it is hidden and asks anew when it is shown. */
export class DialogPane extends Disposable implements Pane<Target, ShowOptions> {
  readonly #panel: WebviewPanel;
  readonly #services: PaneServices;
  readonly #sent = this._register(new EventEmitter<PaneWindow>());
  readonly #disposed = this._register(new EventEmitter<void>());
  readonly #activity = new Activity();
  #target: Target;
  #reveal: number | undefined;
  #finding: DialogFinding | undefined;
  /** Where the dialog is kept, once read. */
  #folder: string | undefined;
  /** Of which dialog the page has a state. */
  #shown: Target | undefined;
  /** The page has said that it listens; until then and after it was hidden, what is sent would be lost. */
  #listening = false;
  /** An update waits for its turn; what changes until then will be in it. */
  #updateWaits = false;
  /** States are sent in the order they were asked for. */
  #queue: Promise<void> = Promise.resolve();

  readonly onDidDispose = this.#disposed.event;
  /** A state was sent to the page. */
  readonly onDidSend = this.#sent.event;

  constructor(panel: WebviewPanel, target: Target, services: PaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    this._register(panel);
    this._register(panel.webview.onDidReceiveMessage((message: unknown) => this.#onMessage(message)));
    this._register(panel.onDidDispose(() => this.dispose()));
    this._register(panel.onDidChangeViewState(() => (this.#listening &&= panel.visible)));
    panel.webview.options = paneOptions(services.extension);
    panel.iconPath = paneIcon(services.extension, 'dialog');
    panel.title = target.dialog;
    panel.webview.html = paneHtml(panel.webview, services.extension, 'dialogPane');
  }

  get target(): Target {
    return this.#target;
  }

  /** Whether it is the active editor. */
  get isActive(): boolean {
    return this.#panel.active;
  }

  /** Brings the pane to the front with this dialog. */
  show(target: Target, { position, preserveFocus = false }: ShowOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    this.#reveal = position;
    this.follow(target);
  }

  /** Shows this dialog from now on, wherever the pane is. */
  follow(target: Target): void {
    if (target.project !== this.#target.project || target.dialog !== this.#target.dialog) this.#find('');
    this.#target = target;
    this.#panel.title = target.dialog;
    this.#send(this.#start());
  }

  /** Shows the present state of the dialog, if it may be another one after this change. */
  update({ project, folders }: ProjectChange): void {
    if (project !== this.#target.project) return;
    if (folders && this.#folder !== undefined && !folders.has(basename(this.#folder))) return;
    this.#update();
  }

  override dispose(): void {
    this.#find('');
    this.#disposed.fire();
    super.dispose();
  }

  #update(): void {
    if (this.#updateWaits) return;
    this.#updateWaits = true;
    this.#enqueue(() => {
      this.#updateWaits = false;
      return this.#post(newest);
    });
  }

  #start(): WantedWindow {
    if (this.#reveal === undefined) return newest;
    return { offset: Math.max(0, this.#reveal - 50), limit: 100 };
  }

  #send(wanted: WantedWindow): void {
    this.#enqueue(() => this.#post(wanted));
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch(this.#services.onError);
  }

  async #post(wanted: WantedWindow): Promise<void> {
    if (this.disposed || !this.#listening) return;
    const target = this.#target;
    try {
      await this.#postState(target, wanted);
    } catch (error) {
      // Where something is shown, it stays, with what is being typed; else the pane itself says what is wrong.
      if (this.#shown === target) throw error;
      this.#services.log.error(error instanceof Error ? error : String(error));
      await this.#panel.webview.postMessage(dialogFailure(target, error));
    }
  }

  async #postState(target: Target, wanted: WantedWindow): Promise<void> {
    const { state, folder } = await readPaneState(target, wanted, this.#activity);
    this.#folder = folder;
    const find = this.#finding?.found(state.window.epoch);
    const reveal = this.#reveal;
    const arrived = await this.#panel.webview.postMessage({
      ...state,
      ...(find && { find }),
      ...(reveal !== undefined && { reveal }),
    });
    if (!arrived) return;
    if (this.#reveal === reveal) this.#reveal = undefined;
    this.#shown = target;
    this.#sent.fire(state.window);
    if (this.#finding?.isUpToDate(state.window) === false) this.#findOn(this.#finding);
  }

  /** Looks for a text from now on. States do not wait for it: what was found comes in one of its own. */
  #find(query: string): void {
    this.#finding?.stop();
    const { project, dialog } = this.#target;
    this.#finding = query === '' ? undefined : new DialogFinding(project.dialogs, dialog, query);
    if (this.#finding) this.#findOn(this.#finding);
  }

  #findOn(finding: DialogFinding): void {
    const tell = (): void => {
      if (finding === this.#finding) this.#update();
    };
    void finding.read().then(tell).catch(this.#services.onError);
  }

  #onMessage(message: unknown): void {
    const action = parseDialogPaneAction(message);
    if (action === undefined) return;
    void Promise.resolve(this.#run(action)).catch(this.#services.onError);
  }

  async #run(action: DialogPaneAction): Promise<void> {
    switch (action.type) {
      case 'ready':
        this.#listening = true;
        this.#shown = undefined;
        this.#find(''); // a new page looks for nothing
        this.#send(this.#start());
        return;
      case 'window':
        this.#send({ offset: action.offset, limit: action.limit });
        return;
      case 'find':
        this.#find(action.query);
        return;
      case 'copyMessage':
        return this.#copyMessage(action.position);
      case 'copyText':
        return env.clipboard.writeText(action.text);
      case 'openMessage':
        return this.#services.documents.open(this.#target, action.position);
      case 'openLink':
        return openLink(action.href, this.#target.project.root);
      case 'setSummary':
        return this.#setSummary(action.summary);
      case 'command':
        return commands.executeCommand(commandIds[action.command], this.#resource());
    }
  }

  async #copyMessage(position: number): Promise<void> {
    const { project, dialog } = this.#target;
    const [message] = (await project.dialogs.window(dialog, position, 1)).messages;
    if (message) await env.clipboard.writeText(message.text);
  }

  async #setSummary(summary: Extract<DialogPaneAction, { type: 'setSummary' }>['summary']): Promise<void> {
    if (!workspace.isTrusted) return;
    await this.#target.project.dialogs.setSummary(this.#target.dialog, summary, 'replace');
  }

  #resource(): { readonly folder: string; readonly dialog: string } {
    return { folder: this.#target.project.root, dialog: this.#target.dialog };
  }
}
