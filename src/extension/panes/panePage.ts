import { env, EventEmitter, type LogOutputChannel, type Uri, type WebviewPanel } from 'vscode';
import type { Light, LightMessage } from '../../protocol/light.ts';
import type { CommonAction } from '../../protocol/paneMessages.ts';
import type { PaneName } from '../../protocol/panes.ts';
import { Disposable } from '../base/disposable.ts';
import { paneHtml, paneIcon, paneOptions } from './paneHtml.ts';
import { openLink } from './paneLinks.ts';

/** What every pane works with. */
export interface PaneServices {
  readonly extension: Uri;
  readonly onError: (error: unknown) => void;
  readonly log: LogOutputChannel;
}

/** What is special about the page of one kind of pane. */
export interface PageParts<Own> {
  readonly name: PaneName;
  /** The folder that paths in links are of. */
  readonly root: () => string;
  /** The action a message from the page stands for; undefined when it is none of the protocol's. */
  readonly parse: (message: unknown) => Own | CommonAction | undefined;
  /** A page has begun, which knows nothing yet; a state follows. */
  readonly begin?: () => void;
  /** Reads the present state and posts it. */
  readonly send: () => Promise<void>;
  /** Does what only pages of this kind ask for. */
  readonly run: (action: Own) => unknown;
}

/** The page in an editor tab. It goes whenever the tab is hidden, and begins anew when it is shown. */
export class PanePage<Own extends { readonly type: string }, Content> extends Disposable {
  readonly #panel: WebviewPanel;
  readonly #onError: (error: unknown) => void;
  readonly #parts: PageParts<Own>;
  readonly #posted = this._register(new EventEmitter<Content>());
  /** The page has said that it listens; until then and after it was hidden, what is sent would be lost. */
  #listening = false;
  /** An update waits for its turn; what changes until then will be in it. */
  #updateWaits = false;
  #queue: Promise<void> = Promise.resolve();
  #light: Light | undefined;
  /** Nobody was taken to the light yet. */
  #unseen = false;

  /** Something was posted, and arrived. */
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

  /** Does what a message from the page asks for; what is none of the protocol's is dropped. */
  receive(message: unknown): void {
    const action = this.#parts.parse(message);
    if (action !== undefined) void this.#run(action).catch(this.#onError);
  }

  /** Lights up what a search found, until the reader puts it out or something else is shown. */
  light(light: Light | undefined): void {
    if (light === undefined && this.#light === undefined) return;
    this.#light = light;
    this.#sendLight(true);
  }

  /** Sends the present state soon; several updates that come together are one. */
  update(): void {
    if (this.#updateWaits) return;
    this.#updateWaits = true;
    void this.inTurn(async () => {
      this.#updateWaits = false;
      if (this.isListening) await this.#parts.send();
    });
  }

  /** Does this after what was asked for before, unless nobody listens then. */
  send(work: () => Promise<void>): void {
    void this.inTurn(async () => {
      if (this.isListening) await work();
    });
  }

  /** Does this after what was asked for before. Never fails: errors are told. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch(this.#onError);
    return this.#queue;
  }

  /** Tells whether it arrived. */
  async post(content: Content): Promise<boolean> {
    const arrived = this.isListening && (await this.#panel.webview.postMessage(content));
    if (arrived) this.#posted.fire(content);
    return arrived;
  }

  /** After the state that is under way, in which the place is shown. */
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
};

const isCommon = (action: { readonly type: string }): action is CommonAction =>
  Object.hasOwn(common, action.type);
