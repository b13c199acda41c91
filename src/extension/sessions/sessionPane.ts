import { basename } from 'node:path';
import { commands, env } from 'vscode';
import type { MessageKind } from '../../protocol/messageKinds.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseSessionPaneAction,
  parseSessionPaneMemory,
  type SessionCommand,
  type SessionPaneAction,
  type SessionPaneState,
} from '../../protocol/sessionPane.ts';
import { textOf } from '../../history/archive/message.ts';
import { usualWindow, type MessageOptions, type WantedWindow } from '../panes/showing.ts';
import { chooseDay } from '../panes/chooseDay.ts';
import { sayCopied } from '../base/chat.ts';
import type { Pane, PaneParts, Restore } from '../panes/pane.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
import { copiedMarkdown } from './copiedMarkdown.ts';
import { LiveSession } from './liveSession.ts';
import type { SessionDocuments } from './sessionDocuments.ts';
import type { WindowSessions } from './sessionLists.ts';
import { sessionPaneState } from './sessionPaneState.ts';
import { messageAt } from './sessionReading.ts';
import { usageTexts } from './sessionItems.ts';
import { ShownRows } from './shownRows.ts';
import { openSource } from './sessionSource.ts';
import { isSameSource, type SourceTarget } from './types.ts';

type SessionAction = OwnAction<SessionPaneAction>;
type CommandIds = Readonly<Partial<Record<SessionCommand, string>>>;

/** Commands of the pane's buttons. */
const commandIds: Readonly<Record<SourceTarget['kind'], CommandIds>> = {
  session: {
    archiveSession: 'historyStore.archiveSession',
    importSession: 'historyStore.importSession',
    resumeSession: 'historyStore.resumeSession',
    continueIn: 'historyStore.continueSessionIn',
    copyHistory: 'historyStore.copySessionHistory',
    copyLink: 'historyStore.copyLink',
    share: 'historyStore.share',
    reveal: 'historyStore.revealTranscript',
    openMarkdown: 'historyStore.openSessionMarkdown',
    summarize: 'historyStore.summarizeSession',
    sampleSession: 'historyStore.sampleSession',
  },
  archive: {
    copyLink: 'historyStore.copyLink',
    reveal: 'historyStore.openArchiveSource',
    openMarkdown: 'historyStore.openArchiveMarkdown',
    summarize: 'historyStore.summarizeSession',
  },
};

/** What a session pane requires. */
export interface SessionPaneServices extends WindowServices {
  readonly lists: WindowSessions;
  readonly documents: SessionDocuments;
}

/** An editor tab that shows a session or an archive. */
export type SessionPane = Pane<SourceTarget, SessionPaneState, SessionAction, MessageOptions>;

type Parts = PaneParts<SourceTarget, SessionPaneState, SessionAction, MessageOptions>;

/** The part of a session that a pane shows, and what its page asks for. */
class ShownSource implements Parts {
  readonly #pane: SessionPane;
  readonly #services: SessionPaneServices;
  #live: LiveSession;
  #find = '';
  /** Tokens and cost, and the session they belong to. */
  #usage: string | undefined;
  #counted: LiveSession | undefined;
  #shown = new ShownRows();
  /** The message to scroll to once the session is read. */
  #reveal: number | undefined;
  /** From this row on, messages in the page may be outdated. */
  #changedFrom = 0;

