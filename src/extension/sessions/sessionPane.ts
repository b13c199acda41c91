import { commands, env, EventEmitter, type Uri, type WebviewPanel } from 'vscode';
import type { SessionCommand, SessionPaneAction, SessionPaneState } from '../../protocol/sessionPane.ts';
import { parseSessionPaneAction } from '../../protocol/sessionPaneMessages.ts';
import { textOf } from '../../store/archive/message.ts';
import { paneHtml, paneIcon, paneOptions } from '../dialogs/paneHtml.ts';
import { openLink } from '../dialogs/paneLinks.ts';
import { Disposable } from '../disposable.ts';
import type { ShowOptions } from '../dialogs/dialogPane.ts';
import type { Pane } from '../panes.ts';
import type { ProjectChange } from '../project.ts';
import { LiveSession } from './liveSession.ts';
import type { SessionDocuments } from './sessionDocuments.ts';
import type { SessionLists } from './sessionLists.ts';
import { paneTitle, sessionPaneState, type WantedWindow } from './sessionPaneState.ts';
import { messageAt } from './sessionReading.ts';
import { isSameSource, openSource, type SourceTarget } from './sessionSource.ts';

/** How many messages a state holds when the pane has not asked for certain ones. */
const newest: WantedWindow = { newest: 100 };

type CommandIds = Readonly<Partial<Record<SessionCommand, string>>>;

/** Commands of the editor that the buttons stand for. */
const commandIds: Readonly<Record<SourceTarget['kind'], CommandIds>> = {
  session: {
    archiveSession: 'historyStore.archiveSession',
    importSession: 'historyStore.importSession',
    resumeSession: 'historyStore.resumeSession',
    copyHistory: 'historyStore.copySessionHistory',
    reveal: 'historyStore.revealTranscript',
    openMarkdown: 'historyStore.openSessionMarkdown',
  },
  archive: { reveal: 'historyStore.openArchiveSource', openMarkdown: 'historyStore.openArchiveMarkdown' },
};

/** What a session pane works with. */
export interface SessionPaneServices {
  readonly extension: Uri;
  readonly lists: SessionLists;
  readonly documents: SessionDocuments;
  readonly onError: (error: unknown) => void;
}

/** One editor tab that shows a session or an archive. The page in it goes whenever it is hidden and asks anew when it is shown. */
export class SessionPane extends Disposable implements Pane<SourceTarget, ShowOptions> {
  readonly #panel: WebviewPanel;
  readonly #services: SessionPaneServices;
  readonly #sent = this._register(new EventEmitter<SessionPaneState>());
  readonly #disposed = this._register(new EventEmitter<void>());
  #target: SourceTarget;
  #live: LiveSession;
  #find = '';
  /** The message to scroll to once the session is read. */
  #reveal: number | undefined;
  /** From here on the page may hold messages that are others now. */
  #changedFrom = 0;
  /** The page has said that it listens; until then and after it was hidden, what is sent would be lost. */
  #listening = false;
  /** An update waits for its turn; what changes until then will be in it. */
  #updateWaits = false;
  /** States are sent in the order they were asked for. */
  #queue: Promise<void> = Promise.resolve();

  readonly onDidDispose = this.#disposed.event;
  /** A state was sent to the page. */
  readonly onDidSend = this.#sent.event;

