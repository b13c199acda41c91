import { env, EventEmitter, type LogOutputChannel, type Uri, type WebviewPanel } from 'vscode';
import type { Light, LightMessage } from '../../protocol/light.ts';
import type { CommonAction } from '../../protocol/paneMessages.ts';
import type { PaneName } from '../../protocol/panes.ts';
import { Disposable } from '../base/disposable.ts';
import { paneHtml, paneIcon, paneOptions } from './paneHtml.ts';
import { openLink } from './paneLinks.ts';

/** What every pane requires. */
export interface PaneServices {
  readonly extension: Uri;
  readonly onError: (error: unknown) => void;
  readonly log: LogOutputChannel;
}

/** The parts specific to a kind of pane's page. */
export interface PageParts<Own> {
  readonly name: PaneName;
  /** The folder to which paths in links are relative. */
  readonly root: () => string;
  /** Parses an action of the page; undefined if it is not in the protocol. */
  readonly parse: (message: unknown) => Own | CommonAction | undefined;
  /** Called when a new page starts, before it gets a state. */
  readonly begin?: () => void;
  /** Reads and posts the current state. */
  readonly send: () => Promise<void>;
  /** Takes what is shown out of the trash. */
  readonly restore: () => unknown;
  /** Runs an action specific to this kind. */
  readonly run: (action: Own) => unknown;
}

/** The page in an editor tab. It is discarded whenever the tab is hidden, and starts anew when shown. */
export class PanePage<Own extends { readonly type: string }, Content> extends Disposable {
  readonly #panel: WebviewPanel;
  readonly #onError: (error: unknown) => void;
  readonly #parts: PageParts<Own>;
  readonly #posted = this._register(new EventEmitter<Content>());
  /** Whether the page has reported that it listens; otherwise messages would be lost. */
  #listening = false;
  /** Whether an update is queued, which will include later changes. */
  #updateWaits = false;
  #queue: Promise<void> = Promise.resolve();
  #light: Light | undefined;
  /** Whether the highlight has not been scrolled to yet. */
  #unseen = false;

  /** Fires when something posted has arrived. */
  readonly onDidPost = this.#posted.event;

  constructor(panel: WebviewPanel, { extension, onError }: PaneServices, parts: PageParts<Own>) {
    super();
    this.#panel = panel;
    this.#onError = onError;
    this.#parts = parts;
    this._register(panel);
    this._register(panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)));
    this._register(panel.onDidChangeViewState(() => (this.#listening &&= panel.visible)));
    panel.webview.options = paneOptions(extension);
    panel.iconPath = paneIcon(extension, parts.name);
    panel.webview.html = paneHtml(panel.webview, extension, parts.name);
  }

  get isListening(): boolean {
    return this.#listening && !this.disposed;
  }

  /** Runs the action of a message from the page, ignoring anything outside the protocol. */
  receive(message: unknown): void {
    const action = this.#parts.parse(message);
    if (action !== undefined) void this.#run(action).catch(this.#onError);
  }

  /** Highlights what a search found, until the user ends it or something else is shown. */
  light(light: Light | undefined): void {
    if (light === undefined && this.#light === undefined) return;
    this.#light = light;
    this.#sendLight(true);
  }

  /** Sends the current state soon, combining several updates. */
  update(): void {
    if (this.#updateWaits) return;
    this.#updateWaits = true;
    void this.inTurn(async () => {
      this.#updateWaits = false;
      if (this.isListening) await this.#parts.send();
    });
  }

  /** Runs work after earlier requests, unless no page listens by then. */
  send(work: () => Promise<void>): void {
    void this.inTurn(async () => {
      if (this.isListening) await work();
    });
  }

  /** Runs work after earlier requests. Never fails: errors are reported. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch(this.#onError);
    return this.#queue;
  }

  /** Returns whether it arrived. */
  async post(content: Content): Promise<boolean> {
    const arrived = this.isListening && (await this.#panel.webview.postMessage(content));
    if (arrived) this.#posted.fire(content);
    return arrived;
  }

  /** Follows the pending state, in which the target is shown. */
  #sendLight(go: boolean): void {
    this.#unseen = go;
    void this.inTurn(async () => {
      if (!this.isListening) return;
      this.#unseen = false;
      const message: LightMessage = { type: 'light', words: [], ...this.#light, go };
      await this.#panel.webview.postMessage(message);
    });
  }

  async #run(action: Own | CommonAction): Promise<void> {
    if (!isCommon(action)) {
      await this.#parts.run(action);
      return;
    }
    switch (action.type) {
      case 'ready':
        this.#listening = true;
        this.#parts.begin?.();
        this.update();
        if (this.#light) this.#sendLight(this.#unseen);
        return;
      case 'unlight':
        this.#light = undefined;
        return;
      case 'restore':
        await this.#parts.restore();
        return;
      case 'copyText':
        return env.clipboard.writeText(action.text);
      case 'openLink':
        return openLink(action.href, this.#parts.root());
    }
  }
}

const common: Readonly<Record<CommonAction['type'], true>> = {
  ready: true,
  copyText: true,
  openLink: true,
  unlight: true,
  restore: true,
};

const isCommon = (action: { readonly type: string }): action is CommonAction =>
  Object.hasOwn(common, action.type);