  constructor(pane: SessionPane, services: SessionPaneServices) {
    this.#pane = pane;
    this.#services = services;
    this.#live = this.#liveOf(pane.target);
    pane.register({ dispose: () => this.#live.dispose() });
    const { panel } = pane;
    pane.register(panel.onDidChangeViewState(() => panel.visible || this.#live.rest()));
  }

  readonly show = (target: SourceTarget, { position }: MessageOptions = {}): void => {
    this.#reveal = position;
    if (position !== undefined || !isSameSource(target, this.#pane.target)) this.#pane.follow(target);
  };

  readonly leave = (next: SourceTarget): void => {
    this.#live.dispose();
    this.#live = this.#liveOf(next);
    this.#find = '';
    this.#shown = new ShownRows();
    this.#usage = undefined;
    this.#changedFrom = 0;
    if (this.#pane.page.isListening) this.#live.watch();
  };

  readonly begin = (): void => {
    this.#changedFrom = 0;
    this.#live.watch();
  };

  readonly read = () => this.#read();

  readonly frozen = (content: SessionPaneState): SessionPaneState => ({
    ...content,
    header: { ...content.header, editable: false },
  });

  #liveOf(target: SourceTarget): LiveSession {
    const live = new LiveSession(target, this.#services.lists);
    live.onDidChange((from) => {
      this.#changedFrom = Math.min(this.#changedFrom, from);
      this.#pane.page.update();
      void this.#count(target, live);
    });
    return live;
  }

  /** Shows the session's cost once known, without delaying anything. */
  async #count({ project, kind }: SourceTarget, live: LiveSession): Promise<void> {
    const session = live.reading?.facts.session;
    if (kind !== 'session' || session === undefined || this.#counted === live) return;
    this.#counted = live;
    const row = await this.#services.lists.of(project).wholeUsage(session);
    if (row === undefined || live !== this.#live) return;
    this.#usage = usageTexts(row).join(' · ');
    this.#pane.page.update();
  }

  /**
   * Reads the wanted messages, unless there is one to scroll to. `start` is the position to start at after a filter
   * change.
   */
  async #read(wanted?: WantedWindow, start?: number) {
    const [live, shown] = [this.#live, this.#shown];
    const place = live.reading === undefined ? undefined : this.#reveal;
    const reveal = live.reading && place !== undefined ? shown.reveal(live.reading, place) : undefined;
    const query = {
      wanted: (reveal === undefined ? wanted : undefined) ?? usualWindow(reveal),
      changedFrom: this.#changedFrom,
      find: this.#find,
      shown,
      start,
      usage: this.#usage,
    };
    this.#changedFrom = Infinity;
    const state = await sessionPaneState(this.#pane.target, live, this.#services.lists, query);
    if (live !== this.#live) return undefined; // another session is to be shown, and its state follows
    return {
      content: reveal === undefined ? state : { ...state, reveal },
      title: state.header.title, // people may have renamed it
      gone: live.isGone,
      arrived: () => {
        if (this.#reveal === place) this.#reveal = undefined;
      },
    };
  }

  /** Applies a filter, staying at the message at this position, or at the newest one. */
  #filter(kinds: readonly MessageKind[], at: number | undefined): void {
    this.#shown.filter(kinds);
    this.#pane.send(() => {
      const row = at === undefined ? undefined : this.#shown.rows(this.#live.reading).rowFrom(at);
      return this.#read(usualWindow(row), at);
    });
  }

  readonly run = async (action: SessionAction): Promise<void> => {
    switch (action.type) {
      case 'window':
        this.#pane.send(() => this.#read({ offset: action.offset, limit: action.limit }));
        return;
      case 'find':
        this.#find = action.query;
        this.#pane.page.update();
        return;
      case 'filter':
        this.#filter(action.kinds, action.at);
        return;
      case 'run':
        this.#shown.unfold(action.at, action.open);
        if (action.open) this.#pane.page.update();
        return;
      case 'copyMarkdown':
        return this.#copyMarkdown(action.places);
      case 'subagent':
        return this.#live.unfold(action.agentId, action.open);
      case 'shareMessages':
        return this.#share(action.places);
      case 'copyMessage':
        return this.#copyMessage(action.position);
      case 'continueFrom':
        return this.#continueFrom(action.position);
      case 'openMessage':
        return this.#services.documents.openMessage(this.#pane.target, action.position);
      case 'chooseDay': {
        const messages = this.#live.reading?.messages ?? [];
        const timeline = { total: messages.length, timeAt: (at: number) => messages[at]?.ts ?? 0 };
        this.show(this.#pane.target, { position: await chooseDay(timeline) });
        return;
      }
      case 'command':
        return this.#command(action.command);
    }
  };

  async #copyMessage(position: number): Promise<void> {
    const message = await messageAt(await openSource(this.#pane.target, this.#services.lists), position);
    if (message) await env.clipboard.writeText(textOf(message.content));
  }

  /** Asks where the conversation up to a message goes on. */
  async #continueFrom(position: number): Promise<void> {
    const message = await messageAt(await openSource(this.#pane.target, this.#services.lists), position);
    if (!message) return;
    await commands.executeCommand('historyStore.continueSessionIn', { ...this.#named(), until: message.id });
  }

  /** Copies the messages in the rows of these positions, or all shown. */
  async #copyMarkdown(wanted?: readonly number[]): Promise<void> {
    const { kinds } = this.#shown;
    const places = this.#shown.rows(this.#live.reading).placesOf(wanted);
    const source = await openSource(this.#pane.target, this.#services.lists);
    await env.clipboard.writeText(await copiedMarkdown(source, places, kinds));
    sayCopied(places.length);
  }

  /** Shares the messages in the rows of these positions. */
  async #share(wanted: readonly number[]): Promise<void> {
    const places = this.#shown.rows(this.#live.reading).placesOf(wanted);
    await commands.executeCommand('historyStore.share', { ...this.#named(), places });
  }

  /** Identifies the session or archive for commands. */
  #named(): Readonly<Record<'folder' | 'kind' | 'path' | 'name', string | undefined>> {
    const { project, kind, id } = this.#pane.target;
    const [path, name] = kind === 'session' ? [id] : [undefined, id];
    return { folder: project.root, kind, path, name };
  }

  async #command(command: SessionCommand): Promise<void> {
    const { kind, id } = this.#pane.target;
    if (command === 'copyPath') {
      await env.clipboard.writeText(this.#live.reading?.facts.file ?? id);
      return;
    }
    const editorCommand = commandIds[kind][command];
    if (editorCommand !== undefined) await commands.executeCommand(editorCommand, this.#named());
  }
}

/** Returns what restores a recording or a kept copy; agents' own transcripts have no trash. */
async function sourceRestorer({ project, kind, id }: SourceTarget): Promise<Restore | undefined> {
  const recording = kind === 'session' ? await project.sessions.trashed(id) : undefined;
  if (recording !== undefined) return () => project.sessions.restore(recording);
  const copy = kind === 'archive' ? id : basename(id, '.md');
  const trashed = (await project.archiveTrash.list()).find(({ name }) => name === copy);
  const argument = { folder: project.root, trashed };
  return trashed && (() => commands.executeCommand('historyStore.restoreArchive', argument));
}

/** The panes of sessions and archives. */
export const sessionPanes = definePaneKind((services: SessionPaneServices) => ({
  name: 'session',
  title: ({ id }: SourceTarget) => basename(id), // until the session is read
  isSame: isSameSource,
  remembered: (state: unknown) => {
    const memory = parseSessionPaneMemory(state);
    const project = memory && services.projects.find(memory.folder);
    return project && { project, kind: memory.kind, id: memory.id };
  },
  parse: parseSessionPaneAction,
  parts: (pane: SessionPane) => new ShownSource(pane, services),
  restorer: sourceRestorer,
}));
