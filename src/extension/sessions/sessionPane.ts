import { commands, env, type WebviewPanel } from 'vscode';
import type { MessageKind } from '../../protocol/messageKinds.ts';
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
import { sayCopied } from '../panes/copied.ts';
import { PanePage, type PaneServices } from '../panes/panePage.ts';
import { Panes, type Pane } from '../panes/panes.ts';
import type { ProjectChange } from '../base/project.ts';
import { copiedMarkdown } from './copiedMarkdown.ts';
import { LiveSession } from './liveSession.ts';
import type { SessionDocuments } from './sessionDocuments.ts';
import type { WindowSessions } from './sessionLists.ts';
import { paneTitle, sessionPaneState } from './sessionPaneState.ts';
import { messageAt } from './sessionReading.ts';
import { usageTexts } from './usageText.ts';
import { ShownRows } from './shownRows.ts';
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
    resumeInTerminal: 'historyStore.resumeInTerminal',
    copyHistory: 'historyStore.copySessionHistory',
    copyLink: 'historyStore.copyLink',
    share: 'historyStore.share',
    reveal: 'historyStore.revealTranscript',
    openMarkdown: 'historyStore.openSessionMarkdown',
    summarize: 'historyStore.summarizeSession',
  },
  archive: {
    copyLink: 'historyStore.copyLink',
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
  /** What is known of tokens and cost, and of which session it was asked. */
  #usage: string | undefined;
  #counted: LiveSession | undefined;
  #shown = new ShownRows();
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
    this.#shown = new ShownRows();
    this.#usage = undefined;
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
      void this.#count(target, live);
    });
    return live;
  }

  /** Tells what the session cost once that is known; nothing waits for it. */
  async #count({ project, kind }: SourceTarget, live: LiveSession): Promise<void> {
    const session = live.reading?.facts.session;
    if (kind !== 'session' || session === undefined || this.#counted === live) return;
    this.#counted = live;
    const row = await this.#services.lists.of(project).wholeUsage(session);
    if (row === undefined || live !== this.#live) return;
    this.#usage = usageTexts(row).join(' · ');
    this.page.update();
  }

  #begin(): void {
    this.#changedFrom = 0;
    this.#live.watch();
  }

  /** The wanted messages, unless there is one to scroll to. `start` is the place to begin at after another filter. */
  async #send(wanted?: WantedWindow, start?: number): Promise<void> {
    const [target, live, shown] = [this.#target, this.#live, this.#shown];
    const place = live.reading === undefined ? undefined : this.#reveal;
    const reveal = live.reading && place !== undefined ? shown.reveal(live.reading, place) : undefined;
    const window = (reveal === undefined ? wanted : undefined) ?? usualWindow(reveal);
    const query = {
      wanted: window,
      changedFrom: this.#changedFrom,
      find: this.#find,
      shown,
      start,
      usage: this.#usage,
    };
    this.#changedFrom = Infinity;
    const state = await sessionPaneState(target, live, this.#services.lists, query);
    if (live !== this.#live) return; // another one is to be shown, and its state comes next
    this.#panel.title = state.header.title; // people may have given it another
    const sent = reveal === undefined ? state : { ...state, reveal };
    if ((await this.page.post(sent)) && this.#reveal === place) this.#reveal = undefined;
  }

  /** The reader stays at the message at this place, or at the newest one. */
  #filter(kinds: readonly MessageKind[], at: number | undefined): void {
    this.#shown.filter(kinds);
    this.page.send(() => {
      const row = at === undefined ? undefined : this.#shown.rows(this.#live.reading).rowFrom(at);
      return this.#send(usualWindow(row), at);
    });
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
      case 'filter':
        this.#filter(action.kinds, action.at);
        return;
      case 'run':
        this.#shown.unfold(action.at, action.open);
        if (action.open) this.page.update();
        return;
      case 'copyMarkdown':
        return this.#copyMarkdown(action.places);
      case 'subagent':
        return this.#live.unfold(action.agentId, action.open);
      case 'shareMessages':
        return this.#share(action.places);
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

  /** The messages in the rows of these places, or all that are shown. */
  async #copyMarkdown(wanted?: readonly number[]): Promise<void> {
    const { kinds } = this.#shown;
    const places = this.#shown.rows(this.#live.reading).placesOf(wanted);
    const source = await openSource(this.#target, this.#services.lists);
    await env.clipboard.writeText(await copiedMarkdown(source, places, kinds));
    sayCopied(places.length);
  }

  /** The messages in the rows of these places. */
  async #share(wanted: readonly number[]): Promise<void> {
    const places = this.#shown.rows(this.#live.reading).placesOf(wanted);
    await commands.executeCommand('historyStore.share', { ...this.#named(), places });
  }

  /** How commands name the session or archive. */
  #named(): Readonly<Record<'folder' | 'kind' | 'path' | 'name', string | undefined>> {
    const { project, kind, id } = this.#target;
    const [path, name] = kind === 'session' ? [id] : [undefined, id];
    return { folder: project.root, kind, path, name };
  }

  async #command(command: SessionCommand): Promise<void> {
    const { kind, id } = this.#target;
    if (command === 'copyPath') {
      await env.clipboard.writeText(this.#live.reading?.facts.file ?? id);
      return;
    }
    const editorCommand = commandIds[kind][command];
    if (editorCommand !== undefined) await commands.executeCommand(editorCommand, this.#named());
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
