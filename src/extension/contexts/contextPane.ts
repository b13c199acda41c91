import { setTimeout as pause } from 'node:timers/promises';
import { basename } from 'node:path';
import { commands, l10n } from 'vscode';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseContextPaneAction,
  parseContextPaneMemory,
  previewChars,
  type ContextCommand,
  type ContextDraft,
  type ContextPaneAction,
  type ContextPaneContent,
  type ContextPaneState,
  type ContextResource,
  type PreviewQuery,
} from '../../protocol/contextPane.ts';
import { StoreError } from '../../disk/base/core.ts';
import { copyText, openInChat } from '../base/chat.ts';
import { PageDrafts } from '../panes/drafts.ts';
import { dialogRestorer } from '../dialogs/dialogPane.ts';
import type { Pane, PaneParts, Restore } from '../panes/pane.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
import type { Projects } from '../base/projects.ts';
import type { ContextDrafts } from './contextDrafts.ts';
import {
  contextFailure,
  frozenContext,
  readContextState,
  type ReadContextState,
} from './contextPaneState.ts';
import {
  activeId,
  contextTargetOf,
  isSameContext,
  type ContextShowOptions,
  type ContextTarget,
} from './contextTarget.ts';

type ContextAction = OwnAction<ContextPaneAction>;

const commandIds: Readonly<Record<ContextCommand, string>> = {
  newContext: 'historyStore.newContext',
  clearActive: 'historyStore.clearActiveContext',
  remove: 'historyStore.deleteContext',
  restore: 'historyStore.restoreContext',
  compare: 'historyStore.compareContexts',
  writeSummary: 'historyStore.summarizeContext',
  openDialog: 'historyStore.openDialog',
  reveal: 'historyStore.revealContext',
  share: 'historyStore.share',
};

/** A missing context may be moving to another folder, so it is looked up again after this time. Milliseconds. */
const secondLookMs = 500;

/** Returns the tab's title before the context is read. */
export const provisionalTitle = ({ dialog, contextId }: ContextTarget): string =>
  contextId === activeId ? dialog : contextId;

/** What a context pane requires. */
export interface ContextPaneServices extends WindowServices {
  readonly drafts: ContextDrafts;
}

/** An editor tab that shows a context. */
export type ContextPane = Pane<ContextTarget, ContextPaneContent, ContextAction, ContextShowOptions>;

type Parts = PaneParts<ContextTarget, ContextPaneContent, ContextAction, ContextShowOptions>;

/** A context as a pane shows it, and what its page asks for. */
class ShownContext implements Parts {
  readonly #pane: ContextPane;
  readonly #drafts: PageDrafts<ContextTarget, ContextDraft, ContextResource>;
  #query: PreviewQuery = { mode: 'summary', maxChars: previewChars.usual };
  /** Time of the turn to scroll to with the next state. */
  #reveal: number | undefined;
  #isGone = false;

  readonly failure = contextFailure;

  constructor(pane: ContextPane, { drafts, projects }: ContextPaneServices) {
    this.#pane = pane;
    this.#drafts = pane.register(
      new PageDrafts(pane, drafts, (resource) => archivedNamed(resource, projects)),
    );
  }

  readonly begin = (): void => this.#drafts.begin();

  readonly show = (target: ContextTarget, { ts }: ContextShowOptions = {}): void => {
    this.#reveal = ts;
    this.#pane.follow(target);
  };

  readonly read = async (target: ContextTarget) => {
    const { state, folder } = await this.#look(target);
    const ts = this.#reveal;
    return {
      content: withReveal(state, ts),
      title: state.header.title || l10n.t('{0} (active)', state.header.dialog),
      target: { ...target, dialog: state.header.dialog },
      folder: folder && basename(folder),
      arrived: () => {
        if (this.#reveal === ts) this.#reveal = undefined;
      },
    };
  };

  readonly frozen = (content: ContextPaneContent, target: ContextTarget): ContextPaneContent =>
    content.type === 'state' ? { ...frozenContext(content), ...this.#drafts.reported(target) } : content;

  readonly leave = (): void => void (this.#isGone = false);

  /** Looks a second time if the context was there before. */
  async #look(target: ContextTarget): Promise<ReadContextState> {
    try {
      const read = await this.#state(target).catch(async (error: unknown) => {
        if (!isGone(error) || this.#isGone) throw error;
        await pause(secondLookMs);
        return this.#state(target);
      });
      this.#isGone = false;
      return read;
    } catch (error) {
      this.#isGone = isGone(error);
      throw error;
    }
  }

  #state(target: ContextTarget): Promise<ReadContextState> {
    return readContextState(target, this.#query, () => this.#drafts.reported(target));
  }

  readonly run = async (action: ContextAction): Promise<void> => {
    switch (action.type) {
      case 'preview':
        this.#query = { mode: action.mode, maxChars: action.maxChars };
        this.#pane.page.update();
        return;
      case 'copyInjection':
        return copyText(await this.#injection());
      case 'openInChat':
        return openInChat(await this.#injection());
      case 'draftSummary':
      case 'saveSummary':
        return this.#drafts.run(action);
      case 'command':
        return commands.executeCommand(commandIds[action.command], this.#resource());
    }
  };

  async #injection(): Promise<string> {
    const { project, contextId } = this.#pane.target;
    return (await project.contexts.injection(contextId, this.#query)).text;
  }

  #resource(): { readonly folder: string; readonly dialog: string; readonly contextId: string } {
    const { project, dialog, contextId } = this.#pane.target;
    return { folder: project.root, dialog, contextId };
  }
}

function withReveal(state: ContextPaneState, ts: number | undefined): ContextPaneState {
  const reveal = state.turns.findIndex((turn) => turn.ts === ts);
  return reveal === -1 ? state : { ...state, reveal };
}

const isGone = (error: unknown): boolean => error instanceof StoreError && error.code === 'not_found';

/** Returns the archived context the page refers to. */
const archivedNamed = (resource: ContextResource, projects: Projects): ContextTarget | undefined =>
  resource.contextId === activeId ? undefined : contextTargetOf(resource, projects);

/** Returns what restores a snapshot, or else its dialog with all snapshots. */
async function contextRestorer(target: ContextTarget): Promise<Restore | undefined> {
  const { project, dialog, contextId } = target;
  const trashed = (await project.contexts.trash(dialog)).find(
    (item) => item.kind === 'archived' && item.contextId === contextId,
  );
  if (trashed === undefined) return dialogRestorer(target);
  const argument = { folder: project.root, dialog, trashed };
  return () => commands.executeCommand('historyStore.restoreContext', argument);
}

/** The panes of contexts. */
export const contextPanes = definePaneKind((services: ContextPaneServices) => ({
  name: 'context',
  title: provisionalTitle,
  isSame: isSameContext,
  remembered: (state: unknown) => contextTargetOf(parseContextPaneMemory(state), services.projects),
  parse: parseContextPaneAction,
  parts: (pane: ContextPane) => new ShownContext(pane, services),
  unsaved: { drafts: services.drafts, name: (_: ContextTarget, title: string) => title, show: {} },
  restorer: contextRestorer,
}));
