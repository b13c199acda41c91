import { commands, env, type WebviewPanel } from 'vscode';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseSessionPaneAction,
  parseSessionPaneMemory,
  type SessionCommand,
  type SessionPaneAction,
  type SessionPaneState,
} from '../../protocol/sessionPane.ts';
import { textOf } from '../../store/archive/message.ts';
import { Disposable } from '../base/disposable.ts';
import { usualWindow, type MessageOptions, type WantedWindow } from '../panes/showing.ts';
import { PanePage, type PaneServices } from '../panes/panePage.ts';
import { Panes, type Pane } from '../panes/panes.ts';
import type { ProjectChange } from '../base/project.ts';
import { LiveSession } from './liveSession.ts';
import type { SessionDocuments } from './sessionDocuments.ts';
import type { WindowSessions } from './sessionLists.ts';
import { paneTitle, sessionPaneState } from './sessionPaneState.ts';
import { messageAt } from './sessionReading.ts';
import { openSource } from './sessionSource.ts';
import { isSameSource, type SourceTarget } from './types.ts';
import type { Projects } from '../base/projects.ts';

type SessionAction = OwnAction<SessionPaneAction>;
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
    summarize: 'historyStore.summarizeSession',
  },
  archive: {
    reveal: 'historyStore.openArchiveSource',
    openMarkdown: 'historyStore.openArchiveMarkdown',
    summarize: 'historyStore.summarizeSession',
  },
};

/** What a session pane works with. */
export interface SessionPaneServices extends PaneServices {
  readonly lists: WindowSessions;
  readonly documents: SessionDocuments;
}

/** One editor tab that shows a session or an archive. */
export class SessionPane extends Disposable implements Pane<SourceTarget, MessageOptions> {
  readonly page: PanePage<SessionAction, SessionPaneState>;
  readonly #panel: WebviewPanel;
  readonly #services: SessionPaneServices;
  #target: SourceTarget;
  #live: LiveSession;
  #find = '';
  /** The message to scroll to once the session is read. */
  #reveal: number | undefined;
  /** From here on the page may hold messages that are others now. */
  #changedFrom = 0;

  constructor(panel: WebviewPanel, target: SourceTarget, services: SessionPaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    this.#live = this.#liveOf(target);
    this._register({ dispose: () => this.#live.dispose() });
    const page = new PanePage<SessionAction, SessionPaneState>(panel, services, {
      name: 'session',
      root: () => this.#target.project.root,
      parse: parseSessionPaneAction,
      begin: () => this.#begin(),
      send: () => this.#send(),
      run: (action) => this.#run(action),
    });
    this.page = this._register(page);
    this._register(panel.onDidChangeViewState(() => panel.visible || this.#live.rest()));
    panel.title = paneTitle(target);
  }

  get target(): SourceTarget {
    return this.#target;
  }

  show(target: SourceTarget, { preserveFocus = false, position }: MessageOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    this.#reveal = position;
    if (isSameSource(target, this.#target)) {
      if (position !== undefined) this.page.update();
      return;
    }
    this.#live.dispose();
    this.#target = target;
    this.#live = this.#liveOf(target);
    this.#find = '';
    this.#changedFrom = 0;
    this.#panel.title = paneTitle(target);
    if (this.page.isListening) this.#live.watch();
    this.page.update();
  }

  /** How much of it is archived may be another now, and whether it can be changed. */
  update({ project }: ProjectChange): void {
    if (project === this.#target.project) this.page.update();
  }

  #liveOf(target: SourceTarget): LiveSession {
    const live = new LiveSession(target, this.#services.lists);
    live.onDidChange((from) => {
      this.#changedFrom = Math.min(this.#changedFrom, from);
      this.#panel.title = paneTitle(target, live);
      this.page.update();
    });
    return live;
  }

  #begin(): void {
    this.#changedFrom = 0;
    this.#live.watch();
  }

  /** The wanted messages, unless there is one to scroll to. */
  async #send(wanted?: WantedWindow): Promise<void> {
    const [target, live] = [this.#target, this.#live];
    const reveal = live.reading === undefined ? undefined : this.#reveal;
    const window = (reveal === undefined ? wanted : undefined) ?? usualWindow(reveal);
    const query = { wanted: window, changedFrom: this.#changedFrom, find: this.#find };
    this.#changedFrom = Infinity;
    const state = await sessionPaneState(target, live, this.#services.lists, query);
    if (live !== this.#live) return; // another one is to be shown, and its state comes next
    const sent = reveal === undefined ? state : { ...state, reveal };
    if ((await this.page.post(sent)) && this.#reveal === reveal) this.#reveal = undefined;
  }

  async #run(action: SessionAction): Promise<void> {
    switch (action.type) {
      case 'window':
        this.page.send(() => this.#send({ offset: action.offset, limit: action.limit }));
        return;
      case 'find':
        this.#find = action.query;
        this.page.update();
        return;
      case 'subagent':
        return this.#live.unfold(action.agentId, action.open);
      case 'copyMessage':
        return this.#copyMessage(action.position);
      case 'openMessage':
        return this.#services.documents.openMessage(this.#target, action.position);
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

/** The open session panes. */
export class SessionPanes extends Panes<SourceTarget, SessionPane, MessageOptions> {
  constructor(projects: Projects, services: SessionPaneServices) {
    super(projects, {
      name: 'session',
      extension: services.extension,
      create: (panel, target) => new SessionPane(panel, target, services),
      title: paneTitle,
      isSame: isSameSource,
      remembered: (state) => {
        const memory = parseSessionPaneMemory(state);
        const project = memory && projects.find(memory.folder);
        return project && { project, kind: memory.kind, id: memory.id };
      },
    });
  }
}
