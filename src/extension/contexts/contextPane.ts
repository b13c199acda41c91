import { setTimeout as pause } from 'node:timers/promises';
import { basename } from 'node:path';
import { commands, l10n, type WebviewPanel } from 'vscode';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseContextPaneAction,
  parseContextPaneMemory,
  previewChars,
  type ContextCommand,
  type ContextDraft,
  type ContextPaneAction,
  type ContextPaneContent,
  type ContextPaneFailure,
  type ContextPaneState,
  type ContextResource,
  type PreviewQuery,
} from '../../protocol/contextPane.ts';
import { StoreError } from '../../store/base/core.ts';
import { copyText, openInChat } from '../base/chat.ts';
import { Disposable } from '../base/disposable.ts';
import { logError } from '../base/notices.ts';
import { PageDrafts } from '../panes/drafts.ts';
import { PanePage, type PaneServices } from '../panes/panePage.ts';
import { Panes, type Pane } from '../panes/panes.ts';
import type { ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import type { ContextDrafts } from './contextDrafts.ts';
import { contextFailure, readContextState, type ReadContextState } from './contextPaneState.ts';
import {
  activeId,
  contextTargetOf,
  isSameContext,
  type ContextShowOptions,
  type ContextTarget,
} from './contextTarget.ts';
import type { DialogPanes } from '../dialogs/dialogPane.ts';

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

/** A context that is not found may be on its way to another folder: it is looked for again after this. Milliseconds. */
const secondLookMs = 500;

/** The title of the pane's tab before the context was read. */
export const provisionalTitle = ({ dialog, contextId }: ContextTarget): string =>
  contextId === activeId ? dialog : contextId;

/** What a context pane works with. */
export interface ContextPaneServices extends PaneServices {
  readonly projects: Projects;
  readonly drafts: ContextDrafts;
}

/** One editor tab that shows a context. */
export class ContextPane extends Disposable implements Pane<ContextTarget, ContextShowOptions> {
  readonly page: PanePage<ContextAction, ContextPaneContent>;
  readonly #panel: WebviewPanel;
  readonly #services: ContextPaneServices;
  readonly #drafts: PageDrafts<ContextTarget, ContextDraft>;
  #target: ContextTarget;
  #title = '';
  #query: PreviewQuery = { mode: 'summary', maxChars: previewChars.usual };
  /** The time of the turn to scroll to with the next state. */
  #reveal: number | undefined;
  /** Where the dialog is kept, once read. */
  #folder: string | undefined;

  constructor(panel: WebviewPanel, target: ContextTarget, services: ContextPaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    const page = new PanePage<ContextAction, ContextPaneContent>(panel, services, {
      name: 'context',
      root: () => this.#target.project.root,
      parse: parseContextPaneAction,
      begin: () => this.#drafts.begin(),
      send: () => this.#send(),
      run: (action) => this.#run(action),
    });
    this.page = this._register(page);
    this.#drafts = this._register(
      new PageDrafts(
        services.drafts,
        () => this.#target,
        () => page.update(),
      ),
    );
    this.#entitle(provisionalTitle(target));
  }

  get target(): ContextTarget {
    return this.#target;
  }

  get title(): string {
    return this.#title;
  }

  show(target: ContextTarget, { preserveFocus = false, ts }: ContextShowOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    this.#reveal = ts;
    this.follow(target);
  }

  /** Shows this context from now on, wherever the pane is. */
  follow(target: ContextTarget): void {
    if (!isSameContext(target, this.#target)) this.#entitle(provisionalTitle(target));
    this.#target = target;
    this.page.update();
  }

  update({ project, folders }: ProjectChange): void {
    if (project !== this.#target.project) return;
    if (folders && this.#folder !== undefined && !folders.has(basename(this.#folder))) return;
    this.page.update();
  }

  async #send(): Promise<void> {
    const target = this.#target;
    const read = await this.#read(target).catch((error: unknown) => this.#failed(target, error));
    if (target !== this.#target) return; // another one is to be shown, and its state comes next
    if (read === undefined) {
      this.dispose();
      return;
    }
    const ts = this.#reveal;
    const content = 'state' in read ? withReveal(this.#take(read), ts) : read;
    if ((await this.page.post(content)) && this.#reveal === ts) this.#reveal = undefined;
  }

  #take({ state, folder }: ReadContextState): ContextPaneState {
    this.#folder = folder;
    this.#target = { ...this.#target, dialog: state.header.dialog };
    this.#entitle(state.header.title || l10n.t('{0} (active)', state.header.dialog));
    return state;
  }

  #entitle(title: string): void {
    this.#title = title;
    this.#panel.title = title;
  }

  /** The pane itself says what is wrong, so there is no notice. */
  #failed(target: ContextTarget, error: unknown): ContextPaneFailure {
    logError(error, this.#services.log);
    return contextFailure(target, error);
  }

  /** Undefined when there is no such context any more. */
  async #read(target: ContextTarget): Promise<ReadContextState | undefined> {
    try {
      return await this.#state(target);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    await pause(secondLookMs);
    try {
      return await this.#state(target);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  #state(target: ContextTarget): Promise<ReadContextState> {
    return readContextState(target, this.#query, () => this.#drafts.reported(target));
  }

  async #run(action: ContextAction): Promise<void> {
    switch (action.type) {
      case 'preview':
        this.#query = { mode: action.mode, maxChars: action.maxChars };
        this.page.update();
        return;
      case 'copyInjection':
        return copyText(await this.#injection());
      case 'openInChat':
        return openInChat(await this.#injection());
      case 'draftSummary':
        this.#drafts.keep(this.#named(action.resource), action.draft);
        return;
      case 'saveSummary':
        return this.#drafts.save(this.#named(action.resource));
      case 'command':
        return commands.executeCommand(commandIds[action.command], this.#resource());
    }
  }

  async #injection(): Promise<string> {
    const { project, contextId } = this.#target;
    return (await project.contexts.injection(contextId, this.#query)).text;
  }

  /** The archived context the page speaks of. */
  #named(resource: ContextResource): ContextTarget | undefined {
    return resource.contextId === activeId ? undefined : contextTargetOf(resource, this.#services.projects);
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

/** The open context panes. */
export class ContextPanes extends Panes<ContextTarget, ContextPane, ContextShowOptions> {
  /** What is typed as summaries and not saved. */
  readonly drafts: ContextDrafts;

  constructor(projects: Projects, services: ContextPaneServices, onDidRename: DialogPanes['onDidRename']) {
    super(projects, {
      name: 'context',
      extension: services.extension,
      create: (panel, target) => new ContextPane(panel, target, services),
      title: provisionalTitle,
      isSame: isSameContext,
      remembered: (state) => contextTargetOf(parseContextPaneMemory(state), projects),
      unsaved: { drafts: services.drafts, name: ({ title }) => title, show: {} },
    });
    this.drafts = services.drafts;
    this._register(onDidRename(({ from, to }) => this.#onRename(from, to)));
  }

  #onRename(
    from: { readonly project: unknown; readonly dialog: string },
    to: { readonly dialog: string },
  ): void {
    for (const pane of this.all) {
      const { project, dialog } = pane.target;
      if (project === from.project && dialog === from.dialog)
        pane.follow({ ...pane.target, dialog: to.dialog });
    }
  }
}