  constructor(panel: WebviewPanel, target: SourceTarget, services: SessionPaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    this.#live = this.#liveOf(target);
    this._register(panel);
    this._register({ dispose: () => this.#live.dispose() });
    this._register(panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message)));
    this._register(panel.onDidDispose(() => this.dispose()));
    this._register(panel.onDidChangeViewState(() => this.#onVisible(panel.visible)));
    panel.webview.options = paneOptions(services.extension);
    panel.iconPath = paneIcon(services.extension, 'session');
    panel.title = paneTitle(target);
    panel.webview.html = paneHtml(panel.webview, services.extension, 'sessionPane');
  }

  get target(): SourceTarget {
    return this.#target;
  }

  show(target: SourceTarget, { preserveFocus = false, position }: ShowOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    this.#reveal = position;
    if (isSameSource(target, this.#target)) {
      if (position !== undefined) this.#update();
      return;
    }
    this.#live.dispose();
    this.#target = target;
    this.#live = this.#liveOf(target);
    this.#find = '';
    this.#changedFrom = 0;
    this.#panel.title = paneTitle(target);
    if (this.#listening) this.#live.watch();
    this.#update();
  }

  /** How much of it is archived may be another now, and whether it can be changed. */
  update({ project }: ProjectChange): void {
    if (project === this.#target.project) this.#update();
  }

  /** Does what a message from the page asks for; what is none of the protocol's is dropped. */
  receive(message: unknown): void {
    const action = parseSessionPaneAction(message);
    if (action === undefined) return;
    void Promise.resolve(this.#run(action)).catch(this.#services.onError);
  }

  override dispose(): void {
    this.#disposed.fire();
    super.dispose();
  }

  #liveOf(target: SourceTarget): LiveSession {
    const live = new LiveSession(target, this.#services.lists);
    live.onDidChange((from) => {
      this.#changedFrom = Math.min(this.#changedFrom, from);
      this.#panel.title = paneTitle(target, live);
      this.#update();
    });
    return live;
  }

  #onVisible(visible: boolean): void {
    this.#listening &&= visible;
    if (!visible) this.#live.rest();
  }

  #update(): void {
    if (this.#updateWaits) return;
    this.#updateWaits = true;
    this.#enqueue(() => {
      this.#updateWaits = false;
      return this.#post(newest);
    });
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch(this.#services.onError);
  }

  async #post(wanted: WantedWindow): Promise<void> {
    if (this.disposed || !this.#listening) return;
    const [target, live] = [this.#target, this.#live];
    const reveal = live.reading === undefined ? undefined : this.#reveal;
    const around = reveal === undefined ? wanted : { offset: Math.max(0, reveal - 50), limit: 100 };
    const query = { wanted: around, changedFrom: this.#changedFrom, find: this.#find };
    this.#changedFrom = Infinity;
    const state = await sessionPaneState(target, live, this.#services.lists, query);
    if (live !== this.#live) return; // another one is to be shown, and its state comes next
    const sent = reveal === undefined ? state : { ...state, reveal };
    if (!(await this.#panel.webview.postMessage(sent))) return;
    if (reveal !== undefined && this.#reveal === reveal) this.#reveal = undefined;
    this.#sent.fire(sent);
  }

  async #run(action: SessionPaneAction): Promise<void> {
    switch (action.type) {
      case 'ready':
        this.#listening = true;
        this.#changedFrom = 0;
        this.#update();
        this.#live.watch();
        return;
      case 'window':
        this.#enqueue(() => this.#post({ offset: action.offset, limit: action.limit }));
        return;
      case 'find':
        this.#find = action.query;
        this.#update();
        return;
      case 'subagent':
        return this.#live.unfold(action.agentId, action.open);
      case 'copyMessage':
        return this.#copyMessage(action.position);
      case 'copyText':
        return env.clipboard.writeText(action.text);
      case 'openMessage':
        return this.#services.documents.openMessage(this.#target, action.position);
      case 'openLink':
        return openLink(action.href, this.#target.project.root);
      case 'command':
        return this.#command(action.command);
    }
  }

  async #copyMessage(position: number): Promise<void> {
    const message = await messageAt(await openSource(this.#target, this.#services.lists), position);
    if (message) await env.clipboard.writeText(textOf(message.content));
  }

  async #command(command: SessionCommand): Promise<void> {
    const { project, kind, id } = this.#target;
    if (command === 'copyPath') {
      await env.clipboard.writeText(this.#live.reading?.facts.file ?? id);
      return;
    }
    const editorCommand = commandIds[kind][command];
    const name = kind === 'session' ? { path: id } : { name: id };
    if (editorCommand !== undefined)
      await commands.executeCommand(editorCommand, { folder: project.root, ...name });
  }
}
